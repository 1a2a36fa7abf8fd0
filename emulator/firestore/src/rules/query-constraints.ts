/**
 * What a query promises about every document it can return. Owns the disjunctive normal form of filters and
 * the synthetic `resource` of each disjunct; a list is granted when all disjuncts are. No document is read.
 */
import type { Value } from '../gen/google/firestore/v1/document_pb.js';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOperator,
  StructuredQuery_FieldFilter_Operator as FieldOperator,
  type StructuredQuery,
  type StructuredQuery_FieldFilter,
  type StructuredQuery_Filter,
  StructuredQuery_UnaryFilter_Operator as UnaryOperator,
} from '../gen/google/firestore/v1/query_pb.js';
import { documentPath, fromStoredValue } from './document-value.ts';
import {
  type Comparator,
  Constraint,
  LiteralMap,
  type RulesMap,
  type RulesValue,
  type SimpleConstraint,
} from './value.ts';

/** A promise about one field. */
interface FieldConstraint extends SimpleConstraint {
  readonly field: readonly string[];
}
type Conjunction = readonly FieldConstraint[];

/** Firestore refuses queries of more than 30 disjuncts; a filter that multiplies out further is judged by none. */
const MAXIMUM_DISJUNCTS = 100;

/** What holds for the documents of one disjunct. */
export interface QueryDisjunct {
  readonly resource: RulesMap;
  /** The document's path when the disjunct names it by `__name__`. */
  readonly documentPath: readonly string[] | undefined;
}

/** The disjuncts of a query; undefined when there are too many to judge. A query without a filter has one. */
export function queryDisjuncts(
  query: StructuredQuery | undefined,
  databaseId: string,
): readonly QueryDisjunct[] | undefined {
  const disjuncts = query?.where === undefined ? [[]] : disjunctsOf(query.where);
  return disjuncts?.map((terms) => toQueryDisjunct(terms, databaseId));
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

/** The conjunction of disjunctions, multiplied out. */
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
  const term = (comparator: Comparator, operand: Value | undefined): FieldConstraint => ({
    field,
    comparator,
    value: operand === undefined ? null : fromStoredValue(operand),
  });
  const elements = value?.valueType.case === 'arrayValue' ? value.valueType.value.values : [];
  switch (op) {
    case FieldOperator.IN:
      return elements.map((element) => [term('EQ', element)]);
    case FieldOperator.ARRAY_CONTAINS_ANY:
      return elements.map((element) => [term('LIST_CONTAINS', element)]);
    case FieldOperator.NOT_IN:
      return [elements.map((element) => term('NEQ', element))];
    default: {
      const comparator = COMPARATORS.get(op);
      return comparator === undefined ? [[]] : [[term(comparator, value)]];
    }
  }
}

/** `a.b` and `` a.`b.c` `` as names. */
function splitFieldPath(path: string): string[] {
  const names = path.match(/`(?:[^`\\]|\\.)*`|[^.`]+/g) ?? [];
  return names.map((name) => (name.startsWith('`') ? name.slice(1, -1).replaceAll(/\\(.)/g, '$1') : name));
}

type FieldTree = Map<string, FieldTree | SimpleConstraint[]>;

function toQueryDisjunct(terms: Conjunction, databaseId: string): QueryDisjunct {
  const tree: FieldTree = new Map();
  let path: readonly string[] | undefined;
  for (const { field, comparator, value } of terms) {
    if (field.length === 1 && field[0] === '__name__') {
      if (comparator === 'EQ') path = pinnedPath(value);
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

/** The document path in the path value `/databases/d/documents/...` of a `__name__` filter. */
function pinnedPath(value: RulesValue): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null || !('segments' in value)) return undefined;
  const segments = value.segments.slice(3);
  return segments.every((segment) => typeof segment === 'string') ? segments : undefined;
}

/** Adds a condition at a field path. Where a whole field and a part of it are both constrained, the whole wins. */
function addConstraint(tree: FieldTree, field: readonly string[], condition: SimpleConstraint): void {
  let level = tree;
  for (const name of field.slice(0, -1)) {
    const next = level.get(name) ?? new Map();
    if (Array.isArray(next)) return;
    level.set(name, next);
    level = next;
  }
  const last = field.at(-1) ?? '';
  const known = level.get(last);
  if (Array.isArray(known)) known.push(condition);
  else level.set(last, [condition]);
}

function toRulesMap(tree: FieldTree): RulesMap {
  const entries = new Map<string, RulesValue>();
  for (const [name, node] of tree)
    entries.set(name, Array.isArray(node) ? fieldValue(node) : toRulesMap(node));
  return new LiteralMap(entries);
}

/** An equality pins the field to a plain value; anything less is a constraint. */
function fieldValue(conditions: readonly SimpleConstraint[]): RulesValue {
  const pinned = conditions.find(({ comparator }) => comparator === 'EQ');
  return pinned === undefined ? new Constraint(conditions) : pinned.value;
}
