import { describe, expect, it } from 'vitest';
import { formatSkipped, formatSlowest, formatSuiteResult } from './suite.ts';

describe('formatSuiteResult', () => {
  it.each([
    [{ passed: 3, failed: 0, skipped: 0 }, 'ok    unit               3 passed, 0 failed, 1.2 s'],
    [{ passed: 3, failed: 1, skipped: 2 }, 'FAIL  unit               3 passed, 1 failed, 2 skipped, 1.2 s'],
    [{ passed: 0, failed: 0, skipped: 0 }, '-     unit               no matching test, 1.2 s'],
  ])('formats %j as "%s"', (counts, line) => {
    expect(formatSuiteResult('unit', counts, 1234)).toBe(line);
  });
});

describe('formatSlowest', () => {
  const timing = (title: string, milliseconds: number) => ({ title, milliseconds });
  const suites = [
    { suite: 'unit', timings: [timing('adds', 20), timing('multiplies', 1_250)] },
    { suite: 'functions', timings: [timing('orders', 20_400)] },
  ];

  it('lists the slowest tests of all suites, slowest first', () => {
    expect(formatSlowest(suites, 2)).toEqual([
      '  20.4 s  functions  orders',
      '   1.3 s  unit       multiplies',
    ]);
  });

  it('is empty when no test ran', () => {
    expect(formatSlowest([{ suite: 'unit', timings: [] }], 2)).toEqual([]);
  });
});

describe('formatSkipped', () => {
  it('lists a few tests, and counts many', () => {
    expect(formatSkipped('packages', ['a', 'b'])).toEqual(['  packages  a', '  packages  b']);
    expect(formatSkipped('rules', ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(['  rules  a, and 5 more']);
  });
});
