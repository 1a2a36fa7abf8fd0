import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluatePromotions, type PromotedLine } from './evaluate-promotions.ts';
import { toCents } from './money.ts';
import type { PromotionEffect, PromotionTerms } from './promotion.ts';
import { DEFAULT_SHIPPING, homeRate, parcelOf, rateCents, type ShippingRate } from './shipping.ts';
import { type DeliveryId, priceOrder } from './totals.ts';

/** The domestic shipping option for these lines. */
function optionFor(lines: readonly PromotedLine[], id: DeliveryId) {
  const rate = homeRate(DEFAULT_SHIPPING, id) as ShippingRate;
  return { id, cents: rateCents(rate, parcelOf(lines, DEFAULT_SHIPPING)) };
}
/** More cases in `npm run test:deep`. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);
const NOW = new Date('2026-11-27T12:00:00Z');
const TEE = { price: 45, quantity: 1, category: 'apparel' };
const MUG = { price: 12.5, quantity: 1, category: 'accessories' };

const terms = (effect: PromotionEffect, fields: Partial<PromotionTerms> = {}): PromotionTerms => ({
  id: fields.code ?? 'sale',
  name: 'Sale',
  effect,
  ...fields,
});
const percent = (value: number, fields?: Partial<PromotionTerms>) =>
  terms({ kind: 'percent', percent: value }, fields);

function evaluate(
  lines: readonly PromotedLine[],
  promotions: readonly PromotionTerms[],
  { isFirstOrder = true, id = 'standard' as DeliveryId } = {},
) {
  return evaluatePromotions(lines, promotions, { now: NOW, isFirstOrder, delivery: optionFor(lines, id) });
}
const refusal = (...args: Parameters<typeof evaluate>) => evaluate(...args).refusals[0]?.refusal;

describe('evaluatePromotions', () => {
  it('takes a percentage off all items together, and splits it to the cent', () => {
    const { lineCents, applied } = evaluate(
      [TEE, { ...MUG, quantity: 3 }],
      [percent(15, { code: 'FALL15' })],
    );
    expect(lineCents).toEqual([675, 563]);
    expect(applied).toEqual([
      { id: 'FALL15', name: 'Sale', code: 'FALL15', discountCents: 1238, shippingCents: 0 },
    ]);
  });

  it('takes an amount off the items of its categories, but no more than they cost', () => {
    const off = (cents: number) => terms({ kind: 'amount', cents }, { categories: ['accessories'] });
    expect(evaluate([TEE, MUG], [off(1000)]).lineCents).toEqual([0, 1000]);
    expect(evaluate([TEE, MUG], [off(2000)]).lineCents).toEqual([0, 1250]);
  });

  it("takes off standard shipping, up to the promotion's amount", () => {
    expect(evaluate([TEE], [terms({ kind: 'free-shipping' })]).shippingCents).toBe(599);
    expect(evaluate([TEE], [terms({ kind: 'free-shipping', upToCents: 500 })]).shippingCents).toBe(500);
  });

  it.each([
    [1, 1, [30, 20, 10], [0, 2000, 0]],
    [1, 1, [10, 30, 30, 10], [0, 0, 3000, 1000]],
    [2, 1, [30, 20, 10], [0, 0, 1000]],
    [2, 2, [30, 20, 10], [0, 0, 1000]],
  ])('gives after %d items the next %d of those for %j dollars free: %j', (buy, get, prices, saved) => {
    const lines = prices.map((price) => ({ price, quantity: 1 }));
    expect(evaluate(lines, [terms({ kind: 'buy-get', buy, get, percent: 100 })]).lineCents).toEqual(saved);
  });

  it('applies the best promotion to the items and the best to the shipping, but no third one', () => {
    const free = terms({ kind: 'free-shipping' }, { id: 'free' });
    const { applied, refusals } = evaluate(
      [TEE],
      [percent(10, { code: 'TEN' }), percent(20, { id: 'twenty' }), free],
    );
    expect(applied.map(({ id }) => id)).toEqual(['twenty', 'free']);
    expect(refusals).toEqual([{ id: 'TEN', refusal: 'better-applies' }]);
  });

  it('prefers the code among two promotions that save the same', () => {
    const { applied } = evaluate([TEE], [percent(10, { id: 'AUTOMATIC' }), percent(10, { code: 'TEN' })]);
    expect(applied.map(({ id }) => id)).toEqual(['TEN']);
  });

  it('says why a promotion does not apply', () => {
    const later = new Date(NOW.getTime() + 1).toISOString();
    expect(refusal([TEE], [percent(10, { startsAt: later })])).toBe('not-yet');
    expect(refusal([TEE], [percent(10, { startsAt: NOW.toISOString() })])).toBeUndefined();
    expect(refusal([TEE], [percent(10, { endsAt: NOW.toISOString() })])).toBe('expired');
    expect(refusal([TEE], [percent(10, { endsAt: later })])).toBeUndefined();
    expect(refusal([TEE], [percent(10, { isFirstOrderOnly: true })], { isFirstOrder: false })).toBe(
      'first-order-only',
    );
    expect(refusal([TEE], [percent(10, { categories: ['accessories'] })])).toBe('not-for-these-items');
    expect(refusal([TEE, MUG], [percent(10, { categories: ['apparel'], minimumCents: 4501 })])).toBe(
      'below-minimum',
    );
    expect(refusal([TEE], [percent(10, { minimumCents: 4500 })])).toBeUndefined();
    expect(refusal([TEE], [terms({ kind: 'buy-get', buy: 1, get: 1, percent: 50 })])).toBe('too-few-items');
    expect(refusal([TEE], [terms({ kind: 'free-shipping' })], { id: 'express' })).toBe('standard-only');
    expect(refusal([TEE, TEE], [terms({ kind: 'free-shipping' })])).toBe('shipping-is-free');
  });
});

const category = fc.constantFrom('apparel', 'accessories', 'collectibles', undefined);
const cart = fc.array(
  fc.record({
    price: fc.oneof(
      fc.constantFrom(0.01, 0.1, 12.5, 19.99, 45),
      fc.nat({ max: 10_000_000 }).map((n) => n / 100),
    ),
    quantity: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
      fc.integer({ min: 1, max: 99 }),
    ),
    category,
  }),
  { minLength: 1, maxLength: 8 },
);
const percentage = fc.constantFrom(1, 7, 10, 15, 33, 50, 99, 100);
const group = fc.integer({ min: 1, max: 3 });
const effect: fc.Arbitrary<PromotionEffect> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent: percentage }),
  fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record(
    { kind: fc.constant('free-shipping' as const), upToCents: fc.integer({ min: 1, max: 2000 }) },
    { requiredKeys: ['kind'] },
  ),
  fc.record({ kind: fc.constant('buy-get' as const), buy: group, get: group, percent: percentage }),
);
const around = (ms: number) => new Date(NOW.getTime() + ms).toISOString();
const promotion: fc.Arbitrary<PromotionTerms> = fc
  .record(
    {
      effect,
      categories: fc.subarray(['apparel', 'accessories', 'collectibles'], { minLength: 1 }),
      minimumCents: fc.integer({ min: 1, max: 12_000 }),
      isFirstOrderOnly: fc.boolean(),
      startsAt: fc.constantFrom(around(-1000), around(1000)),
      endsAt: fc.constantFrom(around(-1000), around(1000)),
      isCode: fc.boolean(),
    },
    { requiredKeys: ['effect'] },
  )
  .map(({ isCode, ...fields }) => ({ id: '', name: 'Any', ...(isCode && { code: 'X' }), ...fields }));
const promotions = fc
  .array(promotion, { maxLength: 4 })
  .map((list) => list.map((each, index) => ({ ...each, id: `p${index}` })));

/** Cents of an integer product, rounding half a cent up. */
const percentOf = (cents: number, value: number) =>
  Number((BigInt(cents) * BigInt(value) * 2n + 100n) / 200n);

