import { type Denial, formatDenial } from '../../../event-log/recording/denial.ts';
import type { ReportCase } from './report-case.ts';

/**
 * Returns a case for each line of the rules that denied requests, with its first request: a suite
 * may send the same one a thousand times.
 */
export function denialCases(denials: readonly Denial[]): ReportCase[] {
  const groups = Map.groupBy(denials, ({ file, line, request: { method, path } }) =>
    JSON.stringify([file, method, line ?? path]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [caseOf(first, group.length)];
  });
}

function caseOf(denial: Denial, count: number): ReportCase {
  const { request, file, line, summary, causes } = denial;
  const others = count === 1 ? '' : ` and ${count - 1} more`;
  return {
    name: `${request.method} ${request.path} (${request.uid ?? 'signed out'})${others}`,
    file,
    line: causes[0]?.line ?? line ?? undefined,
    outcome: 'failed',
    message: summary,
    detail: formatDenial(denial),
  };
}
