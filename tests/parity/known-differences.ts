import { isDeepStrictEqual } from 'node:util';
import type { Difference } from './compare-outcomes.ts';
import type { Json, JsonObject, Step } from './parity-case.ts';

/** A permanent difference, with its cause. A cause that never occurs is not an error. */
export interface KnownDifference {
  /** Its name in docs/parity.md. */
  readonly id: string;
  /** How the servers differ and why, as in that list. */
  readonly cause: string;
  /** True if a difference has this cause. */
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

/** True if both succeeded, with results that differ only in these members. */
function differsOnlyIn({ aspect, ours, google }: Difference, ...keys: string[]): boolean {
  return aspect === 'result' && isDeepStrictEqual(without(ours.result, keys), without(google.result, keys));
}

/** A result without the first-level member `name`, which Google's may have and ours has not. */
function differsInAbsentToken({ aspect, ours, google }: Difference): boolean {
  const [own, other] = [ours.result, google.result] as (JsonObject | undefined)[];
  if (aspect !== 'result' || own === undefined || 'nextPageToken' in own) return false;
  return isDeepStrictEqual(own, without(other, ['nextPageToken']));
}

/** True if a query or each aggregation of it found no document. */
function findsNothing(result: Json | undefined): boolean {
  const counts = [...JSON.stringify(result ?? null).matchAll(/"(?:integerValue|doubleValue)":"([^"]*)"/g)];
  return (
    isDeepStrictEqual(result, []) || (isAggregation(result) && counts.every(([, sum]) => Number(sum) === 0))
  );
}

const isAggregation = (result: Json | undefined): boolean =>
  Array.isArray(result) && JSON.stringify(result[0] ?? null).startsWith('{"result":{"aggregateFields"');

/** A sum of a few numbers is off by a few units of the last of its 53 bits. */
const ROUNDING = 2 ** -50;

/** True if aggregations differ only in the last digits of floats. */
function differsByRounding({ aspect, ours, google }: Difference): boolean {
  if (aspect !== 'result' || !isAggregation(ours.result)) return false;
  const float = /"doubleValue":"([^"]*)"/g;
  const [own, other] = [ours.result, google.result].map((result) => {
    const text = JSON.stringify(result ?? null);
    const floats = [...text.matchAll(float)].map(([, digits]) => Number(digits));
    return { rest: text.replace(float, ''), floats };
  });
  if (own === undefined || own.rest !== other?.rest) return false;
  return own.floats.every((sum, index) => {
    const theirs = other.floats[index] as number;
    return Object.is(sum, theirs) || Math.abs(sum - theirs) <= ROUNDING * Math.abs(theirs);
  });
}

/**
 * A list with showMissing whose documents have an update time only with a creation time, and names
 * only under a mask.
 */
function comparableList(result: Json | undefined, hasMask: boolean): Json | undefined {
  const { documents = [], nextPageToken: _, ...others } = (result ?? {}) as JsonObject;
  const comparable = (documents as readonly JsonObject[]).map(
    ({ createTime, updateTime, fields, ...document }) => ({
      ...document,
      ...(createTime === undefined ? {} : { createTime, updateTime }),
      ...(hasMask || fields === undefined ? {} : { fields }),
    }),
  );
  return { ...others, documents: comparable as unknown as Json };
}

/**
 * The balance of how often each document entered and left the results of a listener, regardless of
 * how the changes were split.
 */
function balanceOfChanges(result: Json | undefined): Json | undefined {
  return (result as readonly JsonObject[] | undefined)?.map((listener) => {
    const balances = new Map<string, number>();
    for (const change of (listener.changes ?? []) as readonly string[]) {
      const [type, path = ''] = change.split(' ');
      const step = { added: 1, removed: -1 }[type ?? ''] ?? 0;
      balances.set(path, (balances.get(path) ?? 0) + step);
    }
    const balance = [...balances].filter(([, sum]) => sum !== 0).sort();
    return { ...listener, changes: balance as unknown as Json };
  });
}

/** The conditions of the statements that allow lists. */
function listConditions({ parityCase }: Difference): string[] {
  const text = JSON.stringify(parityCase.steps[0]);
  return [...text.matchAll(/allow (?:list|read): if (.*?); \}/g)].map(([, condition]) => condition as string);
}

