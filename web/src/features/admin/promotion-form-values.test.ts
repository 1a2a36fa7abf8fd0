import { PromotionFieldsSchema } from '@savepoint/model/promotion';
import { describe, expect, it } from 'vitest';
import { toLocalTime } from './local-time.ts';
import { toPromotionInput } from './promotion-form-values.ts';

const parse = (values: Record<string, string>) =>
  PromotionFieldsSchema.safeParse(
    toPromotionInput({ name: 'Sale', kind: 'percent', percent: '10', ...values }, {}),
  );

describe('toPromotionInput', () => {
  it('reads every kind of discount', () => {
    const effectOf = (values: Record<string, string>) => parse(values).data?.effect;
    expect(effectOf({})).toEqual({ kind: 'percent', percent: 10 });
    expect(effectOf({ percent: '20 %' })).toEqual({ kind: 'percent', percent: 20 });
    expect(effectOf({ kind: 'amount', cents: '7.50' })).toEqual({ kind: 'amount', cents: 750 });
    expect(effectOf({ kind: 'free-shipping', upToCents: '' })).toEqual({ kind: 'free-shipping' });
    expect(effectOf({ kind: 'buy-get', buy: '2', get: '1', percent: '100' })).toEqual({
      kind: 'buy-get',
      buy: 2,
      get: 1,
      percent: 100,
    });
  });

  it('omits empty values, and parses codes, categories, limits and local times', () => {
    expect(parse({ code: '', minimumCents: '', startsAt: '' }).data).toEqual({
      name: 'Sale',
      effect: { kind: 'percent', percent: 10 },
      isStopped: false,
    });
    const startsAt = '2026-11-27T12:00:00.000Z';
    const full = parse({
      code: ' ten ',
      'category.apparel': 'on',
      minimumCents: '20',
      isFirstOrderOnly: 'on',
      isOncePerPerson: 'on',
      usesMax: '100',
      budgetCents: '500.50',
      startsAt: toLocalTime(startsAt),
    });
    expect(full.data).toMatchObject({
      code: 'TEN',
      categories: ['apparel'],
      minimumCents: 2000,
      isFirstOrderOnly: true,
      isOncePerPerson: true,
      usesMax: 100,
      budgetCents: 50_050,
      startsAt,
    });
  });

  it.each([
    ['percent', { percent: '10.5' }],
    ['percent', { percent: 'ten' }],
    ['cents', { kind: 'amount', cents: '' }],
    ['upToCents', { kind: 'free-shipping', upToCents: 'much' }],
    ['usesMax', { usesMax: '0' }],
    ['budgetCents', { budgetCents: '-1' }],
    ['startsAt', { startsAt: 'soon' }],
    ['code', { code: 'no' }],
  ])('keeps what is not valid invalid: %s of %j', (field, values) => {
    expect(parse(values as Record<string, string>).error?.issues[0]?.path.at(-1)).toBe(field);
  });
});
