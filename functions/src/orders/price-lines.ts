// Prices a new order: finds, applies and claims its promotions within its transaction.
import type { OrderErrorDetails } from '@savepoint/model/callables';
import { countryName } from '@savepoint/model/countries';
import {
  type AppliedPromotion,
  type Discounts,
  evaluatePromotions,
} from '@savepoint/model/evaluate-promotions';
import { formatCents } from '@savepoint/model/money';
import type { CreateOrderRequest, OrderLine } from '@savepoint/model/order';
import { ORDER_TOTAL_CENTS_MAX, PAYMENT_CENTS_MIN } from '@savepoint/model/order-limits';
import type { Promotion } from '@savepoint/model/promotion';
import { describeRefusal, type PromotionRefusal } from '@savepoint/model/promotion-refusal';
import type { SettingsValues } from '@savepoint/model/settings';
import { deliveryOptions, parcelOf, shippingZone } from '@savepoint/model/shipping';
import { isStaffPromotion } from '@savepoint/model/staff-discount';
import { creditToUse, dueCents } from '@savepoint/model/store-credit';
import { taxRate } from '@savepoint/model/tax';
import { DELIVERY_NAMES, priceOrder, type Totals } from '@savepoint/model/totals';
import type { HttpsError } from 'firebase-functions/https';
import { httpsError } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import {
  type PromotionClaim,
  promotionShardOf,
  type Shard,
  type ShardMap,
  takeUse,
} from '../promotions/promotion-uses.ts';
import type { ProductMap } from '../stock/stock-book.ts';
import type { StoredOrder } from './records.ts';

/** Facts about the promotions of a new order before it is priced. */
export interface OrderPromotions {
  readonly automatic: readonly Promotion[];
  /** The promotion of the request's code. */
  readonly coded: Promotion | undefined;
  /** True if another order of the account uses it and it is once per person. */
  readonly isUsedByShopper: boolean;
  readonly isFirstOrder: boolean;
  /** The shards read so far, plus what the replaced orders return. */
  readonly shards: ShardMap;
}

/** The price of an order, its components, and its claims on promotions. */
export interface PricedOrder extends Required<Pick<StoredOrder, 'workingDays' | 'grams'>> {
  /** With their discounts. */
  readonly lines: readonly OrderLine[];
  readonly totals: Totals;
  readonly promotions: readonly AppliedPromotion[];
  readonly claims: readonly PromotionClaim[];
  /** The shards to write, by path. */
  readonly shards: ReadonlyMap<string, Shard>;
}

interface Pricing {
  readonly orderId: string;
  readonly request: Pick<CreateOrderRequest, 'address' | 'delivery'>;
  readonly lines: readonly OrderLine[];
  readonly stock: ProductMap;
  readonly promotions: OrderPromotions;
  /** The published settings for shipping and tax, as read by this transaction. */
  readonly settings: Pick<SettingsValues, 'shipping' | 'tax'>;
  /** The time at which promotions must be running. */
  readonly now: Date;
}

/**
 * Prices an order. Throws if the delivery option is unavailable for the address, or the code does
 * not apply. Automatic promotions that are used up are skipped.
 */
export async function priceLines(transaction: DocumentTransaction, pricing: Pricing): Promise<PricedOrder> {
  const { request, lines, stock, promotions, now } = pricing;
  const { shipping, tax } = pricing.settings;
  const parcel = parcelOf(lines, shipping);
  const option = deliveryOptions(shipping, request.address, parcel).find(({ id }) => id === request.delivery);
  if (option === undefined) throw noDeliveryError(shipping, request);
  const { coded, isFirstOrder } = promotions;
  if (coded?.isStopped) throw codeRefused(coded.id, 'expired');
  if (coded?.isOncePerPerson && promotions.isUsedByShopper) throw codeRefused(coded.id, 'used-by-you');
  let candidates = [...promotions.automatic, ...(coded === undefined ? [] : [coded])];
  const promoted = lines.map((line) => ({ ...line, category: stock.get(line.id)?.category }));
  for (;;) {
    const discounts = evaluatePromotions(promoted, candidates, { now, isFirstOrder, delivery: option });
    const taken = await takeUses(transaction, pricing, candidates, discounts);
    if (!('exhausted' in taken)) {
      // Only now: the promotion that applies instead of the code may be used up.
      const refused = discounts.refusals.find(({ id }) => id === coded?.id);
      if (coded !== undefined && refused !== undefined) throw codeRefused(coded.id, refused.refusal, coded);
      const totals = priceOrder(lines, option, taxRate(tax, request.address), discounts);
      return {
        ...taken,
        totals,
        promotions: discounts.applied,
        lines: withDiscounts(lines, discounts),
        workingDays: option.workingDays,
        grams: parcel.grams,
      };
    }
    if (taken.exhausted === coded?.id) throw codeRefused(coded.id, 'used-up');
    candidates = candidates.filter(({ id }) => id !== taken.exhausted);
  }
}

