import { describe, expect, it } from 'vitest';
import { findPromotionProblem, PromotionCodeSchema, type PromotionFields } from './promotion.ts';

describe('PromotionCodeSchema', () => {
  it.each(['welcome10', ' WELCOME10 ', 'Ｗｅｌｃｏｍｅ１０', 'WELCOME١٠'])(
    'reads %j as WELCOME10',
    (text) => {
      expect(PromotionCodeSchema.parse(text)).toBe('WELCOME10');
    },
  );

  it('reads every dash as a hyphen', () => {
    expect(PromotionCodeSchema.parse('save—5')).toBe('SAVE-5');
  });

  it.each(['', 'AB', '../users/x', 'TWO WORDS', '__proto__', 'É10', 'X'.repeat(31)])('rejects %j', (text) => {
    expect(PromotionCodeSchema.safeParse(text).success).toBe(false);
  });
});

describe('findPromotionProblem', () => {
  const promotion: PromotionFields = {
    name: 'Sale',
    effect: { kind: 'percent', percent: 10 },
    isStopped: false,
  };
  it('names the field of a rule that spans fields', () => {
    expect(findPromotionProblem(promotion)).toBeUndefined();
    expect(findPromotionProblem({ ...promotion, isOncePerPerson: true })?.field).toBe('isOncePerPerson');
    const at = '2026-11-01T12:00:00.000Z';
    expect(findPromotionProblem({ ...promotion, startsAt: at, endsAt: at })?.field).toBe('endsAt');
  });
});
