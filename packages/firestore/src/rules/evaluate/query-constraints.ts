/**
 * Derives from the filters of a query what they guarantee about every document that it can return.
 * The filters are converted to disjunctive normal form, and each disjunct to a synthetic
 * `resource`. A list is granted if the rules grant every disjunct; no document is read.
 */
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOperator,
  StructuredQuery_FieldFilter_Operator as FieldOperator,
  type StructuredQuery,
  type StructuredQuery_FieldFilter,
  type StructuredQuery_Filter,
  StructuredQuery_UnaryFilter_Operator as UnaryOperator,
} from '../../gen/google/firestore/v1/query_pb.js';
import { documentPath, fromStoredValue } from '../runtime/document-value.ts';
import {
  type Comparator,
  Constraint,
  LiteralMap,
  type RulesMap,
  type RulesValue,
  type SimpleConstraint,
} from '../runtime/value.ts';
import { typeName, valuesEqual } from '../runtime/value-equality.ts';

/** A constraint on one field. */
interface FieldConstraint extends SimpleConstraint {
  readonly field: readonly string[];
}
type Conjunction = readonly FieldConstraint[];

/**
 * Firestore allows 30 disjuncts in a query; a filter that expands to more than this is not
 * evaluated.
 */
const MAXIMUM_DISJUNCTS = 100;

/** One disjunct of a query, as seen by rules. */
export interface QueryDisjunct {
  /** The synthetic `resource`: only the fields that the filters restrict. */
  readonly resource: RulesMap;
  /** The document path, if an equality filter on `__name__` fixes it. */
  readonly documentPath: readonly string[] | undefined;
}

/**
 * The disjuncts of a query: one without a filter, undefined when there are more than
 * MAXIMUM_DISJUNCTS.
 */
export function queryDisjuncts(
  query: StructuredQuery | undefined,
  databaseId: string,
): readonly QueryDisjunct[] | undefined {
  const disjuncts = query?.where === undefined ? [[]] : disjunctsOf(query.where);
  return disjuncts?.map((constraints) => toQueryDisjunct(constraints, databaseId));
}

function disjunctsOf(filter: StructuredQuery_Filter): readonly Conjunction[] | undefined {
  const { filterType } = filter;
  switch (filterType.case) {
    case 'compositeFilter': {
      const parts = filterType.value.filters.map(disjunctsOf);
      if (parts.some((part) => part === undefined)) return undefined;
      const known = parts as (readonly Conjunction[])[];
      return filterType.value.op === CompositeOperator.OR ? known.flat() : conjoin(known);
    }
    case 'fieldFilter':
      return fieldDisjuncts(filterType.value);
    case 'unaryFilter': {
      const field = splitFieldPath(
        filterType.value.operandType.case === 'field' ? filterType.value.operandType.value.fieldPath : '',
      );
      const { op } = filterType.value;
      const isNan = op === UnaryOperator.IS_NAN || op === UnaryOperator.IS_NOT_NAN;
      const isNegative = op === UnaryOperator.IS_NOT_NAN || op === UnaryOperator.IS_NOT_NULL;
      return [[{ field, comparator: isNegative ? 'NEQ' : 'EQ', value: isNan ? Number.NaN : null }]];
    }
    default:
      return [[]];
  }
}

/** The conjunction of several disjunctions, in disjunctive normal form. */
function conjoin(parts: readonly (readonly Conjunction[])[]): readonly Conjunction[] | undefined {
  let result: readonly Conjunction[] = [[]];
  for (const part of parts) {
    if (result.length * part.length > MAXIMUM_DISJUNCTS) return undefined;
    result = result.flatMap((left) => part.map((right) => [...left, ...right]));
  }
  return result;
}

const COMPARATORS: ReadonlyMap<FieldOperator, Comparator> = new Map([
  [FieldOperator.LESS_THAN, 'LT'],
  [FieldOperator.LESS_THAN_OR_EQUAL, 'LTE'],
  [FieldOperator.GREATER_THAN, 'GT'],
  [FieldOperator.GREATER_THAN_OR_EQUAL, 'GTE'],
  [FieldOperator.EQUAL, 'EQ'],
  [FieldOperator.NOT_EQUAL, 'NEQ'],
  [FieldOperator.ARRAY_CONTAINS, 'LIST_CONTAINS'],
]);

