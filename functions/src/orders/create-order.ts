// The client names only products and quantities; prices are read here. The order, its stock, its
// idempotency key and the end of the previous unpaid order are one transaction.
import { createHash } from 'node:crypto';
import { checkAddress } from '@savepoint/model/address-rules';
import type { OrderErrorDetails } from '@savepoint/model/callables';
import { CURRENCY, formatCents } from '@savepoint/model/money';
import type { CreateOrderRequest, OrderLine } from '@savepoint/model/order';
import { ORDER_UNITS_MAX, PRODUCT_UNITS_MAX, RESERVATION_MINUTES } from '@savepoint/model/order-limits';
import { orderSearchTerms } from '@savepoint/model/order-number';
import type { Promotion } from '@savepoint/model/promotion';
import { settingsPath, settingsValue } from '@savepoint/model/settings';
import { type StaffDiscount, staffPromotions } from '@savepoint/model/staff-discount';
import type { HttpsError } from 'firebase-functions/https';
import { httpsError, resourceExhausted } from '../callable/https-error.ts';
import {
  balanceOf,
  creditAccount,
  creditPath,
  orderAccount,
  postEntry,
  type ReadBalances,
} from '../credit/ledger.ts';
import {
  claimUnits,
  type EntryMap,
  releaseUnits,
  type UnitRefusal,
  writeEntries,
} from '../editions/order-units.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { type TokenBucket, takeToken } from '../firestore/token-bucket.ts';
import { attemptPaths, takeAttempt } from '../promotions/code-attempts.ts';
import {
  AUTOMATIC_PROMOTIONS_PATH,
  type AutomaticPromotions,
  promotionPath,
  promotionUsePath,
  shardPath,
} from '../promotions/promotion-records.ts';
import { promotionShardOf, returnUses, type Shard, type ShardMap } from '../promotions/promotion-uses.ts';
import { type ProductMap, StockBook } from '../stock/stock-book.ts';
import { homeShard } from '../stock/stock-records.ts';
import type { OrderContext, Shopper, StaffMember } from './order-context.ts';
import {
  findUnpaidExcess,
  type OrderQuota,
  type QuotaHolder,
  quotaAfter,
  quotaHolders,
  readUnpaidOrders,
  type UnpaidExcess,
  type UnpaidOrders,
  withoutReplaced,
} from './order-quota.ts';
import {
  codeRefused,
  type OrderPromotions,
  orderError,
  type PricedOrder,
  priceLines,
  requirePayable,
} from './price-lines.ts';
import {
  orderPath,
  paymentPath,
  type Reservation,
  reservationPath,
  type StoredOrder,
  userPath,
} from './records.ts';
import { cancelReplaced, isSameOrder, readReplaced } from './replaced-orders.ts';
import { findSoldOut, noteSoldOut, type SoldOutMemory } from './sold-out.ts';
import { mergeLines, reserveLine, type TakingOrder } from './stock.ts';
import { type OrderAggregate, refundableOf } from './transition-order.ts';

/**
 * After 60 seconds the platform responds deadline-exceeded, while the callable continues. An order
 * that it creates then would hold units for somebody who may have left.
 */
const WAIT_MAX_MS = 45_000;

/** A payment page of an unpaid order. */
export interface OpenPage {
  readonly orderId: string;
  readonly sessionId: string;
}

/** The id of the order that an idempotency key of a shopper creates. Deterministic. */
export function orderIdOf(uid: string, idempotencyKey: string): string {
  return createHash('sha256')
    .update(JSON.stringify([uid, idempotencyKey]))
    .digest('base64url')
    .replace(/[-_]/g, 'x')
    .slice(0, 20);
}

/**
 * Creates an order and reserves its stock, or returns the one that this idempotency key created
 * before. An account has at most one unpaid order across tabs and devices: if the request asks for
 * the same, that order is returned, else the new one replaces it. While a payment page of the
 * replaced order is open, only the intention to close it is stored. Rejects with not-found,
 * failed-precondition, invalid-argument (details: OrderErrorDetails, or the field of the address),
 * resource-exhausted, or deadline-exceeded after 45 seconds, and then changes nothing, except that
 * an unknown code counts as a guess.
 */
