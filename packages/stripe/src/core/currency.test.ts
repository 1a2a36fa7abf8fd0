import { expect, it } from 'vitest';
import { formatAmount } from './currency.ts';

it.each([
  [4_550, 'usd', '$45.50'],
  [4_550, 'jpy', '¥4,550'],
  [500_000, 'ugx', 'UGX\u00a05,000'],
  [50_000, 'isk', 'ISK\u00a0500'],
  [5_120, 'kwd', 'KWD\u00a05.120'],
  [17_501, 'huf', 'HUF\u00a0175.01'],
  [5_001, 'twd', 'NT$50.01'],
])('%d %s is formatted as %s', (amount, code, text) => {
  expect(formatAmount(amount, code)).toBe(text);
});
