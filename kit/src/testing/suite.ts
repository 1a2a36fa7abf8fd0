// Owns what a suite is and how its result is said. It must not run any.

/** Counts of one suite's tests. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface SuiteResult extends TestCounts {
  /** Everything the suite printed; shown when something failed. */
  readonly output: string;
}

export interface Suite {
  readonly name: string;
  /** What it asks, for the list of suites. */
  readonly summary: string;
  /** Whether it talks to a running stack, which is reset before it. */
  readonly needsStack: boolean;
  /** Whether it starts all it needs itself and writes nothing that another suite reads, so that it can run beside them. */
  readonly selfContained: boolean;
}

/** `unit  312 passed, 0 failed, 14.2 s`. */
export function formatSuiteResult(suite: string, result: TestCounts, milliseconds: number): string {
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  const counts = `${result.passed} passed, ${result.failed} failed${skipped}`;
  return `${result.failed > 0 ? 'FAIL' : 'ok  '}  ${suite.padEnd(18)} ${counts}, ${(milliseconds / 1000).toFixed(1)} s`;
}

export function sumCounts(tallies: readonly TestCounts[]): TestCounts {
  return {
    passed: tallies.reduce((total, tally) => total + tally.passed, 0),
    failed: tallies.reduce((total, tally) => total + tally.failed, 0),
    skipped: tallies.reduce((total, tally) => total + tally.skipped, 0),
  };
}