export async function createOrder(
  context: OrderContext,
  customer: Customer,
  request: CreateOrderRequest,
  closedSessionIds: ReadonlySet<string>,
): Promise<CreatedOrder | { readonly openPages: readonly OpenPage[] }> {
  requireDeliverable(request);
  const id = orderIdOf(customer.uid, request.idempotencyKey);
  await requireLeft(context, customer, request, id);
  const keys = [
    ...request.lines.map((line) => homeShard(line.productId, id)),
    userPath(customer.uid),
    ...(request.code === undefined ? [] : [shardPath(request.code, promotionShardOf(id))]),
    // Orders of one network contend for its rate limit.
    ...(customer.network === undefined ? [] : [customer.network]),
  ];
  const until = context.now().getTime() + WAIT_MAX_MS;
  const created = await context.runExclusive([...new Set(keys)], () =>
    context.store.runTransaction(async (transaction) => {
      if (context.now().getTime() > until)
        throw httpsError('deadline-exceeded', 'The shop is very busy. Please try again.');
      const plan = await planOrder(context, transaction, customer, request);
      if ('existing' in plan) return plan.existing;
      if ('recordAttempt' in plan) {
        plan.recordAttempt(transaction);
        return { error: codeRefused(request.code ?? '', 'unknown') };
      }
      const openPages = findOpenPages(plan.replaced, closedSessionIds);
      if (openPages.length === 0) return writeOrder(transaction, plan, customer.terms);
      for (const { orderId, sessionId } of openPages)
        transaction.update(paymentPath(orderId), { closingSessionId: sessionId });
      return { openPages };
    }),
  );
  if ('error' in created) throw created.error;
  return created;
}

/**
 * Throws for a size that this instance has just found sold out, unless the shopper has an order
 * that this request repeats or replaces.
 */
async function requireLeft(
  context: OrderContext,
  customer: Customer,
  request: CreateOrderRequest,
  id: string,
): Promise<void> {
  const found = findSoldOut(context.soldOut, request.lines, context.now());
  const { productId, size } = request.lines[found?.line ?? 0] ?? {};
  if (found === undefined || productId === undefined || customer.terms) return;
  const [account] = quotaHolders({ ...customer, network: undefined }, context.ordersPerHour);
  const paths = [orderPath(id), ...(account === undefined ? [] : [account.path])];
  const [existing, quota] = (await context.store.getAll<unknown>(paths)).documents;
  if (existing || ((quota as OrderQuota | null)?.orderIds ?? []).length > 0) return;
  const rejection = { reason: 'out-of-stock', productId, available: 0 } as const;
  throw rejectedLineError(
    { get: () => ({ name: found.name }) },
    { ...rejection, ...(size !== undefined && { size }) },
    found.line,
  );
}

/** The payment pages of these orders that have not been closed. */
function findOpenPages(
  replaced: readonly OrderAggregate[],
  closedSessionIds: ReadonlySet<string>,
): OpenPage[] {
  return replaced.flatMap(({ id, payment }) =>
    payment?.sessionId === undefined || closedSessionIds.has(payment.sessionId)
      ? []
      : [{ orderId: id, sessionId: payment.sessionId }],
  );
}

/** The browser's form checks the same; this is for requests from elsewhere. */
function requireDeliverable({ address }: CreateOrderRequest): void {
  for (const [field, message] of Object.entries(checkAddress(address)))
    throw httpsError('invalid-argument', message, { field: `address.${field}` });
}

/** The customer, and the network of the request, if known. */
export type Customer = Shopper & {
  readonly network: string | undefined;
  /**
   * Set if staff place the order: it replaces none of the customer's, and their limits do not
   * apply.
   */
  readonly terms?: StaffTerms;
};

/** Staff's terms for an order that they place. */
interface StaffTerms {
  readonly staff: StaffMember;
  /** True if the customer has no account. */
  readonly isGuest: boolean;
  readonly discount?: StaffDiscount;
  readonly packingNote?: string;
  readonly reservationHours: number;
}

/** The order that a request would create. Rejects like createOrder, and stores nothing. */
export async function previewOrder(
  context: OrderContext,
  customer: Customer,
  request: CreateOrderRequest,
): Promise<StoredOrder> {
  requireDeliverable(request);
  return context.store.runTransaction(async (transaction) => {
    const plan = await planOrder(context, transaction, customer, request);
    if ('recordAttempt' in plan) throw codeRefused(request.code ?? '', 'unknown');
    return 'existing' in plan ? plan.existing.order : plan.order;
  });
}

