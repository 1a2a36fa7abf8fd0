// Drops: limited editions that are sold at a time, to one entry per account. A drop is a *line*,
// whose units go to those who come first, or a *draw*, whose units go to those whom a seed selects.
//
//   announced -> open -> selling -> ended             a line: units are given out while it is open;
//                                                     it has a waiting room before it opens
//   announced -> open -> drawing -> selling -> ended  a draw: units are given out once it is closed
//   any of them -> stopped                            no further unit is given out
//
// Only `drawing`, `selling`, `ended` and the stop are stored: opening and closing follow from the
// clock of the server, so no job has to run in the second in which a drop opens.
import * as z from 'zod/mini';
import { DocumentIdSchema } from './document-id.ts';
import { type DropBooks, unitsHeld } from './drop-entry.ts';
import {
  type DropPhase,
  type DropState,
  dropPhase,
  firstEntryTime,
  isWaitingRoomOpen,
} from './drop-phase.ts';
import { EmailAddressSchema } from './email-address.ts';
import { lineSchema } from './plain-text.ts';
import { PromotionCodeSchema } from './promotion.ts';

export const DROP_KINDS = ['line', 'draw'] as const;
/** The limit of an edition: all its numbers are in one document. */
export const DROP_UNITS_MAX = 10_000;
export const DROP_LIMIT_MAX = 10;
/** The limit of accounts with early access; the list is part of the drop. */
export const EARLY_EMAILS_MAX = 500;
const EARLY_HOURS_MAX = 168;
/** A shopper needs time for an address and a card. */
export const PAY_MINUTES_MIN = 5;
const PAY_MINUTES_MAX = 7 * 24 * 60;

/** The fields of drops/{id} that staff write. */
export const DropFieldsSchema = z.strictObject({
  title: lineSchema(1, 100),
  productId: DocumentIdSchema,
  /** The size for sale; absent for the whole product. */
  size: z.optional(lineSchema(1, 20)),
  kind: z.enum(DROP_KINDS),
  /** The numbered units of the edition. */
  units: z.int().check(z.gte(1), z.lte(DROP_UNITS_MAX)),
  limitPerPerson: z.int().check(z.gte(1), z.lte(DROP_LIMIT_MAX)),
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  /** Minutes in which the recipient of a unit has to order it. */
  payMinutes: z.int().check(z.gte(PAY_MINUTES_MIN), z.lte(PAY_MINUTES_MAX)),
  /** Early access: listed accounts, and anybody with the code. */
  earlyAccess: z.optional(
    z.strictObject({
      hours: z.int().check(z.gte(1), z.lte(EARLY_HOURS_MAX)),
      emails: z.array(EmailAddressSchema).check(z.maxLength(EARLY_EMAILS_MAX)),
      code: z.optional(PromotionCodeSchema),
    }),
  ),
});
export type DropFields = z.infer<typeof DropFieldsSchema>;

/** drops/{id} without the id. Staff read it; everybody else reads {@link PublicDrop}. */
export type StoredDrop = DropFields & {
  readonly state: DropState;
  readonly isStopped?: boolean;
  /** The hash of the seed of a draw, from the start. */
  readonly commitment?: string;
  /** The inputs of the draw, once it is made. */
  readonly draw?: DrawRecord;
};

/** The inputs of a draw and the number of participants. */
export interface DrawRecord {
  readonly seed: string;
  /** The hash of the sorted tickets. */
  readonly ticketsDigest: string;
  readonly tickets: number;
}

/** The public state of a drop: the response of /drops/{id}/state.json. */
export type PublicDrop = Omit<DropFields, 'earlyAccess'> & {
  readonly id: string;
  readonly phase: DropPhase;
  /** Units that nobody holds. */
  readonly left: number;
  /** Entries of a line that wait for a unit, while any is left: they are before later ones. */
  readonly waiting?: number;
  /** The number of entries, a few seconds old. */
  readonly entries: number;
  readonly earlyAccess?: { readonly hours: number; readonly hasCode: boolean };
  readonly commitment?: string;
  readonly draw?: DrawRecord;
  /** The server's time of this response. */
  readonly now: string;
};

