import type { FieldValue } from '../../core/value.ts';
import { compareValues } from '../../core/value-order.ts';
import { invalidExpression } from '../evaluation-error.ts';
import { eager, type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import { asArray, asInteger } from './argument.ts';

/** The values except null and ABSENT, sorted; `sign` 1 is ascending. */
function ranked(values: readonly (FieldValue | undefined)[], sign: 1 | -1): FieldValue[] {
  const present = values.filter((value) => value !== undefined && value !== null);
  return present.sort((left, right) => sign * compareValues(left, right));
}

/**
 * With one argument, the extreme of an array; with several, their extreme. Null if there is none.
 */
function extreme(name: string, sign: 1 | -1): FunctionDefinition {
  return eager(1, Number.POSITIVE_INFINITY, (args) => {
    const values = args.length === 1 ? asArray(name, args[0] ?? []) : args;
    return ranked(values, sign)[0] ?? null;
  });
}

function extremes(name: string, sign: 1 | -1): FunctionDefinition {
  return strict(2, 2, (array, count) => {
    const size = asInteger(name, count);
    if (size < 0) throw invalidExpression(`${name}(): the count must be non-negative, but was ${size}.`);
    return ranked(asArray(name, array), sign).slice(0, size);
  });
}

/** The greatest and least values, across all types in index order. */
export const EXTREME_FUNCTIONS: FunctionTable = {
  maximum: extreme('maximum', -1),
  minimum: extreme('minimum', 1),
  maximum_n: extremes('maximum_n', -1),
  minimum_n: extremes('minimum_n', 1),
};
