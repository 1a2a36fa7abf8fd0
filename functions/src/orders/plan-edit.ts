// Plans the changes of an edit to a paid order: priced by the code for new orders, with the
// settings and promotions in force when the order was placed.

import { unitsRefunded } from '@savepoint/model/line-amounts';
import { lineChanges, lineKey } from '@savepoint/model/line-changes';
import type { OrderLine } from '@savepoint/model/order';
import type { EditOrderRequest } from '@savepoint/model/order-edit';
import { ORDER_UNITS_MAX, PRODUCT_UNITS_MAX } from '@savepoint/model/order-limits';
import { type Promotion, type PromotionFields, promotionPhase } from '@savepoint/model/promotion';
import {
  type PublishedSettings,
  type SettingsSection,
  type SettingsValues,
  settingsPath,
  settingsValue,
  versionPath,
} from '@savepoint/model/settings';
import { staffPromotions } from '@savepoint/model/staff-discount';
import type { Totals } from '@savepoint/model/totals';
import { unitsRestocked } from '@savepoint/model/units-to-send';
import { httpsError } from '../callable/https-error.ts';
import { dropOf } from '../editions/order-units.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import {
  AUTOMATIC_PROMOTIONS_PATH,
  type AutomaticPromotions,
  promotionPath,
  shardPath,
} from '../promotions/promotion-records.ts';
import {
  claimChanges,
  type PromotionClaim,
  type Shard,
  type ShardMap,
  takeUse,
} from '../promotions/promotion-uses.ts';
import type { StockBook } from '../stock/stock-book.ts';
import { rejectedLineError } from './create-order.ts';
import { priceLines, requireTakeable } from './price-lines.ts';
import { type EditRecord, type Reservation, type StoredOrder, userPath } from './records.ts';
import { mergeLines, reserveLine, type TakingOrder } from './stock.ts';
import { moveOf, type OrderAggregate } from './transition-order.ts';

type Units = Reservation['lines'];

/** The writes of an edit. */
export interface EditPlan extends Pick<EditRecord, 'reserved' | 'claims' | 'taken' | 'given'> {
  /** With the products and promotions after the edit has taken from them. */
  readonly aggregate: OrderAggregate;
  /** The promotion shards that it takes from. */
  readonly takenShards: ReadonlySet<string>;
  readonly changed: EditRecord['changed'];
  readonly totals: Totals;
  readonly edit: NonNullable<StoredOrder['edits']>[number];
}

/**
 * Plans an edit. Throws, with `details.field`, for a line whose units cannot be added or removed,
 * and if nothing changes.
 */
export async function planEdit(
  transaction: DocumentTransaction,
  found: OrderAggregate,
  request: EditOrderRequest,
  { at: now, email }: { readonly at: Date; readonly email: string | undefined },
): Promise<EditPlan> {
  const { order, stock } = found;
  const cartVersion = await readProducts(transaction, found, request);
  const settings = {
    shipping: await settingsAt(transaction, 'shipping', order.createdAt),
    tax: await settingsAt(transaction, 'tax', order.createdAt),
  };
  const claims = found.reservation?.claims ?? [];
  const candidates = [
    ...(await readPromotions(transaction, order, claims)),
    ...(order.staffDiscount === undefined ? [] : staffPromotions(order.staffDiscount)),
  ];
  const taking = { id: found.id, move: moveOf(found.id, 'edited', { at: now, actor: 'admin', email }) };
  const { lines, taken, given, reserved } = await editedLines(stock, order, request, taking);
  const changes = lineChanges(order.lines, lines);
  const packingNote = request.packingNote === '' ? undefined : request.packingNote;
  if (changes.length === 0 && packingNote === order.packingNote)
    throw httpsError('failed-precondition', 'Nothing is changed.');
  // The order keeps its uses of promotions, however few are left.
  const shards: ShardMap = new Map(
    claims.map(({ promotionId, shard }) => [shardPath(promotionId, shard), { uses: 0, cents: 0 }]),
  );
  const own = candidates.filter(({ id }) => claims.some(({ promotionId }) => promotionId === id));
  const priced = await priceLines(transaction, {
    orderId: found.id,
    request: order,
    lines,
    stock,
    promotions: {
      automatic: candidates,
      coded: undefined,
      isUsedByShopper: false,
      // Paying counted the order as the first, unless staff placed it.
      isFirstOrder:
        cartVersion <= (order.isManual ? 0 : 1) || own.some(({ isFirstOrderOnly }) => isFirstOrderOnly),
      shards,
    },
    settings,
    now: order.createdAt,
  });
  requireTakeable(priced.totals);
  const { taken: takenClaims, given: givenClaims } = claimChanges(claims, priced.claims);
  const { lines: after, totals, promotions, workingDays, grams } = priced;
  const afterTaking: ShardMap = new Map([...shards, ...found.shards]);
  const takenShards = await takeClaims(transaction, afterTaking, candidates, takenClaims);
  return {
    aggregate: { ...found, shards: afterTaking },
    takenShards,
    changed: {
      lines: after,
      productIds: [...new Set(after.map(({ id }) => id))],
      workingDays,
      grams,
      ...(promotions.length > 0 && { promotions }),
      ...(packingNote !== undefined && { packingNote }),
      ...totals,
    },
    ...{ totals, reserved, claims: priced.claims },
    taken: { units: taken, claims: takenClaims },
    given: { units: given, claims: givenClaims },
    edit: {
      ...{ id: request.editId, at: now, lines: changes },
      beforeCents: order.totalCents,
      afterCents: totals.totalCents,
      ...(request.reason !== undefined && { reason: request.reason }),
    },
  };
}