/** The response of /drops.json: announced and open drops, sorted by opening time. */
export type ListedDrop = Pick<
  PublicDrop,
  'id' | 'title' | 'productId' | 'size' | 'kind' | 'units' | 'opensAt' | 'closesAt' | 'phase'
>;

/** The response of /drops/{id}/draw.json: everything needed to repeat a draw. */
export interface PublishedDraw extends DrawRecord {
  readonly dropId: string;
  readonly title: string;
  readonly units: number;
  readonly commitment: string;
  /** In the order of the draw. */
  readonly ranking: readonly string[];
}

const timeOf = (iso: string) => Date.parse(iso);

/** The problem with a drop that matches the schema; undefined for a valid one. */
export function findDropProblem({
  units,
  limitPerPerson,
  opensAt,
  closesAt,
  earlyAccess,
}: DropFields): { readonly field: string; readonly message: string } | undefined {
  if (timeOf(closesAt) <= timeOf(opensAt))
    return { field: 'closesAt', message: 'The drop must close after it opens.' };
  if (limitPerPerson > units)
    return { field: 'limitPerPerson', message: 'The limit per person is larger than the edition.' };
  if (earlyAccess !== undefined && earlyAccess.emails.length === 0 && earlyAccess.code === undefined)
    return { field: 'earlyAccess.emails', message: 'Early access needs accounts or a code.' };
  return undefined;
}

/**
 * The state that a drop should be in. The draw itself moves it from `drawing` to `selling`. A drop
 * ends when all units are sold, or when nobody holds or waits for one.
 */
export function dueState(
  drop: StoredDrop,
  books: DropBooks,
  isAnybodyWaiting: boolean,
  now: Date,
): DropState {
  const isNobodyHolding = unitsHeld(books) === 0;
  if (drop.isStopped) return isNobodyHolding ? 'ended' : drop.state;
  const isClosed = now.getTime() >= timeOf(drop.closesAt);
  if (drop.state === 'announced' && isClosed && drop.kind === 'draw') return 'drawing';
  if (drop.state === 'drawing' || (drop.state === 'announced' && drop.kind === 'draw')) return drop.state;
  if (books.sold >= books.units) return 'ended';
  // The waiting entries are known only once entering is closed.
  if (drop.state === 'announced') return isClosed ? 'selling' : 'announced';
  return isNobodyHolding && !isAnybodyWaiting ? 'ended' : drop.state;
}

/** Reasons why somebody cannot enter a drop. */
export type EntryRefusal =
  | 'early'
  | 'early-code'
  | 'closed'
  | 'stopped'
  | 'taken'
  | 'entered'
  | 'unverified'
  | 'over-limit';

/** A person who wants to enter. */
export interface Entrant {
  readonly email: string | undefined;
  readonly isVerified: boolean;
  readonly units: number;
  readonly code?: string | undefined;
}

/**
 * The reason why a person cannot enter a drop now; undefined if they can. `isTaken` means that
 * every unit is given out: nobody can enter a line until one comes back.
 */
export function findEntryRefusal(
  drop: StoredDrop,
  entrant: Entrant,
  isTaken: boolean,
  now: Date,
): EntryRefusal | undefined {
  const phase = dropPhase(drop, now);
  if (phase === 'stopped') return 'stopped';
  if (phase !== 'announced' && phase !== 'open') return 'closed';
  if (phase === 'announced' && !isWaitingRoomOpen(drop, now)) {
    const { earlyAccess } = drop;
    if (earlyAccess === undefined || now.getTime() < firstEntryTime(drop)) return 'early';
    const isListed = entrant.isVerified && earlyAccess.emails.includes(entrant.email ?? '');
    const hasCode = earlyAccess.code !== undefined && entrant.code === earlyAccess.code;
    if (!isListed && !hasCode) return entrant.code === undefined ? 'early' : 'early-code';
  }
  if (!entrant.isVerified || entrant.email === undefined) return 'unverified';
  if (entrant.units > drop.limitPerPerson) return 'over-limit';
  return drop.kind === 'line' && isTaken ? 'taken' : undefined;
}

