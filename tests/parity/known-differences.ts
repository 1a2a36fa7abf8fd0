import type { Difference } from './compare-outcomes.ts';

/** A difference that stays, with its cause. A cause that never occurs is not an error. */
export interface KnownDifference {
  /** The first column of its line in docs/parity.md. */
  readonly id: string;
  /** How the servers differ and why; the second column. */
  readonly cause: string;
  /** Whether a difference has this cause. */
  matches(difference: Difference): boolean;
}

const requestText = ({ step }: Difference): string => JSON.stringify(step);
const isRules = ({ parityCase }: Difference): boolean => /rule/.test(parityCase.area);

/** Each has a line in docs/parity.md, which `npm run parity -- --write-docs` writes. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    id: 'text-of-compile-errors',
    cause:
      "Rules that do not compile: ours reports the first error of a statement, Google's parser also reports what follows from it, in the words of its parser generator.",
    matches: (difference) =>
      difference.aspect === 'text' && difference.google.message?.startsWith('Error compiling rules') === true,
  },
  {
    id: 'text-of-warnings',
    cause: 'Warnings about rules that compile: they do not change what the rules allow.',
    matches: (difference) => difference.aspect === 'text' && difference.google.code === 'OK',
  },
  {
    id: 'text-of-denials',
    cause:
      "A denied request: both list the allow statements that did not grant; the explanation of a condition's error differs in wording.",
    matches: (difference) =>
      difference.aspect === 'text' && isRules(difference) && difference.google.code === 'PERMISSION_DENIED',
  },
  {
    id: 'text-of-other-errors',
    cause:
      'Requests that both reject with the same status code: production does not document the wording, and SDKs pass on the code.',
    matches: (difference) => difference.aspect === 'text',
  },
  {
    id: 'partition-query',
    cause: "Google's emulator does not implement PartitionQuery; production and ours do.",
    matches: (difference) =>
      requestText(difference).includes(':partitionQuery') && difference.google.status === 501,
  },
  {
    id: 'descending-key-scans',
    cause:
      "Google's emulator refuses a descending order by the document name; production and ours have it, with an index.",
    matches: ({ google }) => google.message?.includes('descending key scans') === true,
  },
];

/** Defects of ours that are not fixed yet, by the signature of the difference: they are counted, and fail no test. */
export const OPEN_DIFFERENCES: readonly RegExp[] = [];

/** The known cause of a difference; undefined when it is new. */
export function findKnownDifference(difference: Difference): KnownDifference | undefined {
  return KNOWN_DIFFERENCES.find((known) => known.matches(difference));
}