/** Reads the products of the request, and returns the number of the shopper's paid orders. */
async function readProducts(
  transaction: DocumentTransaction,
  { id, order, stock }: OrderAggregate,
  { lines }: EditOrderRequest,
): Promise<number> {
  const paths = stock.missing(
    lines.map(({ productId }) => productId),
    id,
  );
  const [user, ...read] = await transaction.getAll<unknown>([userPath(order.userId), ...paths]);
  stock.keep(paths, read);
  return (user as { cartVersion?: number } | null)?.cartVersion ?? 0;
}

/** The value of a section that was in force at a time; its versions never change. */
async function settingsAt<S extends SettingsSection>(
  transaction: DocumentTransaction,
  section: S,
  at: Date,
): Promise<SettingsValues[S]> {
  let published = await transaction.get<PublishedSettings>(settingsPath(section));
  while (published !== null && Date.parse(published.publishedAt) > at.getTime())
    published =
      published.version <= 1
        ? null
        : await transaction.get<PublishedSettings>(versionPath(section, published.version - 1));
  return settingsValue(section, published);
}

/**
 * The order's promotions, even if they have ended, and the automatic ones in force when it was
 * placed.
 */
async function readPromotions(
  transaction: DocumentTransaction,
  { createdAt }: StoredOrder,
  claims: readonly PromotionClaim[],
): Promise<Promotion[]> {
  const list = await transaction.get<AutomaticPromotions>(AUTOMATIC_PROMOTIONS_PATH);
  const own = claims.map(({ promotionId }) => promotionId);
  const automatic = (list?.promotions ?? []).map(({ id }) => id);
  const ids = [...new Set([...own, ...automatic])];
  const stored = await transaction.getAll<PromotionFields & { readonly createdAt?: Date }>(
    ids.map(promotionPath),
  );
  return ids.flatMap((id, index) => {
    const promotion = stored[index];
    if (!promotion) return [];
    const { createdAt: since, ...fields } = promotion;
    if (own.includes(id)) return { ...fields, id, isStopped: false };
    const isOlder = since === undefined || since <= createdAt;
    return isOlder && promotionPhase(fields, createdAt) === 'active' ? { ...fields, id } : [];
  });
}

/**
 * The lines after the edit, without discounts: existing lines keep their price. Takes added units
 * out of the stock.
 */