/** The fields that a query's filters compare with null. */
function fieldsComparedWithNull(step: Step): string[] {
  const text = JSON.stringify(step);
  const filters = text.matchAll(
    /"fieldPath":"([^"]+)"\},"op":"[A-Z_]+","value":(?:\{"arrayValue":\{"values":\[[^\]]*)?\{"nullValue"/g,
  );
  return [...filters].map(([, field]) => field as string);
}

/**
 * True if ours denies a list that Google's emulator grants. The opposite would be a rule without
 * effect, and is never a known difference.
 */
const isDeniedList = ({ parityCase: { area }, ours, google }: Difference): boolean =>
  area === 'rule-lists' && ours.code === 'PERMISSION_DENIED' && google.code === 'OK';

/** Why ours denies a comparison of the id of documents that a list may return. */
const UNDETERMINED_ID = 'a query does not determine the id of the document';

/**
 * Failures of a commit because of stored documents, which a server may check before the validity of
 * another write.
 */
const FAILED_PRECONDITIONS = ['NOT_FOUND', 'ALREADY_EXISTS', 'FAILED_PRECONDITION'] as const;

/** True if both codes are among these. */
const haveCodes = ({ ours, google }: Difference, own: readonly string[], other: readonly string[]): boolean =>
  own.includes(ours.code) && other.includes(google.code);

/** True if a commit before the request deletes a document. */
const hasDeleteBefore = ({ parityCase: { steps }, at }: Difference): boolean =>
  JSON.stringify(steps.slice(0, at)).includes('"delete":');

/**
 * True if the results of a batch differ only in writes whose precondition ours rejects and Google's
 * emulator finds satisfied by the time of a delete.
 */
function isMetByDelete({ aspect, ours, google }: Difference): boolean {
  const [own, other] = [ours.result, google.result].map(
    (result) => (result as { readonly status?: readonly number[] } | undefined)?.status,
  );
  return (
    aspect === 'result' &&
    own !== undefined &&
    own.length === other?.length &&
    own.every(
      (code, index) => code === other[index] || (code === 9 && [0, 5].includes(other[index] as number)),
    )
  );
}

const requestText = ({ step }: Difference): string => JSON.stringify(step);
const isRules = ({ parityCase }: Difference): boolean => /rule/.test(parityCase.area);

/**
 * The rules line with the match block of the collection for a read of one document; empty for other
 * requests.
 */
function conditionOf({ parityCase: { steps }, step }: Difference): string {
  const collection = 'path' in step ? /documents\/([^/:]+)\/[^/:]+$/.exec(step.path)?.[1] : undefined;
  const [rules] = steps as readonly [Step];
  if (collection === undefined || !('path' in rules) || !rules.path.endsWith(':securityRules')) return '';
  const { files } = (rules.body as { rules: { files: readonly { content: string }[] } }).rules;
  const lines = files.flatMap(({ content }) => content.split('\n'));
  return lines.find((line) => line.includes(`match /${collection}/`)) ?? '';
}