/** An order as stored. */
export interface CreatedOrder {
  readonly id: string;
  readonly order: StoredOrder;
}

/** The writes of a new order. */
interface OrderPlan extends CreatedOrder, Pick<PricedOrder, 'claims' | 'shards'> {
  readonly stock: StockBook;
  /** The shopper's entries in the drops that sell its units. */
  readonly entries: EntryMap;
  /** Shared with the orders that it replaces. */
  readonly balances: ReadBalances;
  /** The unpaid orders that it replaces. */
  readonly replaced: readonly OrderAggregate[];
  readonly quotas: readonly { readonly path: string; readonly quota: OrderQuota }[];
}

/**
 * Reads and checks everything that a new order depends on. If the order exists already, or the code
 * is a wrong guess, the plan contains nothing else.
 */
async function planOrder(
  context: OrderContext,
  transaction: DocumentTransaction,
  shopper: Customer,
  request: CreateOrderRequest,
): Promise<
  | OrderPlan
  | { readonly existing: CreatedOrder }
  | { readonly recordAttempt: (transaction: DocumentTransaction) => void }
> {
  const id = orderIdOf(shopper.uid, request.idempotencyKey);
  const now = context.now();
  const holders = shopper.terms ? [] : quotaHolders(shopper, context.ordersPerHour);
  const stock = new StockBook(transaction);
  const stockPaths = stock.missing([...new Set(request.lines.map((line) => line.productId))], id);
  // One read for almost everything: each further one holds the transaction's locks for another
  // round trip.
  const creditPaths = request.creditCents === undefined ? [] : [creditPath(shopper.uid)];
  const codePaths = request.code === undefined ? [] : codeDocuments(request.code, shopper, id);
  const [existing, user, shipping, tax, automatic, ...read] = await transaction.getAll<unknown>([
    orderPath(id),
    userPath(shopper.uid),
    settingsPath('shipping'),
    settingsPath('tax'),
    AUTOMATIC_PROMOTIONS_PATH,
    ...creditPaths,
    ...holders.map(({ path }) => path),
    ...stockPaths,
    ...codePaths,
  ]);
  const credit = read.slice(0, creditPaths.length)[0];
  const others = read.slice(creditPaths.length);
  if (existing) return { existing: { id, order: existing as StoredOrder } };
  const { cartVersion = 0 } = (user ?? {}) as { readonly cartVersion?: number };
  if (request.cartVersion !== undefined && request.cartVersion < cartVersion) throw alreadyPaid();
  const quotas = others.slice(0, holders.length) as (OrderQuota | null)[];
  stock.keep(stockPaths, others.slice(holders.length));
  const [coded, use, shard, ...attempts] = others.slice(holders.length + stockPaths.length);
  if (request.code !== undefined) {
    const attempt = takeAttempt(shopper, attempts as (TokenBucket | null)[], now);
    if ('retryAfterSeconds' in attempt) throw resourceExhausted(attempt.retryAfterSeconds);
    if (coded === null) return { recordAttempt: attempt.write };
  }
  const buckets = takeTokens(holders, quotas, now);
  const accountQuota = quotas[holders.findIndex(({ kind }) => kind === 'account')];
  const replaced = await readReplaced(transaction, stock, shopper, accountQuota?.orderIds ?? []);
  // Units held by the replaced orders can be ordered again.
  for (const { reservation } of replaced)
    if (reservation?.state === 'held') stock.lend(reservation.lines, reservation.orderId);
  const entries: EntryMap = new Map(replaced.flatMap((aggregate) => [...aggregate.entries]));
  for (const aggregate of replaced) releaseUnits(entries, aggregate.id, now);
  const actor = shopper.terms === undefined ? 'shopper' : 'admin';
  const email = shopper.terms?.staff.email;
  const taking = {
    id,
    move: { at: now, reason: 'ordered', actor, orderId: id, ...(email !== undefined && { email }) },
  } as const;
  const claimed = await claimUnits(
    transaction,
    entries,
    await reserveLines(stock, request, taking, context.soldOut),
    {
      uid: shopper.uid,
      orderId: id,
      now,
      productOf: (productId) => stock.get(productId),
    },
  );
  if ('reason' in claimed) throw dropError(stock, request, claimed);
  const { lines } = claimed;
  const shards: ShardMap = new Map(replaced.flatMap((aggregate) => [...aggregate.shards]));
  for (const { reservation } of replaced)
    if (reservation?.state === 'held') returnUses(shards, reservation.claims ?? []);
  const ownShard = request.code === undefined ? undefined : shardPath(request.code, promotionShardOf(id));
  if (ownShard !== undefined && !shards.has(ownShard)) shards.set(ownShard, shard as Shard | null);
  const usedBy = (use as { readonly orderId: string } | null | undefined)?.orderId;
  const promotions: OrderPromotions = {
    automatic: [
      ...((automatic as AutomaticPromotions | null)?.promotions ?? []),
      ...(shopper.terms?.discount === undefined ? [] : staffPromotions(shopper.terms.discount)),
    ],
    coded: coded === undefined ? undefined : { ...(coded as Promotion), id: request.code as string },
    isUsedByShopper: usedBy !== undefined && !replaced.some((aggregate) => aggregate.id === usedBy),
    isFirstOrder: cartVersion === 0,
    shards,
  };
  const heldCents = replaced.reduce((sum, each) => sum + refundableOf(each).creditCents, 0);
  const settings = { shipping: settingsValue('shipping', shipping), tax: settingsValue('tax', tax) };
  const priced = await priceLines(transaction, {
    orderId: id,
    request,
    lines,
    stock,
    promotions,
    settings,
    now,
  });
  requirePayable(request, balanceOf(credit) + heldCents, priced.totals);
  const order = newOrder(id, shopper, request, priced, now);
  const [same] = replaced;
  if (
    same !== undefined &&
    replaced.length === 1 &&
    same.order.expiresAt > now &&
    isSameOrder(same.order, order)
  )
    return { existing: same };
  const listed = holders.map((holder, index) => withoutReplaced(holder, quotas[index] ?? null, replaced));
  // Drops have their own limits.
  const limited = { lines: lines.filter(({ edition }) => edition === undefined), stock };
  const timed = holders.map((holder, index) => ({ ...holder, orderedAt: quotas[index]?.at }));
  const unpaid = await readUnpaidOrders(transaction, timed, listed, limited);
  for (const [index, holder] of timed.entries()) {
    const excess = findUnpaidExcess(holder, unpaid[index] as UnpaidOrders, limited);
    if (excess !== undefined) throw unpaidExcessError(stock, request, excess);
  }
  const quotasAfter = holders.map(({ path }, index) => {
    const [bucket, before] = [buckets[index] as TokenBucket, unpaid[index] as UnpaidOrders];
    return { path, quota: quotaAfter(bucket, before, { id, lines }) };
  });
  const { claims, shards: shardsAfter } = priced;
  const balances: ReadBalances = replaced[0]?.balances ?? new Map();
  if (request.creditCents !== undefined) balances.set(creditAccount(shopper.uid), balanceOf(credit));
  return { id, order, stock, entries, balances, replaced, quotas: quotasAfter, claims, shards: shardsAfter };
}

