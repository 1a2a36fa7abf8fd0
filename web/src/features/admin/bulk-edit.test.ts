import { describe, expect, it } from 'vitest';
import { applyPriceChange } from './bulk-edit.tsx';

describe('applyPriceChange', () => {
  it.each([
    [0.9, '+15%', 1.04],
    [1.1, '+15%', 1.27],
    [45, '-10%', 40.5],
    [45, '-10.5 %', 40.28],
    [45, '39.50', 39.5],
    [45, '４０', 40],
    [45, '+１０％', 49.5],
  ])('changes $%d by %s to $%d', (price, change, expected) => {
    expect(applyPriceChange(price, change)).toBe(expected);
  });

  it.each(['-100%', '1e1', '0x10', '', '0', '40.001', '+1.00001%'])('refuses %j', (change) => {
    expect(applyPriceChange(45, change)).toBeUndefined();
  });
});
