import { isDeepStrictEqual } from 'node:util';
import { type AreaName, isStateRequest, type Outcome, type ParityCase, type Step } from './parity-case.ts';

/** A step of a case to which the servers responded differently. */
export interface Difference {
  readonly parityCase: ParityCase;
  readonly step: Step;
  /** The index of the step. */
  readonly at: number;
  /** `text`: only the message of an error differs. */
  readonly aspect: 'response' | 'code' | 'result' | 'text';
  readonly ours: Outcome;
  readonly google: Outcome;
}

/** What the comparison of one case found. */
export interface Comparison {
  /** The requests under test whose responses were compared. */
  readonly requests: number;
  /** At most one per request, or one of the preparation. */
  readonly differences: readonly Difference[];
}

/** Their requests under test only read, or replace everything that the others depend on. */
const INDEPENDENT: ReadonlySet<AreaName> = new Set([
  'queries',
  'aggregations',
  'rule-expressions',
  'rule-lists',
  'damaged-rules',
]);

function differingAspect(ours: Outcome, google: Outcome): Difference['aspect'] | undefined {
  if ((ours.status === 0) !== (google.status === 0)) return 'response';
  if (ours.code !== google.code || ours.status !== google.status) return 'code';
  if (!isDeepStrictEqual(ours.result, google.result)) return 'result';
  return ours.message === google.message ? undefined : 'text';
}

/** Google's emulator failed because of a defect, so its response is meaningless. */
function hasNoOpinion({ status }: Outcome): boolean {
  return status >= 500 && status !== 501;
}

/** True for a request under test: the others prepare it, or read what it stored. */
function isUnderTest({ setup = 0 }: ParityCase, step: Step, at: number): boolean {
  if (at < setup || 'listen' in step || 'unlisten' in step || 'network' in step) return false;
  return !isStateRequest(step);
}

/**
 * Compares the responses to each step. A difference other than `text` ends the comparison, because
 * later steps depend on the documents, unless the requests of the area are independent; so does a
 * step whose response from Google's emulator is meaningless. A request and the reads of its
 * documents have one difference at most, preferably of results.
 */
export function compareOutcomes(
  parityCase: ParityCase,
  ours: readonly Outcome[],
  google: readonly Outcome[],
): Comparison {
  const { area, setup = 0, steps } = parityCase;
  const differences: Difference[] = [];
  let requests = 0;
  /** The request to which the last difference belongs. */
  let differing = -1;
  for (const [at, step] of steps.entries()) {
    const pair = { ours: ours[at] as Outcome, google: google[at] as Outcome };
    const endsHere = at < setup || !INDEPENDENT.has(area);
    if (hasNoOpinion(pair.google)) {
      if (endsHere) break;
      continue;
    }
    if (isUnderTest(parityCase, step, at)) requests++;
    const aspect = differingAspect(pair.ours, pair.google);
    if (aspect === undefined || (aspect === 'text' && at < setup)) continue;
    const difference: Difference = { parityCase, step, at, aspect, ...pair };
    if (differing !== requests) differences.push(difference);
    else if (aspect !== 'text' && differences.at(-1)?.aspect === 'text')
      differences.splice(-1, 1, difference);
    differing = requests;
    if (aspect !== 'text' && endsHere) break;
  }
  return { requests, differences };
}