/** The sentence for a refusal. */
export function describeEntryRefusal(refusal: EntryRefusal, drop: DropFields): string {
  switch (refusal) {
    case 'early':
      return 'This drop is not open yet.';
    case 'early-code':
      return 'This code does not open the drop early.';
    case 'closed':
      return 'This drop is closed.';
    case 'stopped':
      return 'This drop was stopped. Nobody can enter it anymore.';
    case 'taken':
      return `All ${drop.units} are taken.`;
    case 'entered':
      return 'Another account with your mailbox is in this drop.';
    case 'unverified':
      return 'Confirm your email address first. The link is in the email that we sent you.';
    case 'over-limit':
      return `You can get at most ${drop.limitPerPerson}.`;
  }
}

/**
 * The reason why staff cannot make a change to a drop; undefined if they can. Facts that shoppers
 * have relied on stay: always the product and the kind, the times of phases that have begun, and
 * the units already given out.
 */
export function findDropChangeProblem(
  before: StoredDrop,
  after: DropFields,
  givenOut: number,
  now: Date,
): { readonly field: string; readonly message: string } | undefined {
  const phase = dropPhase(before, now);
  if (phase === 'ended' || phase === 'stopped')
    return { field: 'title', message: 'This drop is over. Plan another one.' };
  if (after.productId !== before.productId || after.size !== before.size)
    return { field: 'productId', message: 'The product of a drop cannot change. Plan another drop.' };
  if (after.kind !== before.kind)
    return { field: 'kind', message: 'A line cannot become a draw, nor a draw a line.' };
  if (after.units < givenOut)
    return {
      field: 'units',
      message: `${givenOut} units have been given out. The edition cannot be smaller.`,
    };
  if (phase !== 'announced' && after.opensAt !== before.opensAt)
    return { field: 'opensAt', message: 'The drop has opened already.' };
  if (isWaitingRoomOpen(before, now) && after.opensAt !== before.opensAt)
    return { field: 'opensAt', message: 'People are waiting for this time already.' };
  if (phase !== 'announced' && phase !== 'open' && after.closesAt !== before.closesAt)
    return { field: 'closesAt', message: 'The drop has closed already.' };
  if (phase !== 'announced' && after.limitPerPerson < before.limitPerPerson)
    return { field: 'limitPerPerson', message: 'People have entered with the higher limit.' };
  return undefined;
}

/** `saveDrop`: without `dropId` it announces a drop. */
export const SaveDropRequestSchema = z.strictObject({
  dropId: z.optional(DocumentIdSchema),
  /** The edited version; `aborted` if the drop has changed since. */
  version: z.optional(z.string().check(z.maxLength(64))),
  drop: DropFieldsSchema,
});
export type SaveDropRequest = z.infer<typeof SaveDropRequestSchema>;
export interface SaveDropResponse {
  readonly dropId: string;
  readonly version: string;
}

/** `stopDrop`, `leaveDrop`. */
export const DropIdRequestSchema = z.strictObject({ dropId: DocumentIdSchema });
export type DropIdRequest = z.infer<typeof DropIdRequestSchema>;

/** `enterDrop`. */
export const EnterDropRequestSchema = z.strictObject({
  dropId: DocumentIdSchema,
  units: z.int().check(z.gte(1), z.lte(DROP_LIMIT_MAX)),
  /** The code for early access. */
  code: z.optional(PromotionCodeSchema),
});
export type EnterDropRequest = z.infer<typeof EnterDropRequestSchema>;

/** `remindOfDrop`. */
export const RemindOfDropRequestSchema = z.strictObject({ dropId: DocumentIdSchema, isOn: z.boolean() });
export type RemindOfDropRequest = z.infer<typeof RemindOfDropRequestSchema>;
