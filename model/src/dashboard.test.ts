import { describe, expect, it } from 'vitest';
import { DashboardRequestSchema, sellThrough } from './dashboard.ts';

describe('DashboardRequestSchema', () => {
  it('accepts only the three periods', () => {
    expect([7, 30, 90].map((days) => DashboardRequestSchema.safeParse({ days }).success)).toEqual([
      true,
      true,
      true,
    ]);
    for (const days of [0, 8, 365, '7', [7]])
      expect(DashboardRequestSchema.safeParse({ days }).success).toBe(false);
  });
});

describe('sellThrough', () => {
  it.each([
    [30, 10, 0.75],
    [0, 10, 0],
    [5, 0, 1],
    [0, 0, 0],
    [2, -1, 1],
  ])('of %i sold with %i left is %d', (now, stock, expected) => {
    expect(sellThrough({ units: { now, before: 0 }, stock })).toBe(expected);
  });
});
