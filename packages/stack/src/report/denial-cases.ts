import { type Denial, formatDenial } from '../data/denial.ts';
import type { ReportCase } from './report-case.ts';

/** The line of firebase-tools for a request that the rules of Storage deny. */
const DENIED_FILE =
  /^⚠ {2}((?:get|list|create|update|delete) \/b\/.+?) denied: ((?:(\S+\.rules):(\d+):\d+ )?.*)$/;
const STORAGE_RULES = 'storage.rules';

/**
 * A case for each line of the rules of Firestore that denied requests, with the first of them: a
 * suite may send the same one a thousand times.
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

/** The case of a line that firebase-tools prints; undefined when it is about something else. */
export function storageDenialCase(line: string): ReportCase | undefined {
  const [, request, reason, file = STORAGE_RULES, place] = DENIED_FILE.exec(line) ?? [];
  if (request === undefined || reason === undefined) return undefined;
  return {
    name: request,
    file,
    ...(place !== undefined && { line: Number(place) }),
    outcome: 'failed',
    message: reason,
  };
}