async function editedLines(
  stock: StockBook,
  order: StoredOrder,
  request: EditOrderRequest,
  taking: TakingOrder,
): Promise<{ lines: OrderLine[]; taken: Units; given: Units; reserved: Units }> {
  const wanted = mergeLines(request.lines);
  requireWithinLimits(wanted, request);
  const oldLines = new Map(order.lines.map((line) => [lineKey(line), line]));
  const taken: Units[number][] = [];
  const lines: OrderLine[] = [];
  for (const line of wanted) {
    const key = lineKey({ id: line.productId, ...(line.size !== undefined && { size: line.size }) });
    const old = oldLines.get(key);
    const more = line.quantity - (old?.quantity ?? 0);
    const isOfDrop = dropOf(stock.get(line.productId), line.size) !== undefined;
    if (more !== 0 && (old?.edition !== undefined || isOfDrop)) throw dropError(request, line.productId);
    const reserved = more > 0 ? await reserveLine(stock, { ...line, quantity: more }, taking) : undefined;
    if (reserved !== undefined && 'reason' in reserved) {
      const index = request.lines.findIndex(
        ({ productId, size }) => productId === line.productId && size === line.size,
      );
      const { code, message, details } = rejectedLineError(stock, reserved, index);
      throw httpsError(code, message, { ...(details as object), field: `lines.${index}.quantity` });
    }
    if (reserved !== undefined) taken.push(unitsOf(reserved, more));
    const { discountCents: _, ...kept } = old ?? (reserved as OrderLine);
    lines.push({ ...kept, quantity: line.quantity });
  }
  const after = new Map(lines.map((line) => [lineKey(line), line.quantity]));
  const given = order.lines.flatMap((line) => {
    const kept = after.get(lineKey(line)) ?? 0;
    if (kept === 0 && line.edition !== undefined) throw dropError(request, line.id);
    const least = Math.max(unitsRestocked(order, line), unitsRefunded(order, line));
    if (kept < least)
      throw httpsError(
        'failed-precondition',
        `At least ${least} of ${line.name}${line.size === undefined ? '' : ` (${line.size})`} must stay in the order, because ${least === 1 ? 'it was' : 'they were'} refunded.`,
        {
          field: `lines.${request.lines.findIndex(({ productId, size }) => productId === line.id && size === line.size)}.quantity`,
        },
      );
    return kept < line.quantity ? unitsOf(line, line.quantity - kept) : [];
  });
  const reserved = lines.flatMap((line) => {
    const held = line.quantity - unitsRestocked(order, line);
    return held > 0 ? unitsOf(line, held) : [];
  });
  return { lines, taken, given, reserved };
}

/** Units of a drop belong to an entry, which an edit does not change. */
function dropError(request: EditOrderRequest, productId: string): Error {
  const index = request.lines.findIndex((line) => line.productId === productId);
  return httpsError(
    'failed-precondition',
    'Numbered units of a drop can be neither added to an order nor taken out of it.',
    { field: `lines.${index}.quantity` },
  );
}

const unitsOf = ({ id, size }: Pick<OrderLine, 'id' | 'size'>, quantity: number): Units[number] => ({
  ...{ id, quantity, ...(size !== undefined && { size }) },
});

function requireWithinLimits(lines: EditOrderRequest['lines'], request: EditOrderRequest): void {
  const byProduct = new Map<string, number>();
  let units = 0;
  for (const { productId, size, quantity } of lines) {
    const ofProduct = (byProduct.get(productId) ?? 0) + quantity;
    byProduct.set(productId, ofProduct);
    units += quantity;
    const index = request.lines.findIndex((line) => line.productId === productId && line.size === size);
    const field = `lines.${index}.quantity`;
    if (ofProduct > PRODUCT_UNITS_MAX)
      throw httpsError(
        'invalid-argument',
        `One order can have at most ${PRODUCT_UNITS_MAX} of each product.`,
        {
          field,
        },
      );
    if (units > ORDER_UNITS_MAX)
      throw httpsError('invalid-argument', `One order can have at most ${ORDER_UNITS_MAX} items.`, { field });
  }
}

/** Takes claims, and returns the paths of the changed shards. */
async function takeClaims(
  transaction: DocumentTransaction,
  shards: ShardMap,
  promotions: readonly Promotion[],
  claims: readonly PromotionClaim[],
): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const claim of claims) {
    const promotion = promotions.find(({ id }) => id === claim.promotionId) as Promotion;
    let taken = takeUse(shards, promotion, claim);
    while (taken !== undefined && 'missing' in taken) {
      const read = await transaction.getAll<Shard>(taken.missing);
      for (const [index, path] of taken.missing.entries()) shards.set(path, read[index] ?? null);
      taken = takeUse(shards, promotion, claim);
    }
    if (taken === undefined)
      throw httpsError(
        'failed-precondition',
        `There is not enough left of the promotion ${promotion.name} for this change.`,
      );
    for (const path of taken.changed) changed.add(path);
  }
  return changed;
}
