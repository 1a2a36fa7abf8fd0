// Owns the question whether tests have seen each allow statement of a project's rules both grant and deny. Reads the
// running emulator's lcov; `node coverage-gate.ts host:port project [file]` prints the summary and fails below 100 %.
import { writeFileSync } from 'node:fs';

/** One outcome of one allow statement. */
export interface AllowBranch {
  readonly line: number;
  /** Tells statements on one line apart. */
  readonly block: number;
  readonly outcome: 'granting' | 'denying';
  readonly taken: number;
}

export interface RuleCoverage {
  readonly lcov: string;
  readonly branches: readonly AllowBranch[];
  readonly lines: { readonly found: number; readonly hit: number };
}

/** The coverage of a project's rules since they were last loaded. Throws when the emulator has none. */
export async function fetchRuleCoverage(address: string, projectId: string): Promise<RuleCoverage> {
  const response = await fetch(`http://${address}/emulator/v1/projects/${projectId}:ruleCoverage.lcov`);
  const text = await response.text();
  if (!response.ok)
    throw new Error(`No rule coverage of ${projectId} at ${address}: ${response.status} ${text}`);
  return parseRuleCoverage(text);
}

/** Reads the emulator's lcov. */
export function parseRuleCoverage(lcov: string): RuleCoverage {
  const branches = [...lcov.matchAll(/^BRDA:(\d+),(\d+),([01]),(-|\d+)$/gm)].map(
    ([, line, block, branch, taken]): AllowBranch => ({
      line: Number(line),
      block: Number(block),
      outcome: branch === '0' ? 'granting' : 'denying',
      taken: taken === '-' ? 0 : Number(taken),
    }),
  );
  const lines = [...lcov.matchAll(/^DA:\d+,(\d+)$/gm)].map(([, count]) => Number(count));
  return { lcov, branches, lines: { found: lines.length, hit: lines.filter((count) => count > 0).length } };
}

/** The outcomes that no test has seen. */
export function uncoveredBranches({ branches }: RuleCoverage): readonly AllowBranch[] {
  return branches.filter(({ taken }) => taken === 0);
}

/** `rules coverage: lines 30/30, branches 24/24`, and a line for each outcome that is missing. */
export function coverageSummary(coverage: RuleCoverage): string {
  const { branches, lines } = coverage;
  const missing = uncoveredBranches(coverage);
  const head = `rules coverage: lines ${lines.hit}/${lines.found}, branches ${branches.length - missing.length}/${branches.length}`;
  return [
    head,
    ...missing.map(({ line, outcome }) => `  the allow at line ${line} was never seen ${outcome}`),
  ].join('\n');
}

/** Throws, with the summary, unless every allow statement was seen granting and denying. */
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
