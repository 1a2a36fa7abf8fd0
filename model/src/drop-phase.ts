// The phase of a drop, for pages as well: this file imports no schema library.

/** The stored part of a drop's state. */
export type DropState = 'announced' | 'drawing' | 'selling' | 'ended';
export type DropPhase = DropState | 'open' | 'stopped';

interface DropTimes {
  readonly kind: 'line' | 'draw';
  readonly opensAt: string;
  readonly closesAt: string;
}

const timeOf = (iso: string) => Date.parse(iso);

/** The phase of a drop at a time of the server's clock. */
export function dropPhase(
  drop: DropTimes & { readonly state: DropState; readonly isStopped?: boolean | undefined },
  now: Date,
): DropPhase {
  if (drop.isStopped) return 'stopped';
  if (drop.state !== 'announced') return drop.state;
  if (now.getTime() < timeOf(drop.opensAt)) return 'announced';
  if (now.getTime() < timeOf(drop.closesAt)) return 'open';
  return drop.kind === 'draw' ? 'drawing' : 'selling';
}

/** The phase of a published drop, at a time of the server's clock after its publication. */
export function publicPhase(drop: DropTimes & { readonly phase: DropPhase }, now: Date): DropPhase {
  if (drop.phase !== 'announced' && drop.phase !== 'open') return drop.phase;
  return dropPhase({ ...drop, state: 'announced' }, now);
}

/**
 * How long before its opening a line has a waiting room. Whoever enters it gets a random place, so
 * nobody has to be fast, and nobody's request comes in the second of the opening.
 */
export const WAITING_ROOM_MINUTES = 15;
const WAITING_ROOM_MS = WAITING_ROOM_MINUTES * 60_000;

/** When everybody can enter, in milliseconds: a line has a waiting room before it opens. */
const generalEntryTime = ({ kind, opensAt }: Pick<DropTimes, 'kind' | 'opensAt'>) =>
  timeOf(opensAt) - (kind === 'line' ? WAITING_ROOM_MS : 0);

/** The earliest time at which anybody can enter, in milliseconds. */
export function firstEntryTime(
  drop: Pick<DropTimes, 'kind' | 'opensAt'> & {
    readonly earlyAccess?: { readonly hours: number } | undefined;
  },
): number {
  const { earlyAccess, opensAt } = drop;
  return Math.min(generalEntryTime(drop), timeOf(opensAt) - (earlyAccess?.hours ?? 0) * 3_600_000);
}

/** True if everybody can enter a line that has not opened, at a time of the server's clock. */
export const isWaitingRoomOpen = (drop: Pick<DropTimes, 'kind' | 'opensAt'>, now: Date) =>
  now.getTime() >= generalEntryTime(drop) && now.getTime() < timeOf(drop.opensAt);

/**
 * The latest place in a line, as a time, that is served before the opening: those with early access
 * are before everybody in the waiting room. Undefined once the line is open.
 */
export const servedUntil = (drop: Pick<DropTimes, 'kind' | 'opensAt'>, now: Date) =>
  now.getTime() < timeOf(drop.opensAt) ? new Date(generalEntryTime(drop) - 1) : undefined;

/**
 * The place in a line, as a time: that of the entry or, in the waiting room, one in it that the
 * random ticket decides. The first digit of a ticket decides its shard, so the next ones are taken.
 */
export function placeInLine(drop: Pick<DropTimes, 'kind' | 'opensAt'>, ticket: string, now: Date): Date {
  if (!isWaitingRoomOpen(drop, now)) return now;
  const share = Number.parseInt(ticket.slice(1, 7), 16) / 16 ** 6;
  return new Date(generalEntryTime(drop) + Math.floor(share * WAITING_ROOM_MS));
}
