import { describe, expect, it } from 'vitest';
import { findSizeChart } from './size-charts.ts';

describe('findSizeChart', () => {
  it.each([
    ['Save Point Tee', 'Half chest'],
    ['Long-Sleeve T-Shirt', 'Half chest'],
    ['Combo Breaker Sleeves', 'Upper arm'],
    ['Lag Slayer Gloves', 'Palm'],
  ])('has the measures of what %s is', (name, column) => {
    expect(findSizeChart({ name })?.columns[0]).toBe(column);
  });

  it('has a longer sleeve for a hoodie than for a tee of the same size', () => {
    const sleeveOf = (name: string) => findSizeChart({ name })?.cm.M?.[2] ?? 0;
    expect(sleeveOf('Boss Hoodie')).toBeGreaterThan(sleeveOf('Boss Tee'));
  });

  it("returns the shop's choice, whatever the name says", () => {
    expect(findSizeChart({ name: 'Boss Tee', sizeGuide: 'gloves' })?.columns[0]).toBe('Palm');
    expect(findSizeChart({ name: 'Boss Tee', sizeGuide: 'none' })).toBeUndefined();
  });

  it('returns none for a product whose name says nothing', () => {
    expect(findSizeChart({ name: 'Golden Cartridge' })).toBeUndefined();
  });
});