function noDeliveryError(
  shipping: SettingsValues['shipping'],
  { address, delivery }: Pricing['request'],
): Error {
  if (shippingZone(shipping, address) === undefined)
    return httpsError('invalid-argument', `We do not deliver to ${countryName(address.country)}.`, {
      field: 'address.country',
    });
  return httpsError(
    'invalid-argument',
    `There is no ${DELIVERY_NAMES[delivery].toLowerCase()} delivery to this address (${countryName(address.country)}).`,
    { field: 'delivery' },
  );
}

function withDiscounts(lines: readonly OrderLine[], { lineCents }: Discounts): OrderLine[] {
  return lines.map((line, index) => {
    const discountCents = lineCents[index] ?? 0;
    return discountCents === 0 ? line : { ...line, discountCents };
  });
}

/** Takes one use of each applied promotion, or names the first one that is used up. */
async function takeUses(
  transaction: DocumentTransaction,
  { orderId, promotions }: Pricing,
  candidates: readonly Promotion[],
  { applied }: Discounts,
): Promise<Pick<PricedOrder, 'claims' | 'shards'> | { readonly exhausted: string }> {
  const after: ShardMap = new Map(promotions.shards);
  const changed = new Set<string>();
  const claims: PromotionClaim[] = [];
  for (const { id, discountCents, shippingCents: shipping } of applied) {
    if (isStaffPromotion(id)) continue;
    const promotion = candidates.find((each) => each.id === id) as Promotion;
    const claim: PromotionClaim = {
      promotionId: id,
      shard: promotionShardOf(orderId),
      cents: discountCents + shipping,
      ...(promotion.isOncePerPerson && { isOncePerPerson: true }),
    };
    let taken = takeUse(after, promotion, claim);
    while (taken !== undefined && 'missing' in taken) {
      const read = await transaction.getAll<Shard>(taken.missing);
      for (const [index, path] of taken.missing.entries()) {
        promotions.shards.set(path, read[index] ?? null);
        after.set(path, read[index] ?? null);
      }
      taken = takeUse(after, promotion, claim);
    }
    if (taken === undefined) return { exhausted: id };
    for (const path of taken.changed) changed.add(path);
    claims.push(claim);
  }
  return { claims, shards: new Map([...changed].map((path) => [path, after.get(path) as Shard])) };
}

/**
 * Throws if the total of a new order or its store credit cannot be paid or differs from what the
 * shopper has seen. `availableCreditCents` is the account's store credit, including what the
 * replaced orders return.
 */
export function requirePayable(
  { expectedTotalCents, creditCents = 0 }: Pick<CreateOrderRequest, 'expectedTotalCents' | 'creditCents'>,
  availableCreditCents: number,
  totals: Totals,
): void {
  const { totalCents } = totals;
  requireTakeable(totals);
  const cardCents = dueCents({ totalCents, creditCents: Math.min(creditCents, totalCents) });
  if (cardCents > 0 && cardCents < PAYMENT_CENTS_MIN)
    throw orderError(
      'failed-precondition',
      `Payments start at ${formatCents(PAYMENT_CENTS_MIN)}. Add something to your cart.`,
      { reason: 'total-too-small' },
    );
  requireSeen(totals, expectedTotalCents);
  if (creditCents > Math.min(availableCreditCents, totalCents)) {
    const usable = creditToUse(totalCents, availableCreditCents);
    throw orderError(
      'failed-precondition',
      `Your store credit can pay ${formatCents(usable)} of this order now. Please check it and order again.`,
      { reason: 'credit-changed', creditCents: usable },
    );
  }
}

/** Throws for a total that cannot be paid. */
export function requireTakeable({ totalCents }: Totals): void {
  if (totalCents > ORDER_TOTAL_CENTS_MAX)
    throw orderError('invalid-argument', 'Please contact us before you place an order of this size.', {
      reason: 'total-too-large',
    });
}

/** Throws if the total differs from the agreed one; if none was agreed, any is accepted. */
export function requireSeen(totals: Totals, expectedTotalCents: number | undefined): void {
  if (expectedTotalCents !== undefined && expectedTotalCents !== totals.totalCents)
    throw orderError(
      'failed-precondition',
      `The total is now ${formatCents(totals.totalCents)}. Please check it and order again.`,
      { reason: 'total-changed', totals },
    );
}

/** The error for an order with a code that does not apply. */
export function codeRefused(code: string, refusal: PromotionRefusal, promotion?: Promotion): Error {
  return orderError(
    refusal === 'unknown' ? 'not-found' : 'failed-precondition',
    describeRefusal(code, refusal, promotion),
    { reason: 'code-refused', code, refusal },
  );
}

/** The error for an order that cannot be placed. */
export function orderError(
  code: 'not-found' | 'failed-precondition' | 'invalid-argument',
  message: string,
  details: OrderErrorDetails,
): HttpsError {
  return httpsError(code, message, details);
}