/** The additional documents that an order with a code reads. */
function codeDocuments(code: string, shopper: Customer, orderId: string): string[] {
  return [
    promotionPath(code),
    promotionUsePath(code, shopper.uid),
    shardPath(code, promotionShardOf(orderId)),
    ...attemptPaths(shopper),
  ];
}

function writeOrder(
  transaction: DocumentTransaction,
  { id: orderId, order, stock, entries, balances, replaced, quotas, claims, shards }: OrderPlan,
  terms: StaffTerms | undefined,
): CreatedOrder {
  const reservation: Reservation = {
    orderId,
    lines: order.lines.map(({ id, size, quantity }) => ({
      id,
      ...(size === undefined ? {} : { size }),
      quantity,
    })),
    ...(claims.length > 0 && { claims }),
    state: 'held',
    expiresAt: order.expiresAt,
    attempts: 0,
    nextAttemptAt: order.expiresAt,
  };
  for (const { path, quota } of quotas) transaction.set(path, quota);
  // Before stock, shards, entries and credit: it returns the units, the uses and the cents, and the
  // new order takes them again.
  for (const aggregate of replaced) {
    const { reservation } = aggregate;
    if (reservation?.state === 'held') stock.reclaim(reservation.lines, reservation.orderId);
    cancelReplaced(transaction, aggregate, order.createdAt);
  }
  writeEntries(transaction, entries);
  stock.write();
  if (order.creditCents !== undefined)
    postEntry(transaction, balances, `${orderId}-spent`, {
      from: creditAccount(order.userId),
      to: orderAccount(orderId),
      cents: order.creditCents,
      at: order.createdAt,
      kind: 'spent',
      userId: order.userId,
      orderId,
    });
  for (const [path, shard] of shards) transaction.set(path, shard);
  for (const { promotionId, isOncePerPerson } of claims)
    if (isOncePerPerson)
      transaction.set(promotionUsePath(promotionId, order.userId), { orderId, userId: order.userId });
  transaction.set(orderPath(orderId), order);
  transaction.set(reservationPath(orderId), reservation);
  if (!order.isGuest) transaction.arrayUnion(userPath(order.userId), 'orders', orderId);
  if (terms !== undefined) writeAudit(transaction, orderId, order, terms);
  return { id: orderId, order };
}