/** Each has an item in docs/parity.md, which `npm run parity -- --write-docs` writes. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    id: 'text-of-compile-errors',
    cause: "Ours reports the first error of a statement, Google's also those that follow from it.",
    matches: (difference) =>
      difference.aspect === 'text' && difference.google.message?.startsWith('Error compiling rules') === true,
  },
  {
    id: 'text-of-warnings',
    cause: 'Warnings do not change what rules allow.',
    matches: (difference) => difference.aspect === 'text' && difference.google.code === 'OK',
  },
  {
    id: 'text-of-denials',
    cause: 'Both list the statements that did not grant, and explain errors in different words.',
    matches: (difference) =>
      difference.aspect === 'text' && isRules(difference) && difference.google.code === 'PERMISSION_DENIED',
  },
  {
    id: 'text-of-other-errors',
    cause: 'Same status code; production does not document the text.',
    matches: (difference) => difference.aspect === 'text',
  },
  {
    id: 'partition-query',
    cause: "Google's emulator does not implement PartitionQuery.",
    matches: (difference) =>
      requestText(difference).includes(':partitionQuery') &&
      difference.google.status === 501 &&
      ['OK', 'INVALID_ARGUMENT'].includes(difference.ours.code),
  },
  {
    id: 'descending-key-scans',
    cause: "Google's refuses `orderBy('__name__', 'desc')`; ours runs it.",
    matches: ({ ours, google }) =>
      google.message?.includes('descending key scans') === true &&
      ['OK', 'INVALID_ARGUMENT', 'PERMISSION_DENIED'].includes(ours.code),
  },
  {
    id: 'commit-without-writes',
    cause: 'Only production and ours return a commit time.',
    matches: (difference) =>
      requestText(difference).includes(':commit"') &&
      !/"writes":\[[^\]]/.test(requestText(difference)) &&
      differsOnlyIn(difference, 'commitTime'),
  },
  {
    id: 'write-results-of-one-document',
    cause:
      "Several writes of one commit to one document: ours returns an update time for each, Google's the last one.",
    matches: (difference) =>
      /:commit".*"((?:projects)[^"]*)".*"(?:name|document|delete)":"\1"/.test(requestText(difference)) &&
      differsOnlyIn(difference, 'updateTime'),
  },
  {
    id: 'one-snapshot-for-one-commit',
    cause: "A commit reaches a listener as one snapshot; Google's may split it.",
    matches: (difference) =>
      difference.parityCase.area === 'listening' &&
      difference.aspect === 'result' &&
      isDeepStrictEqual(balanceOfChanges(difference.ours.result), balanceOfChanges(difference.google.result)),
  },
  {
    id: 'count-up-to-zero',
    cause: "`up_to` of 0 is rejected, as `query.proto` says; Google's counts, or reports another error.",
    matches: (difference) =>
      difference.ours.message?.startsWith('up_to must be greater than zero') === true &&
      haveCodes(difference, ['INVALID_ARGUMENT'], ['OK', 'FAILED_PRECONDITION']),
  },
  {
    id: 'broken-parameters',
    cause:
      "Unknown or mistyped URL parameters and two preconditions are rejected, as in production; Google's ignores them.",
    matches: ({ parityCase, ours }) =>
      parityCase.area === 'rest' &&
      /^Invalid JSON payload received\. (cannot decode|Unknown name "[^"]*": Cannot bind query)/.test(
        ours.message ?? '',
      ),
  },
  {
    id: 'validation-before-rules',
    cause: "An invalid query that the rules deny is invalid; in Google's it may be denied.",
    matches: (difference) =>
      difference.parityCase.area === 'rule-lists' &&
      haveCodes(difference, ['INVALID_ARGUMENT'], ['PERMISSION_DENIED']),
  },
  {
    id: 'unproven-under-negation',
    cause:
      "In a list, `!` of a comparison that the filters do not decide is an error; Google's grants it, although results may violate it.",
    matches: (difference) =>
      isDeniedList(difference) &&
      listConditions(difference).some(
        (condition) =>
          /!\([^)]*( in | is |\.has(Any|All|Only)\()/.test(condition) ||
          (/!\(/.test(condition) && difference.ours.message?.includes(UNDETERMINED_ID) === true),
      ),
  },
  {
    id: 'rounding-of-sums',
    cause: 'The last digits of a sum or average of floats: ours compensates for rounding.',
    matches: differsByRounding,
  },
  {
    id: 'unsatisfiable-queries',
    cause:
      "An invalid query that cannot match anything is rejected; Google's returns nothing without validating it.",
    matches: (difference) => {
      const { message = '' } = difference.ours;
      return (
        (/^(order by clause cannot contain|This query requires an index that has fields )/.test(message) &&
          findsNothing(difference.google.result)) ||
        (message === 'A field filter needs an operator.' &&
          /"op":"OPERATOR_UNSPECIFIED","value":\{("nullValue"|"doubleValue":"NaN")/.test(
            requestText(difference),
          ) &&
          haveCodes(difference, ['INVALID_ARGUMENT'], ['OK']))
      );
    },
  },
  {
    id: 'code-of-an-invalid-key-scan',
    cause:
      'A descending key scan that is invalid for another reason too: FAILED_PRECONDITION or INVALID_ARGUMENT.',
    matches: (difference) => {
      const messages = [difference.ours.message, difference.google.message];
      return (
        messages.some((message) => message?.includes("or they're an ascending primary key scan")) &&
        messages.some((message) =>
          /^(Aggregation over non-key properties is not supported|order by clause cannot contain more fields)/.test(
            message ?? '',
          ),
        )
      );
    },
  },
  {
    id: 'members-of-request',
    cause: "`request` has the documented members; Google's adds `headers` and others.",
    matches: (difference) =>
      difference.aspect === 'code' &&
      isRules(difference) &&
      /(?<![.\w])request\)*\.(size|keys|values)\(/.test(conditionOf(difference)),
  },
  {
    id: 'skipped-results',
    cause: "`skippedResults` is sent once, with the first document; Google's repeats or omits it.",
    matches: (difference) =>
      requestText(difference).includes('"offset":') && differsOnlyIn(difference, 'skippedResults'),
  },
  {
    id: 'token-of-last-page',
    cause: "A list that ends with a full page has no token; Google's returns the token of an empty page.",
    matches: (difference) => requestText(difference).includes('pageSize') && differsInAbsentToken(difference),
  },
  {
    id: 'token-of-another-list',
    cause:
      "A page token used with another collection or order continues after its document; Google's starts again.",
    matches: (difference) =>
      difference.aspect === 'result' &&
      /documents\/(?!c\?)[^"?]*\?[^"]*pageToken=\{token/.test(requestText(difference)),
  },
  {
    id: 'empty-select',
    cause: "A projection of no fields returns whole documents, as in production; Google's returns names.",
    matches: (difference) =>
      /"select":\{("fields":\[\])?\}/.test(requestText(difference)) &&
      !JSON.stringify(difference.google.result ?? null).includes('"fields":') &&
      differsOnlyIn(difference, 'fields', 'skippedResults'),
  },
  {
    id: 'empty-composite-filter',
    cause: "A composite filter without filters is rejected, as in production; Google's ignores it.",
    matches: (difference) =>
      difference.ours.message?.startsWith('A composite filter must have at least one') === true &&
      haveCodes(difference, ['INVALID_ARGUMENT'], ['OK', 'FAILED_PRECONDITION']),
  },
  {
    id: 'precedence-of-in-and-is',
    cause:
      "`in` and `is` bind tighter than `==` and `!=`, as documented: `'a' in list == true` is `('a' in list) == true`; Google's reads `'a' in (list == true)`.",
    matches: (difference) =>
      difference.aspect === 'code' &&
      /[!=]= [^()&|;]* (in|is) | (in|is) [^()&|;]* [!=]= /.test(conditionOf(difference)),
  },
  {
    id: 'last-digits-of-distances',
    cause:
      'The last digits of `latlng.distance()`: the trigonometric functions of Java and JavaScript differ.',
    matches: (difference) =>
      difference.aspect === 'code' && /string\([^&|]*\.distance\(/.test(conditionOf(difference)),
  },
  {
    id: 'order-of-map-values',
    cause: "`map.values()` has the order of `keys()`, in Google's that of the writes. Neither is documented.",
    matches: (difference) =>
      difference.aspect === 'code' && /\.values\(\)\)*(\[| [!=]=)/.test(conditionOf(difference)),
  },
  {
    id: 'interpolated-segments',
    cause:
      "`$(text)` in a path with an empty text or a slash is an error; Google's makes it a segment, which grants `!exists(...)`.",
    matches: (difference) =>
      difference.aspect === 'code' &&
      /Invalid path segment: '([^']*\/[^']*)?'/.test(difference.ours.message ?? '') &&
      JSON.stringify(difference.parityCase.steps[0]).includes('$('),
  },
  {
    id: 'overflow-of-a-division',
    cause: "The smallest integer divided by -1 is an error; Google's returns the smallest integer.",
    matches: ({ aspect, ours }) =>
      aspect === 'code' &&
      /'\(*-9223372036854775808\)* \/ \(*-1\)*' failed: Integer value is out of/.test(ours.message ?? ''),
  },
  {
    id: 'time-of-day-before-1970',
    cause:
      "`time()` within the first second of a day before 1970 is less than a second; in Google's about -24 hours.",
    // A grant by ours names no values: such a time comes from a negative number or a subtraction.
    matches: (difference) =>
      difference.aspect === 'code' &&
      (/\.time\(\) = 0\.\d+s/.test(difference.ours.message ?? '') ||
        (haveCodes(difference, ['OK', 'NOT_FOUND'], ['PERMISSION_DENIED']) &&
          /-.*\.time\(\)/.test(conditionOf(difference)))),
  },
  {
    id: 'unsatisfiable-filters-below-documents',
    cause:
      "A query of all descendants of a document drops a filter under OR such as `a <= null`; Google's rejects it.",
    matches: (difference) =>
      haveCodes(difference, ['OK'], ['INVALID_ARGUMENT']) &&
      difference.google.message?.startsWith('collection group queries are only allowed at the root') ===
        true &&
      /"op":"OR".*"op":"(LESS|GREATER)_THAN(_OR_EQUAL)?","value":\{("nullValue"|"doubleValue":"NaN")/.test(
        requestText(difference),
      ),
  },
  {
    id: 'unsatisfiable-filters-of-all-collections',
    cause: 'The same in a query of all collections.',
    matches: (difference) =>
      haveCodes(difference, ['OK'], ['INVALID_ARGUMENT']) &&
      difference.google.message?.startsWith('kind is required for filter: ') === true &&
      /"op":"OR".*"op":"(LESS_THAN|GREATER_THAN|NOT_EQUAL)[A-Z_]*","value":\{("nullValue"|"doubleValue":"NaN")/.test(
        requestText(difference),
      ),
  },
  {
    id: 'key-equality-and-not-in',
    cause: "A document name with `not-in` of null and other values matches nothing; Google's rejects it.",
    matches: (difference) =>
      haveCodes(difference, ['OK'], ['INVALID_ARGUMENT']) &&
      isDeepStrictEqual(difference.ours.result, []) &&
      difference.google.message?.startsWith('Equality on key is not allowed if') === true &&
      /"op":"NOT_IN".*"nullValue"/.test(requestText(difference)),
  },
  {
    id: 'comparisons-with-null-in-lists',
    cause:
      "A list with a field filter on null: Google's grants `==`, `!=` and `in` on that field, ours what the filters prove.",
    matches: (difference) =>
      isDeniedList(difference) &&
      fieldsComparedWithNull(difference.step).some((field) =>
        listConditions(difference).some((condition) => condition.includes(`resource.data.${field}`)),
      ),
  },
  {
    id: 'inequality-by-float-equality',
    cause: "A list with `== 1.0` and another filter on the field: Google's takes `!= 1` for proven.",
    matches: (difference) =>
      isDeniedList(difference) &&
      /"op":("EQUAL","value":\{|"IN","value":\{"arrayValue":\{"values":\[[^\]]*\{)"doubleValue"/.test(
        requestText(difference),
      ) &&
      listConditions(difference).some((condition) => /!= \d+(?![.\d])|(?<![.\d])\d+ !=/.test(condition)),
  },
  {
    id: 'long-operands',
    cause:
      "Filter values over 1,500 bytes are compared whole, as production stores them; Google's rejects them.",
    matches: ({ ours, google }) =>
      ['OK', 'PERMISSION_DENIED'].includes(ours.code) &&
      /^value for .* is too large to be used in a query/.test(google.message ?? ''),
  },
  {
    id: 'delete-of-long-ids',
    cause:
      "Deleting a document id over 1,500 bytes is rejected, as any other write; Google's finds nothing to delete.",
    matches: (difference) =>
      /is longer than 1500 bytes/.test(difference.ours.message ?? '') &&
      /"delete":"[^"]{1500}/.test(requestText(difference)) &&
      haveCodes(difference, ['INVALID_ARGUMENT'], ['OK', ...FAILED_PRECONDITIONS]),
  },
  {
    id: 'unknown-methods',
    cause: "501 UNIMPLEMENTED as JSON with the method's name; Google's returns 404 as text.",
    matches: ({ ours, google }) => ours.status === 501 && google.status === 404 && google.code === 'NOT_JSON',
  },
  {
    id: 'times-in-parameters',
    cause: "Google's reads `currentDocument.updateTime` in a URL as 0.",
    matches: (difference) =>
      difference.parityCase.area === 'rest' &&
      requestText(difference).includes('currentDocument.updateTime=') &&
      (haveCodes(difference, ['OK'], ['FAILED_PRECONDITION']) ||
        (/^the stored version \(0\)/.test(difference.ours.message ?? '') &&
          haveCodes(difference, ['FAILED_PRECONDITION'], ['OK']))),
  },
  {
    id: 'empty-collection-id',
    cause: "A URL that ends with a slash is rejected; Google's lists all collections.",
    matches: ({ ours, google }) =>
      /^The path ".*" contains an empty segment/.test(ours.message ?? '') && google.code === 'OK',
  },
  {
    id: 'encoded-slashes',
    cause: "An encoded slash in an id, `c/a%2Fb`, is rejected; Google's splits the id.",
    matches: (difference) =>
      /^The path \S* contains an encoded "\/"/.test(difference.ours.message ?? '') &&
      /%2F/.test(requestText(difference)) &&
      haveCodes(difference, ['INVALID_ARGUMENT'], ['OK', 'NOT_FOUND']),
  },
  {
    id: 'show-missing',
    cause:
      "`showMissing` returns missing documents without times, as documented; Google's adds an update time and ignores the mask.",
    matches: (difference) => {
      const text = requestText(difference);
      if (!text.includes('showMissing=true')) return false;
      if (difference.ours.message === 'page_size is negative')
        return text.includes('pageSize=-1') && difference.google.code === 'OK';
      const [own, other] = [difference.ours, difference.google].map(({ result }) =>
        comparableList(result, text.includes('mask.fieldPaths=')),
      );
      return difference.aspect === 'result' && isDeepStrictEqual(own, other);
    },
  },
  {
    id: 'white-space-ids',
    cause: "An id of white space is valid in a URL; Google's trims the end of a path.",
    matches: (difference) =>
      /^Document name .* has invalid trailing "\/"/.test(difference.google.message ?? '') &&
      requestText(difference).includes('%20') &&
      haveCodes(difference, ['OK', 'NOT_FOUND', 'FAILED_PRECONDITION'], ['INVALID_ARGUMENT']),
  },
  {
    id: 'code-of-a-precondition-of-several-writes',
    cause:
      'Several writes to a missing document, the first with an update time, the last a delete: FAILED_PRECONDITION or NOT_FOUND.',
    matches: ({ ours, google }) =>
      ours.code === 'FAILED_PRECONDITION' &&
      /^the stored version \(0\)/.test(ours.message ?? '') &&
      google.code === 'NOT_FOUND',
  },
  {
    id: 'time-of-a-delete',
    cause:
      "A precondition with the time of the document's delete is FAILED_PRECONDITION; Google's accepts it, or says NOT_FOUND.",
    matches: (difference) =>
      /"currentDocument":\{"updateTime":/.test(requestText(difference)) &&
      hasDeleteBefore(difference) &&
      ((/^the stored version \(0\)/.test(difference.ours.message ?? '') &&
        haveCodes(difference, ['FAILED_PRECONDITION'], ['OK', ...FAILED_PRECONDITIONS])) ||
        isMetByDelete(difference)),
  },
  {
    id: 'fine-times-in-lists',
    cause:
      "A time finer than a microsecond in `in` or `not-in` matches no stored time; Google's truncates it.",
    matches: (difference) =>
      difference.aspect === 'result' &&
      /"op":"(IN|NOT_IN)","value":\{"arrayValue":.*"timestampValue":"[^"]*\.\d{7,}Z"/.test(
        requestText(difference),
      ),
  },
  {
    id: 'arrays-in-array-transforms',
    cause: "An array in an array transform is rejected, as in production; Google's stores the nested array.",
    matches: (difference) =>
      difference.ours.message?.startsWith('Cannot convert a') === true &&
      /"(appendMissingElements|removeAllFromArray)":\{"values":\[.*"arrayValue"/.test(
        requestText(difference),
      ) &&
      haveCodes(difference, ['INVALID_ARGUMENT'], ['OK', ...FAILED_PRECONDITIONS]),
  },
];

/** The known cause of a difference; undefined if it is new. */
export function findKnownDifference(difference: Difference): KnownDifference | undefined {
  return KNOWN_DIFFERENCES.find((known) => known.matches(difference));
}
