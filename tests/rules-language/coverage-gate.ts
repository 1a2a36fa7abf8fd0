// Fails unless tests cover both outcomes, granted and denied, of each allow statement of a
// project's rules. Reads the lcov report of a running emulator. `node coverage-gate.ts host:port
// project [file]` prints a summary, saves the report to `file` and exits with 1 below 100 %.
import { writeFileSync } from 'node:fs';

/** One outcome of one allow statement. */
interface AllowBranch {
  readonly line: number;
  /** Distinguishes statements on one line. */
  readonly block: number;
  readonly outcome: 'granted' | 'denied';
  readonly taken: number;
}

/** The coverage of a ruleset. */
interface RuleCoverage {
  readonly lcov: string;
  readonly branches: readonly AllowBranch[];
  readonly lines: { readonly found: number; readonly hit: number };
}

/** Fetches the coverage of a project's rules since they were last loaded; empty without rules. */
export async function fetchRuleCoverage(address: string, projectId: string): Promise<RuleCoverage> {
  const response = await fetch(`http://${address}/emulator/v1/projects/${projectId}:ruleCoverage.lcov`);
  const text = await response.text();
  if (!response.ok)
    throw new Error(`No rule coverage of ${projectId} at ${address}: ${response.status} ${text}`);
  return parseRuleCoverage(text);
}

/** Parses the lcov report of the emulator. */
export function parseRuleCoverage(lcov: string): RuleCoverage {
  const branches = [...lcov.matchAll(/^BRDA:(\d+),(\d+),([01]),(-|\d+)$/gm)].map(
    ([, line, block, branch, taken]): AllowBranch => ({
      line: Number(line),
      block: Number(block),
      outcome: branch === '0' ? 'granted' : 'denied',
      taken: taken === '-' ? 0 : Number(taken),
    }),
  );
  const lines = [...lcov.matchAll(/^DA:\d+,(\d+)$/gm)].map(([, count]) => Number(count));
  return { lcov, branches, lines: { found: lines.length, hit: lines.filter((count) => count > 0).length } };
}

/** The outcomes that no test has covered. */
export function uncoveredBranches({ branches }: RuleCoverage): readonly AllowBranch[] {
  return branches.filter(({ taken }) => taken === 0);
}

/** `rules coverage: lines 30/30, branches 24/24`, and a line for each uncovered outcome. */
export function coverageSummary(coverage: RuleCoverage): string {
  const { branches, lines } = coverage;
  const uncovered = uncoveredBranches(coverage);
  const head = `rules coverage: lines ${lines.hit}/${lines.found}, branches ${branches.length - uncovered.length}/${branches.length}`;
  return [
    head,
    ...uncovered.map(({ line, outcome }) => `  the allow statement at line ${line} was never ${outcome}`),
  ].join('\n');
}

/** Throws, with the summary, unless both outcomes of every allow statement are covered. */
export function assertFullCoverage(coverage: RuleCoverage): void {
  if (coverage.branches.length === 0) throw new Error('The rules have no allow statement to cover.');
  if (uncoveredBranches(coverage).length > 0) throw new Error(coverageSummary(coverage));
}

const [, script = '', address, projectId, file] = process.argv;
if (import.meta.filename === script && address !== undefined && projectId !== undefined) {
  const coverage = await fetchRuleCoverage(address, projectId);
  if (file !== undefined) writeFileSync(file, coverage.lcov);
  console.log(coverageSummary(coverage));
  if (uncoveredBranches(coverage).length > 0) process.exitCode = 1;
}