function writeAudit(
  transaction: DocumentTransaction,
  orderId: string,
  { createdAt: at, totalCents, email = '' }: StoredOrder,
  { staff, discount }: StaffTerms,
): void {
  transaction.set(`audit/${at.getTime()}-order-${orderId}`, {
    at: at.toISOString(),
    uid: staff.uid,
    ...(staff.email === undefined ? {} : { email: staff.email }),
    action: 'placeManualOrder',
    target: orderPath(orderId),
    summary: [
      `Made an order of ${formatCents(totalCents)} for ${email}`,
      ...(discount === undefined
        ? []
        : [
            discount.cents === undefined
              ? `free of charge: ${discount.reason}`
              : `${formatCents(discount.cents)} off: ${discount.reason}`,
          ]),
    ].join('; '),
  });
}

function newOrder(
  id: string,
  shopper: Customer,
  request: CreateOrderRequest,
  { lines, totals, promotions, workingDays, grams }: PricedOrder,
  now: Date,
): StoredOrder {
  const { terms } = shopper;
  const reservedMinutes = terms === undefined ? RESERVATION_MINUTES : terms.reservationHours * 60;
  return {
    userId: shopper.uid,
    ...(shopper.email === undefined ? {} : { email: shopper.email }),
    lines,
    productIds: [...new Set(lines.map(({ id }) => id))],
    address: request.address,
    delivery: request.delivery,
    ...(request.note === undefined ? {} : { note: request.note }),
    ...(request.isMeasured === true && { isMeasured: true }),
    ...(terms !== undefined && { isManual: true }),
    ...(terms?.isGuest && { isGuest: true }),
    ...(terms?.discount !== undefined && { staffDiscount: terms.discount }),
    ...(terms?.packingNote !== undefined && { packingNote: terms.packingNote }),
    workingDays,
    grams,
    ...(promotions.length > 0 && { promotions }),
    ...totals,
    ...(request.creditCents !== undefined && { creditCents: request.creditCents }),
    currency: CURRENCY,
    status: 'pending',
    timeline: [{ status: 'pending', at: now, actor: terms === undefined ? 'shopper' : 'admin' }],
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + reservedMinutes * 60_000),
    searchTerms: orderSearchTerms({ id, email: shopper.email, address: request.address }),
  };
}

/** Takes a token of each holder. Throws resource-exhausted if one is empty. */
function takeTokens(
  holders: readonly QuotaHolder[],
  quotas: readonly (OrderQuota | null)[],
  now: Date,
): TokenBucket[] {
  const results = holders.map(({ limit }, index) => takeToken(quotas[index] ?? null, limit, now));
  const waits = results.flatMap((result) => ('retryAfterSeconds' in result ? result.retryAfterSeconds : []));
  if (waits.length > 0) throw resourceExhausted(Math.max(...waits));
  return results.flatMap((result) => ('bucket' in result ? result.bucket : []));
}

