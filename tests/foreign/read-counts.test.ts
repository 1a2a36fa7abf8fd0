import { describe, expect, it } from 'vitest';
import { readCounts } from './read-counts.ts';

describe('the counts of a test runner', () => {
  it('are read from the last lines of mocha', () => {
    expect(readCounts('mocha', '  5 passing (2s)\n  1 pending\n  2 failing\n')).toEqual({
      passed: 5,
      failed: 2,
    });
  });

  it('are read from the last lines of Jest, with and without failures', () => {
    expect(readCounts('jest', 'Tests:       1 failed, 2 skipped, 6 passed, 9 total')).toEqual({
      passed: 6,
      failed: 1,
    });
    expect(readCounts('jest', 'Tests:       7 passed, 7 total')).toEqual({ passed: 7, failed: 0 });
  });

  it('are read from the last lines of Vitest in color', () => {
    const line =
      '\u001b[2m      Tests \u001b[22m \u001b[31m7 failed\u001b[39m | \u001b[32m60 passed\u001b[39m (67)';
    expect(readCounts('vitest', line)).toEqual({ passed: 60, failed: 7 });
  });

  it('are read from the last lines of the runner of Node', () => {
    expect(readCounts('node', 'ℹ tests 3\nℹ pass 2\nℹ fail 1\n')).toEqual({ passed: 2, failed: 1 });
    expect(readCounts('node', 'ℹ pass 1\nℹ fail 0\nℹ cancelled 1\n')).toEqual({ passed: 1, failed: 1 });
    expect(readCounts('node', '# pass 2\n# fail 1\n')).toEqual({ passed: 2, failed: 1 });
  });

  it('are read from the last lines of tape', () => {
    expect(readCounts('tape', '1..3\n# tests 3\n# pass  2\n# fail  1\n')).toEqual({ passed: 2, failed: 1 });
  });

  it('are added up when the command runs several suites', () => {
    expect(readCounts('mocha', '  5 passing (2s)\n\n  3 passing (1s)\n  1 failing\n')).toEqual({
      passed: 8,
      failed: 1,
    });
  });

  it('are undefined for a runner that ended before its report', () => {
    expect(readCounts('mocha', "Error: Cannot find module 'chai'")).toBeUndefined();
  });
});