function fieldDisjuncts({
  field: reference,
  op,
  value,
}: StructuredQuery_FieldFilter): readonly Conjunction[] {
  const field = splitFieldPath(reference?.fieldPath ?? '');
  const fieldConstraint = (comparator: Comparator, operand: Value | undefined): FieldConstraint => {
    const bound = operand === undefined ? null : fromStoredValue(operand);
    // Only a unary filter matches null or NaN, so this one only says that there is a value.
    const isUnmatched = comparator === 'EQ' && (bound === null || Number.isNaN(bound));
    return isUnmatched ? { field, comparator: 'NEQ', value: null } : { field, comparator, value: bound };
  };
  const elements = value?.valueType.case === 'arrayValue' ? value.valueType.value.values : [];
  switch (op) {
    case FieldOperator.IN:
      return elements.map((element) => [fieldConstraint('EQ', element)]);
    case FieldOperator.ARRAY_CONTAINS_ANY:
      return elements.map((element) => [fieldConstraint('LIST_CONTAINS', element)]);
    case FieldOperator.NOT_IN:
      return [elements.map((element) => fieldConstraint('NEQ', element))];
    default: {
      const comparator = COMPARATORS.get(op);
      return comparator === undefined ? [[]] : [[fieldConstraint(comparator, value)]];
    }
  }
}

/** Splits a field path such as `a.b` or `` a.`b.c` `` into field names. */
function splitFieldPath(path: string): string[] {
  const names = path.match(/`(?:[^`\\]|\\.)*`|[^.`]+/g) ?? [];
  return names.map((name) => (name.startsWith('`') ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name));
}

type FieldTree = Map<string, FieldTree | SimpleConstraint[]>;

function toQueryDisjunct(constraints: Conjunction, databaseId: string): QueryDisjunct {
  const tree: FieldTree = new Map();
  let path: readonly string[] | undefined;
  for (const { field, comparator, value } of constraints) {
    if (field.length === 1 && field[0] === '__name__') {
      if (comparator === 'EQ') path = referencedPath(value);
    } else {
      addConstraint(tree, field, { comparator, value });
    }
  }
  const resource = new Map<string, RulesValue>([['data', toRulesMap(tree)]]);
  if (path !== undefined) {
    resource.set('id', path.at(-1) ?? '');
    resource.set('__name__', documentPath(databaseId, path));
  }
  return { resource: new LiteralMap(resource), documentPath: path };
}

/** The document path of a reference `/databases/d/documents/...` in a `__name__` filter. */
function referencedPath(value: RulesValue): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null || !('segments' in value)) return undefined;
  const segments = value.segments.slice(3);
  return segments.every((segment) => typeof segment === 'string') ? segments : undefined;
}

/**
 * Adds a constraint at a field path. A constraint on a map takes precedence over constraints on
 * fields of the map.
 */
function addConstraint(tree: FieldTree, field: readonly string[], constraint: SimpleConstraint): void {
  let level = tree;
  for (const name of field.slice(0, -1)) {
    const next = level.get(name) ?? new Map();
    if (Array.isArray(next)) return;
    level.set(name, next);
    level = next;
  }
  const last = field.at(-1) ?? '';
  const existing = level.get(last);
  if (Array.isArray(existing)) existing.push(constraint);
  else level.set(last, [constraint]);
}

function toRulesMap(tree: FieldTree): RulesMap {
  const entries = new Map<string, RulesValue>();
  for (const [name, node] of tree)
    entries.set(name, Array.isArray(node) ? fieldValue(node) : toRulesMap(node));
  return new LiteralMap(entries);
}

/**
 * A field with one equality filter is a plain value; with other filters, which may exclude each
 * other, a constraint value.
 */
function fieldValue(constraints: readonly SimpleConstraint[]): RulesValue {
  const [first, ...others] = constraints as readonly [SimpleConstraint, ...SimpleConstraint[]];
  const isRepeated = others.every(
    ({ comparator, value }) =>
      comparator === first.comparator &&
      // An integer and a float are different types even if they are equal, and no value can have
      // both.
      typeName(value) === typeName(first.value) &&
      valuesEqual(value, first.value),
  );
  return isRepeated && first.comparator === 'EQ' ? first.value : new Constraint(constraints);
}
