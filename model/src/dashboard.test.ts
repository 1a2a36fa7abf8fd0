import { describe, expect, it } from 'vitest';
import { countableSearch, DashboardRequestSchema } from './dashboard.ts';

describe('countableSearch', () => {
  it('counts spellings that differ in case and spaces as one', () => {
    expect(countableSearch('  Pixel   RONIN ')).toBe('pixel ronin');
  });

  it.each(['ada@example.com', '4242 4242 4242 4242', '+49 170 1234567', 'x'])('does not count %j', (text) => {
    expect(countableSearch(text)).toBeUndefined();
  });
});

describe('DashboardRequestSchema', () => {
  const [first, second] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];

  it('accepts days in order and refuses the same day twice, the wrong order and texts', () => {
    expect(DashboardRequestSchema.safeParse({ days: [first, second] }).success).toBe(true);
    for (const days of [[first, first], [second, first], [first], ['today', 'tomorrow']])
      expect(DashboardRequestSchema.safeParse({ days }).success).toBe(false);
  });
});
