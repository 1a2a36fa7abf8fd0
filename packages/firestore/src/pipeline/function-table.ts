import { ARITHMETIC_FUNCTIONS } from './functions/arithmetic.ts';
import { ARRAY_FUNCTIONS } from './functions/array.ts';
import { COMPARISON_FUNCTIONS } from './functions/comparison.ts';
import { EXTREME_FUNCTIONS } from './functions/extremes.ts';
import { GENERAL_FUNCTIONS } from './functions/general.ts';
import { LOGIC_FUNCTIONS } from './functions/logic.ts';
import { MAP_FUNCTIONS } from './functions/map.ts';
import { PATTERN_FUNCTIONS } from './functions/pattern.ts';
import { ROUNDING_FUNCTIONS } from './functions/rounding.ts';
import { STRING_FUNCTIONS } from './functions/string.ts';
import { SUBQUERY_FUNCTIONS } from './functions/subquery.ts';
import { TIMESTAMP_FUNCTIONS } from './functions/timestamp.ts';
import { VECTOR_FUNCTIONS } from './functions/vector.ts';
import type { FunctionTable } from './parser.ts';

/**
 * All functions by protocol name. Functions of the aggregate stage are in `aggregate-functions.ts`.
 */
export const FUNCTIONS: FunctionTable = {
  ...ARITHMETIC_FUNCTIONS,
  ...ARRAY_FUNCTIONS,
  ...COMPARISON_FUNCTIONS,
  ...EXTREME_FUNCTIONS,
  ...GENERAL_FUNCTIONS,
  ...LOGIC_FUNCTIONS,
  ...MAP_FUNCTIONS,
  ...PATTERN_FUNCTIONS,
  ...ROUNDING_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...SUBQUERY_FUNCTIONS,
  ...TIMESTAMP_FUNCTIONS,
  ...VECTOR_FUNCTIONS,
};
