import { describe, expect, it } from 'vitest';
import { formatSuiteResult } from './suite.ts';

describe('formatSuiteResult', () => {
  it.each([
    [{ passed: 3, failed: 0, skipped: 0 }, 'ok    unit               3 passed, 0 failed, 1.2 s'],
    [{ passed: 3, failed: 1, skipped: 2 }, 'FAIL  unit               3 passed, 1 failed, 2 skipped, 1.2 s'],
    [{ passed: 0, failed: 0, skipped: 0 }, '-     unit               no matching test, 1.2 s'],
  ])('formats %j as "%s"', (counts, line) => {
    expect(formatSuiteResult('unit', counts, 1234)).toBe(line);
  });
});
