/** Numbers of tests that ran. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One test of a suite. */
export interface TestTiming {
  readonly title: string;
  readonly milliseconds: number;
}

export interface SuiteResult extends TestCounts {
  /** The tests that ran. */
  readonly timings: readonly TestTiming[];
  /** Titles of the tests that were skipped, other than by --grep. */
  readonly skippedTitles: readonly string[];
  /** Everything that the suite printed; shown when a test failed. */
  readonly output: string;
}

/** The tool that runs a suite. */
type SuiteKind = 'checks' | 'unit' | 'vitest' | 'deploy-check' | 'browser';

export interface Suite {
  readonly kind: SuiteKind;
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

/** More skipped tests of one suite are not listed one by one: they have one reason, such as a missing account. */
const SKIPPED_SHOWN = 5;

/** Lines such as `  packages  on Node 22, which is missing`. */
export function formatSkipped(suite: string, titles: readonly string[]): string[] {
  const shown = titles.length > SKIPPED_SHOWN ? titles.slice(0, 1) : titles;
  const more = titles.length - shown.length;
  return shown.map((title) => `  ${suite}  ${title}${more > 0 ? `, and ${more} more` : ''}`);
}

/** Lines such as `  12.3 s  unit  adds two numbers`, slowest first. */
export function formatSlowest(
  suites: readonly { readonly suite: string; readonly timings: readonly TestTiming[] }[],
  count: number,
): string[] {
  const all = suites.flatMap(({ suite, timings }) => timings.map((timing) => ({ suite, ...timing })));
  const slowest = all.sort((one, other) => other.milliseconds - one.milliseconds).slice(0, count);
  const width = Math.max(...slowest.map(({ suite }) => suite.length));
  return slowest.map(
    ({ suite, title, milliseconds }) =>
      `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${suite.padEnd(width)}  ${title}`,
  );
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
