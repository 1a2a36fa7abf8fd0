import { isDeepStrictEqual } from 'node:util';
import type { Difference } from './compare-outcomes.ts';
import type { Json } from './parity-case.ts';

/** A difference that stays, with its cause. A cause that never occurs is not an error. */
export interface KnownDifference {
  /** The first column of its line in docs/parity.md. */
  readonly id: string;
  /** How the servers differ and why; the second column. */
  readonly cause: string;
  /** Whether a difference has this cause. */
  matches(difference: Difference): boolean;
}

/** A response without some members, at any depth. */
function without(value: Json | undefined, keys: readonly string[]): Json | undefined {
  if (Array.isArray(value)) {
    const inner = value.map((each: Json) => without(each, keys) as Json);
    return inner.filter((each) => typeof each !== 'object' || each === null || Object.keys(each).length > 0);
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => !keys.includes(key));
  return Object.fromEntries(members.map(([key, each]) => [key, without(each, keys) as Json]));
}

/** Whether both succeeded, with results that differ in these members only. */
function differsOnlyIn({ aspect, ours, google }: Difference, ...keys: string[]): boolean {
  return aspect === 'result' && isDeepStrictEqual(without(ours.result, keys), without(google.result, keys));
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
  {
    id: 'commit-without-writes',
    cause: "A commit without writes has a commit time in production and ours, and none in Google's emulator.",
    matches: (difference) =>
      differsOnlyIn(difference, 'commitTime') && !/"writes":\[[^\]]/.test(requestText(difference)),
  },
  {
    id: 'write-results-of-one-document',
    cause:
      "Several writes of one commit to one document: ours reports the update time after each of them, Google's emulator that after the commit for all.",
    matches: (difference) =>
      /:(commit|batchWrite)"/.test(requestText(difference)) && differsOnlyIn(difference, 'updateTime'),
  },
  {
    id: 'one-snapshot-for-one-commit',
    cause:
      "A commit reaches a listener as one snapshot in production and ours; Google's emulator may send it in parts, so that changes arrive in another order.",
    matches: (difference) =>
      difference.parityCase.area === 'listening' && differsOnlyIn(difference, 'changes'),
  },
  {
    id: 'count-up-to-zero',
    cause:
      'A count up to zero: rejected by the documentation of the protocol and ours, counted by Google’s emulator.',
    matches: ({ ours }) => ours.message?.startsWith('up_to must be greater than zero') === true,
  },
  {
    id: 'broken-parameters',
    cause:
      "A parameter of a URL with a value of another type, or two preconditions at once: ours rejects them, Google's emulator ignores them.",
    matches: ({ parityCase, ours }) =>
      parityCase.area === 'rest' &&
      ours.message?.startsWith('Invalid JSON payload received. cannot decode') === true,
  },
  {
    id: 'validation-before-rules',
    cause:
      "An invalid query that the rules deny too: ours says first that it is invalid, Google's emulator for some reasons that it is denied.",
    matches: ({ ours, google }) => ours.code === 'INVALID_ARGUMENT' && google.code === 'PERMISSION_DENIED',
  },
  {
    id: 'unproven-under-negation',
    cause:
      "A list under `!` of a comparison that the filters do not decide: an error and denied in ours, false and granted in Google's emulator. The query can return documents for which the condition is false.",
    matches: ({ parityCase, ours, google }) =>
      parityCase.area === 'rule-lists' &&
      ours.code === 'PERMISSION_DENIED' &&
      google.code === 'OK' &&
      JSON.stringify(parityCase.steps[0]).includes('!('),
  },
  {
    id: 'unsatisfiable-queries',
    cause:
      "An invalid order in a query whose filters exclude each other: ours rejects it, Google's emulator returns nothing without a look at the order.",
    matches: ({ ours, google }) =>
      ours.message?.startsWith('order by clause cannot contain') === true &&
      isDeepStrictEqual(google.result, []),
  },
  {
    id: 'skipped-results',
    cause:
      "`skippedResults` of a query with an offset: ours counts them once, with the first document; Google's emulator repeats the number, or leaves it out.",
    matches: (difference) => differsOnlyIn(difference, 'skippedResults'),
  },
  {
    id: 'token-of-last-page',
    cause:
      "A list that ends exactly with a full page: Google's emulator returns a token of an empty page, ours none.",
    matches: (difference) => differsOnlyIn(difference, 'nextPageToken'),
  },
  {
    id: 'empty-select',
    cause:
      "A projection of no fields: ours returns whole documents, as production does; Google's emulator returns names.",
    matches: (difference) =>
      /"select":\{("fields":\[\])?\}/.test(requestText(difference)) && differsOnlyIn(difference, 'fields'),
  },
  {
    id: 'empty-composite-filter',
    cause:
      "A composite filter without filters: ours rejects it, as production does; Google's emulator ignores it.",
    matches: ({ ours }) => ours.message?.startsWith('A composite filter must have at least one') === true,
  },
  {
    id: 'arrays-in-array-transforms',
    cause:
      "An array as an element of an array transform: ours rejects it, as production does; Google's emulator stores an array in an array.",
    matches: ({ ours }) => ours.message?.startsWith('Cannot convert a') === true,
  },
];

/** Defects of ours that are not fixed yet, by the signature of the difference: they are counted, and fail no test. */
export const OPEN_DIFFERENCES: readonly RegExp[] = [
  // A precondition on an update time later than that of the document.
  /FAILED_PRECONDITION .* <> 400 INVALID_ARGUMENT Invalid base version/,
  // A mask that is invalid, on a document that does not exist.
  /^rest GET .* 404 NOT_FOUND .* <> 400 INVALID_ARGUMENT Invalid property path/,
  // A comparison with null, which nothing satisfies, under OR: ours still orders by its field, and leaves out documents without it.
  /^queries .* result {2}fewer than Google's/,
  // An equality and another filter on one field, which exclude each other: the query returns nothing.
  /^rule-lists .* 200 OK {2}<> 403 PERMISSION_DENIED/,
  // `documents/c/a:commit`.
  /^rest POST :commit code 200 OK {2}<> 400 INVALID_ARGUMENT Document parent name/,
  // A read-only transaction after a commit with writes, which fails.
  /^transactions .* INVALID_ARGUMENT The referenced transaction has expired or is no longer valid\. <> 200 OK/,
];

/** The known cause of a difference; undefined when it is new. */
export function findKnownDifference(difference: Difference): KnownDifference | undefined {
  return KNOWN_DIFFERENCES.find((known) => known.matches(difference));
}
