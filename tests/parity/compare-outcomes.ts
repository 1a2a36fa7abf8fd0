import { isDeepStrictEqual } from 'node:util';
import type { Outcome, ParityCase, Step } from './parity-case.ts';

/** The first step of a case to which the servers responded differently. */
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

function differingAspect(ours: Outcome, google: Outcome): Difference['aspect'] | undefined {
  if ((ours.status === 0) !== (google.status === 0)) return 'response';
  if (ours.code !== google.code || ours.status !== google.status) return 'code';
  if (!isDeepStrictEqual(ours.result, google.result)) return 'result';
  return ours.message === google.message ? undefined : 'text';
}

/** Google's emulator failed by a defect of its own, so its response says nothing. */
function hasNoOpinion({ status }: Outcome): boolean {
  return status >= 500 && status !== 501;
}

/**
 * The first difference, or undefined. A difference of another kind than `text` ends the comparison, because later steps depend
 * on the documents; so does a step on which Google's emulator has no opinion. One of texts is returned when there is no other.
 */
export function compareOutcomes(
  parityCase: ParityCase,
  ours: readonly Outcome[],
  google: readonly Outcome[],
): Difference | undefined {
  let textDifference: Difference | undefined;
  for (const [at, step] of parityCase.steps.entries()) {
    const pair = { ours: ours[at] as Outcome, google: google[at] as Outcome };
    if (hasNoOpinion(pair.google)) break;
    const aspect = differingAspect(pair.ours, pair.google);
    if (aspect === undefined) continue;
    const difference: Difference = { parityCase, step, at, aspect, ...pair };
    if (aspect !== 'text') return difference;
    textDifference ??= difference;
  }
  return textDifference;
}
