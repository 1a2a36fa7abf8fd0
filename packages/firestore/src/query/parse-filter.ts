import { isNamePath, parseFieldPath } from '../core/field-path.ts';
import { parseDocumentName } from '../core/resource-name.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import { type FieldValue, ReferenceValue } from '../core/value.ts';
import { fromOperandValue } from '../core/value-message.ts';
import type {
  StructuredQuery_CompositeFilter,
  StructuredQuery_FieldFilter,
  StructuredQuery_Filter,
  StructuredQuery_UnaryFilter,
} from '../gen/google/firestore/v1/query_pb.js';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOperator,
  StructuredQuery_FieldFilter_Operator as FieldOp,
  StructuredQuery_UnaryFilter_Operator as UnaryOp,
} from '../gen/google/firestore/v1/query_pb.js';
import type { BinaryOperator, Filter, NameFilter } from './filter.ts';

const MAX_IN_VALUES = 30;
const MAX_NOT_IN_VALUES = 10;
const MAX_FILTER_DEPTH = 100;

const OPERATORS: ReadonlyMap<FieldOp, BinaryOperator> = new Map([
  [FieldOp.LESS_THAN, '<'],
  [FieldOp.LESS_THAN_OR_EQUAL, '<='],
  [FieldOp.GREATER_THAN, '>'],
  [FieldOp.GREATER_THAN_OR_EQUAL, '>='],
  [FieldOp.EQUAL, '=='],
  [FieldOp.NOT_EQUAL, '!='],
  [FieldOp.ARRAY_CONTAINS, 'array-contains'],
  [FieldOp.IN, 'in'],
  [FieldOp.ARRAY_CONTAINS_ANY, 'array-contains-any'],
  [FieldOp.NOT_IN, 'not-in'],
]);

/**
 * Parses a StructuredQuery.Filter. References on __name__ must be in `database`
 * ('projects/P/databases/D'). Throws INVALID_ARGUMENT.
 */
export function parseFilter(message: StructuredQuery_Filter, database: string, depth = 0): Filter {
  if (depth > MAX_FILTER_DEPTH) throw invalidArgument('The filter nests too deeply.');
  const { filterType } = message;
  switch (filterType.case) {
    case 'compositeFilter':
      return parseComposite(filterType.value, database, depth);
    case 'fieldFilter':
      return parseField(filterType.value, database);
    case 'unaryFilter':
      return parseUnary(filterType.value);
    default:
      throw invalidArgument('A filter is missing its type: composite_filter, field_filter or unary_filter.');
  }
}

function parseComposite(message: StructuredQuery_CompositeFilter, database: string, depth: number): Filter {
  if (message.op !== CompositeOperator.AND && message.op !== CompositeOperator.OR) {
    throw invalidArgument('A composite filter needs an operator: AND or OR.');
  }
  if (message.filters.length === 0) {
    throw invalidArgument('A composite filter must have at least one sub-filter.');
  }
  const filters = message.filters.map((filter) => parseFilter(filter, database, depth + 1));
  // An OR of one filter stays an OR: not-in excludes it.
  if (message.op === CompositeOperator.OR) return { kind: 'or', filters };
  return filters.length === 1 ? (filters[0] as Filter) : { kind: 'and', filters };
}

function parseUnary(message: StructuredQuery_UnaryFilter): Filter {
  if (message.operandType.case !== 'field') throw invalidArgument('A unary filter needs a field.');
  const path = parseFieldPath(message.operandType.value.fieldPath);
  if (isNamePath(path)) throw invalidArgument('Unary operators cannot be applied to __name__.');
  switch (message.op) {
    case UnaryOp.IS_NULL:
      return { kind: 'field', path, operator: 'is', value: null };
    case UnaryOp.IS_NAN:
      return { kind: 'field', path, operator: 'is', value: Number.NaN };
    case UnaryOp.IS_NOT_NULL:
      return { kind: 'field', path, operator: 'is-not', value: null };
    case UnaryOp.IS_NOT_NAN:
      return { kind: 'field', path, operator: 'is-not', value: Number.NaN };
    default:
      throw invalidArgument('A unary filter needs an operator.');
  }
}

function parseField(message: StructuredQuery_FieldFilter, database: string): Filter {
  if (!message.field) throw invalidArgument('A field filter needs a field.');
  if (!message.value) throw invalidArgument('A field filter needs a value.');
  const operator = OPERATORS.get(message.op);
  if (!operator) throw invalidArgument('A field filter needs an operator.');
  const path = parseFieldPath(message.field.fieldPath);
  const value = fromOperandValue(message.value);
  checkList(operator, value);
  if (isNamePath(path)) return parseName(operator, value, database);
  return { kind: 'field', path, operator, value };
}

const LIST_NAMES: { [operator: string]: string } = {
  in: 'IN',
  'not-in': 'NOT_IN',
  'array-contains-any': 'ARRAY_CONTAINS_ANY',
};

function checkList(operator: BinaryOperator, value: FieldValue): void {
  const name = LIST_NAMES[operator];
  if (name === undefined) return;
  if (!Array.isArray(value) || value.length === 0) {
    throw invalidArgument(`'${name}' requires an non-empty ArrayValue.`);
  }
  const limit = operator === 'not-in' ? MAX_NOT_IN_VALUES : MAX_IN_VALUES;
  if (value.length > limit) throw invalidArgument(`'${name}' supports up to ${limit} comparison values.`);
}

function parseName(operator: BinaryOperator, value: FieldValue, database: string): NameFilter {
  if (operator === 'array-contains' || operator === 'array-contains-any') {
    throw invalidArgument(
      `__name__ cannot be used with ${operator === 'array-contains' ? 'ARRAY_CONTAINS' : 'ARRAY_CONTAINS_ANY'}.`,
    );
  }
  const operands = operator === 'in' || operator === 'not-in' ? (value as readonly FieldValue[]) : [value];
  return { kind: 'name', operator, paths: operands.map((operand) => parseReferencePath(operand, database)) };
}

/**
 * The path of a reference used as an operand or cursor value on __name__. Throws INVALID_ARGUMENT.
 */
export function parseReferencePath(value: FieldValue, database: string): string {
  if (!(value instanceof ReferenceValue)) throw invalidArgument('__key__ filter value must be a Key');
  const name = parseDocumentName(value.name);
  if (name.database !== database) {
    throw invalidArgument(`The reference "${value.name}" is not in the queried database "${database}".`);
  }
  return name.path;
}
