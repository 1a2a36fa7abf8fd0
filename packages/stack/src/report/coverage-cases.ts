import type { ReportCase } from './report-case.ts';

/** `BRDA:LINE,BLOCK,BRANCH,TAKEN`: a block is an allow statement, `-` one that was not reached. */
const BRANCH = /^BRDA:(\d+),(\d+),([01]),(-|\d+)$/;
const OUTCOMES = ['granted', 'denied'];

/**
 * A case for each allow statement of a file of rules: it is passed when the requests of the command
 * had each outcome that it can have.
 * @param lcov the coverage that the emulator reports
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
