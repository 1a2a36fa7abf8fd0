/** Numbers of tests that ran. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface SuiteResult extends TestCounts {
  /** Everything that the suite printed; shown when a test failed. */
  readonly output: string;
}

export interface Suite {
  readonly name: string;
  /** One line for the help text and the final summary. */
  readonly summary: string;
  /** Whether it uses the running stack, whose data is reset before it. */
  readonly needsStack: boolean;
  /** Whether it starts everything that it needs and writes nothing that another suite reads, so that it can run concurrently. */
  readonly selfContained: boolean;
  /** Whether it has test titles, which --grep selects by. */
  readonly hasTitles: boolean;
}

/** One suite's line, such as `ok    unit               312 passed, 0 failed, 14.2 s`. */
export function formatSuiteResult(suite: string, result: TestCounts, milliseconds: number): string {
  const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : '';
  const counts = ranNothing(result)
    ? 'no matching test'
    : `${result.passed} passed, ${result.failed} failed${skipped}`;
  const status = result.failed > 0 ? 'FAIL' : ranNothing(result) ? '-   ' : 'ok  ';
  return `${status}  ${suite.padEnd(18)} ${counts}, ${(milliseconds / 1000).toFixed(1)} s`;
}

/** Whether no test ran. */
export function ranNothing({ passed, failed }: TestCounts): boolean {
  return passed + failed === 0;
}

/** The counts of several suites together. */
export function sumCounts(counts: readonly TestCounts[]): TestCounts {
  return {
    passed: counts.reduce((total, each) => total + each.passed, 0),
    failed: counts.reduce((total, each) => total + each.failed, 0),
    skipped: counts.reduce((total, each) => total + each.skipped, 0),
  };
}