async function reserveLines(
  stock: StockBook,
  request: CreateOrderRequest,
  taking: TakingOrder,
  soldOut: SoldOutMemory | undefined,
): Promise<OrderLine[]> {
  const merged = mergeLines(request.lines);
  const unitsByProduct = new Map<string, number>();
  let units = 0;
  const lines: OrderLine[] = [];
  for (const [index, line] of merged.entries()) {
    const productUnits = (unitsByProduct.get(line.productId) ?? 0) + line.quantity;
    unitsByProduct.set(line.productId, productUnits);
    units += line.quantity;
    const position = request.lines.findIndex(
      (requested) => requested.productId === line.productId && requested.size === line.size,
    );
    const at = { line: position < 0 ? index : position, productId: line.productId };
    if (productUnits > PRODUCT_UNITS_MAX)
      throw orderError(
        'invalid-argument',
        `One order can have at most ${PRODUCT_UNITS_MAX} of each product.`,
        {
          reason: 'too-many',
          ...at,
          available: PRODUCT_UNITS_MAX,
        },
      );
    if (units > ORDER_UNITS_MAX)
      throw orderError('invalid-argument', `One order can have at most ${ORDER_UNITS_MAX} items.`, {
        reason: 'too-many',
        ...at,
        available: ORDER_UNITS_MAX,
      });
    const reserved = await reserveLine(stock, line, taking);
    if ('reason' in reserved) {
      if (reserved.available === 0)
        noteSoldOut(soldOut, line, stock.get(line.productId)?.name ?? '', taking.move.at);
      throw rejectedLineError(stock, reserved, at.line);
    }
    lines.push(reserved);
  }
  return lines;
}

function dropError(
  stock: ProductMap,
  request: CreateOrderRequest,
  { productId, size, reason, available }: UnitRefusal,
): Error {
  const line = request.lines.findIndex((each) => each.productId === productId && each.size === size);
  const name = stock.get(productId)?.name ?? 'This product';
  const messages = {
    'not-given': `${name} is sold in a drop, and you have no unit of it. Enter the drop on its page.`,
    'too-late': `Your time to order ${name} is over.`,
    'too-many': `The drop gave you ${available} of ${name}. Order no more than that.`,
  };
  return orderError('failed-precondition', messages[reason], { reason: 'drop', line, productId, available });
}

function unpaidExcessError(
  stock: ProductMap,
  request: CreateOrderRequest,
  { productId, holder, held, max }: UnpaidExcess,
): Error {
  const name = stock.get(productId)?.name ?? 'this product';
  const message =
    holder === 'network'
      ? `Unpaid orders from your network hold ${held} of ${name}, and ${max} can wait for payment at once. They expire within ${RESERVATION_MINUTES} minutes; please try again then.`
      : `At most ${max} of ${name} can be ordered at once.`;
  return orderError('failed-precondition', message, {
    reason: 'too-many-unpaid',
    line: request.lines.findIndex((line) => line.productId === productId),
    productId,
    available: Math.max(0, max - held),
  });
}

/** The error for a line that cannot be reserved. */
export function rejectedLineError(
  stock: { get(productId: string): { readonly name: string } | undefined },
  rejection: Omit<OrderErrorDetails, 'line'>,
  line: number,
): HttpsError {
  const name = stock.get(rejection.productId ?? '')?.name ?? 'This product';
  const variantName = rejection.size === undefined ? name : `${name} in ${rejection.size}`;
  const details = { ...rejection, line };
  switch (rejection.reason) {
    case 'unknown-product':
      return orderError('not-found', 'A product in your cart no longer exists.', details);
    case 'not-for-sale':
      return orderError('failed-precondition', `${name} is not for sale at the moment.`, details);
    case 'size-missing':
      return orderError('invalid-argument', `Please choose a size of ${name}.`, details);
    case 'unknown-size':
      return orderError('not-found', `${variantName} does not exist.`, details);
    default:
      return orderError(
        'failed-precondition',
        (rejection.available ?? 0) > 0
          ? `Only ${rejection.available} of ${variantName} are left.`
          : `${variantName} is sold out.`,
        details,
      );
  }
}

/** The error for an order of a cart that was already paid. */
export function alreadyPaid(): Error {
  return httpsError('failed-precondition', 'You have already paid for this order.', {
    reason: 'already-paid',
  });
}
