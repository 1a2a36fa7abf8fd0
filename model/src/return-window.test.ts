import { describe, expect, it } from 'vitest';
import { isReturnTooLate } from './return-window.ts';

const TIMELINE = [
  { status: 'shipped', at: '2026-01-01T00:00:00.000Z' },
  { status: 'delivered', at: '2026-01-03T12:00:00.000Z' },
] as const;

describe('isReturnTooLate', () => {
  it('is true from 30 days after delivery', () => {
    expect(isReturnTooLate(TIMELINE, new Date('2026-02-02T12:00:00.000Z'))).toBe(false);
    expect(isReturnTooLate(TIMELINE, new Date('2026-02-02T12:00:00.001Z'))).toBe(true);
  });

  it('is false for an order without a known delivery', () => {
    expect(isReturnTooLate([], new Date())).toBe(false);
  });
});