/**
 * The naive model: the goods discount and the shipping discount of one promotion, unit by unit.
 */
function naiveSavings(
  lines: readonly PromotedLine[],
  { effect: what, categories, minimumCents = 0, isFirstOrderOnly, startsAt, endsAt }: PromotionTerms,
  isFirstOrder: boolean,
  shipping: number,
): { goods: number; shipping: number } {
  const none = { goods: 0, shipping: 0 };
  if (startsAt !== undefined && startsAt > NOW.toISOString()) return none;
  if (endsAt !== undefined && endsAt <= NOW.toISOString()) return none;
  if (isFirstOrderOnly && !isFirstOrder) return none;
  const units = lines
    .filter((line) => categories === undefined || categories.includes(line.category ?? ''))
    .flatMap((line) => Array.from({ length: line.quantity }, () => Math.round(line.price * 100)))
    .sort((a, b) => b - a);
  const sum = units.reduce((total, cents) => total + cents, 0);
  if (units.length === 0 || sum < minimumCents) return none;
  if (what.kind === 'free-shipping')
    return { goods: 0, shipping: Math.min(shipping, what.upToCents ?? Infinity) };
  if (what.kind === 'percent') return { goods: percentOf(sum, what.percent), shipping: 0 };
  if (what.kind === 'amount') return { goods: Math.min(sum, what.cents), shipping: 0 };
  let goods = 0;
  while (units.length > 0) {
    units.splice(0, what.buy);
    for (const cents of units.splice(0, what.get)) goods += percentOf(cents, what.percent);
  }
  return { goods, shipping: 0 };
}

