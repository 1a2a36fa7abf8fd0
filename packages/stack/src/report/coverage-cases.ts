import type { ReportCase } from './report-case.ts';

/**
 * `BRDA:LINE,BLOCK,BRANCH,TAKEN`: a block is an allow statement; TAKEN is `-` if it was not
 * reached.
 */
const BRANCH = /^BRDA:(\d+),(\d+),([01]),(-|\d+)$/;
const OUTCOMES = ['granted', 'denied'];

/**
 * Returns a case for each allow statement of a rules file. It passes if requests had each outcome
 * that the statement can have.
 * @param lcov the coverage reported by the emulator
 * @param rules the text of the file
 */
export function coverageCases(lcov: string, file: string, rules: string): ReportCase[] {
  const branches = lcov.split('\n').flatMap((text) => {
    const [, line, block, branch, taken] = BRANCH.exec(text) ?? [];
    return line === undefined
      ? []
      : [{ line: Number(line), block, outcome: OUTCOMES[Number(branch)], taken }];
  });
  const lines = rules.split('\n');
  return [...Map.groupBy(branches, ({ block }) => block).values()].map((ofStatement): ReportCase => {
    const line = ofStatement[0]?.line ?? 1;
    const missing = ofStatement.filter(({ taken }) => taken === '-' || taken === '0');
    const isReached = ofStatement.some(({ taken }) => taken !== '-');
    return {
      name: `line ${line}: ${lines[line - 1]?.trim() ?? ''}`,
      file,
      line,
      ...(missing.length === 0
        ? { outcome: 'passed' }
        : {
            outcome: 'skipped',
            message: isReached
              ? `no request was ${missing.map(({ outcome }) => outcome).join(' or ')}`
              : 'no request reached it',
          }),
    };
  });
}