describe('an order with any promotions', () => {
  it('has discounts that add up line by line, no negative sum, and the price of a naive model', () => {
    fc.assert(
      fc.property(
        cart,
        promotions,
        fc.boolean(),
        fc.constantFrom(0, 0.0725, 0.2),
        (lines, list, isFirstOrder, taxRate) => {
          const standard = optionFor(lines, 'standard');
          const full = priceOrder(lines, standard, taxRate);
          const discounts = evaluate(lines, list, { isFirstOrder });
          const totals = priceOrder(lines, standard, taxRate, discounts);
          const savings = list.map((each) => naiveSavings(lines, each, isFirstOrder, full.shippingCents));
          const goods = Math.max(0, ...savings.map((each) => each.goods));
          const shipping = Math.max(0, ...savings.map((each) => each.shipping));

          expect(totals.discountCents ?? 0).toBe(goods);
          expect(discounts.shippingCents).toBe(shipping);
          expect(discounts.lineCents).toHaveLength(lines.length);
          for (const [index, cents] of discounts.lineCents.entries()) {
            const line = lines[index] as (typeof lines)[number];
            expect(cents).toBeGreaterThanOrEqual(0);
            expect(cents).toBeLessThanOrEqual(toCents(line.price) * line.quantity);
          }
          const sumOf = (field: 'discountCents' | 'shippingCents') =>
            discounts.applied.reduce((sum, each) => sum + each[field], 0);
          expect(sumOf('discountCents')).toBe(goods);
          expect(sumOf('shippingCents')).toBe(shipping);
          expect(totals.totalCents).toBe(
            totals.subtotalCents - goods + totals.shippingCents + totals.taxCents,
          );
          for (const cents of Object.values(totals)) expect(cents).toBeGreaterThanOrEqual(0);
          expect(totals.totalCents).toBeLessThanOrEqual(full.totalCents);
        },
      ),
      { numRuns: 500 * DEEP },
    );
  });

  it('costs the same whatever the order of the promotions', () => {
    fc.assert(
      fc.property(cart, promotions, (lines, list) => {
        const { applied } = evaluate(lines, list);
        expect(evaluate(lines, [...list].reverse()).applied).toEqual(applied);
      }),
    );
  });
});
