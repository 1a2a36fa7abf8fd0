// The part of a pipeline that security rules understand, as a query: its source and the directly
// following filters. https://firebase.google.com/docs/firestore/enterprise/security/rules-pipelines

import { create } from '@bufbuild/protobuf';
import { lastId, parentPath } from '../core/resource-name.ts';
import type { Pipeline_Stage, Value } from '../gen/google/firestore/v1/document_pb.js';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOperator,
  StructuredQuery_FieldFilter_Operator as FieldOperator,
  type StructuredQuery,
  type StructuredQuery_Filter,
  StructuredQuery_FilterSchema,
  StructuredQuerySchema,
} from '../gen/google/firestore/v1/query_pb.js';
import type { DocumentSource } from './expression.ts';

/** A source as a query below `parent`, the path of a document or '' for the root. */
export interface SourceQuery {
  readonly parent: string;
  readonly query: StructuredQuery;
}

/**
 * Excludes not_equal, which is true for documents that lack the field: rules that read the field
 * would deny these.
 */
const OPERATORS: { readonly [name: string]: FieldOperator } = {
  equal: FieldOperator.EQUAL,
  less_than: FieldOperator.LESS_THAN,
  less_than_or_equal: FieldOperator.LESS_THAN_OR_EQUAL,
  greater_than: FieldOperator.GREATER_THAN,
  greater_than_or_equal: FieldOperator.GREATER_THAN_OR_EQUAL,
  array_contains: FieldOperator.ARRAY_CONTAINS,
  equal_any: FieldOperator.IN,
};

/** Converts a source of collections to a query. `stages` are the ones after it. */
export function sourceQuery(
  source: Exclude<DocumentSource, { readonly kind: 'documents' }>,
  stages: readonly Pipeline_Stage[],
): SourceQuery {
  const query = create(StructuredQuerySchema, { from: [selectorOf(source)] });
  const filters = leadingFilters(stages);
  if (filters.length > 0) query.where = composite(CompositeOperator.AND, filters);
  return { parent: parentOf(source), query };
}

function parentOf(source: Exclude<DocumentSource, { readonly kind: 'documents' }>): string {
  if (source.kind === 'collection') return parentPath(source.path);
  return source.kind === 'collection-group' ? source.ancestor : '';
}

function selectorOf(source: Exclude<DocumentSource, { readonly kind: 'documents' }>) {
  if (source.kind === 'collection') return { collectionId: lastId(source.path), allDescendants: false };
  if (source.kind === 'database') return { collectionId: '', allDescendants: true };
  return { collectionId: source.collectionId, allDescendants: true };
}

/**
 * The filters of the `where` stages that directly follow the source. They end at the first
 * condition that is not completely understood: it sees documents that later filters exclude, and
 * its errors would reveal something about them.
 */
function leadingFilters(stages: readonly Pipeline_Stage[]): StructuredQuery_Filter[] {
  const filters: StructuredQuery_Filter[] = [];
  for (const { name, args } of stages) {
    if (name !== 'where' || !args[0]) break;
    const { filter, isComplete } = toFilter(args[0]);
    if (filter) filters.push(filter);
    if (!isComplete) break;
  }
  return filters;
}

/** A filter that a condition implies, and whether it is equivalent to the condition. */
interface Implication {
  readonly filter: StructuredQuery_Filter | undefined;
  readonly isComplete: boolean;
}

const NOTHING: Implication = { filter: undefined, isComplete: false };

function toFilter({ valueType }: Value): Implication {
  if (valueType.case !== 'functionValue') return NOTHING;
  const { name, args } = valueType.value;
  if (name === 'and' || name === 'or') return junction(name, args.map(toFilter));
  const [field, value] = args;
  if (!Object.hasOwn(OPERATORS, name) || field?.valueType.case !== 'fieldReferenceValue') return NOTHING;
  const constant = name === 'equal_any' ? toList(value) : toConstant(value);
  if (constant === undefined) return NOTHING;
  const filter = create(StructuredQuery_FilterSchema, {
    filterType: {
      case: 'fieldFilter',
      value: {
        field: { fieldPath: field.valueType.value },
        op: OPERATORS[name] as FieldOperator,
        value: constant,
      },
    },
  });
  return { filter, isComplete: true };
}

/**
 * A conjunction may drop members, which only weakens the implied filter; a disjunction must not.
 */
function junction(name: 'and' | 'or', members: readonly Implication[]): Implication {
  const filters = members.map(({ filter }) => filter).filter((filter) => filter !== undefined);
  if (filters.length === 0 || (name === 'or' && filters.length < members.length)) return NOTHING;
  return {
    filter: composite(name === 'and' ? CompositeOperator.AND : CompositeOperator.OR, filters),
    isComplete: members.every(({ isComplete }) => isComplete),
  };
}

function composite(op: CompositeOperator, filters: StructuredQuery_Filter[]): StructuredQuery_Filter {
  return create(StructuredQuery_FilterSchema, {
    filterType: { case: 'compositeFilter', value: { op, filters } },
  });
}

/**
 * A scalar constant. Excludes null, which also equals the value of a missing field, and NaN, which
 * rules never find equal.
 */
function toConstant(message: Value | undefined): Value | undefined {
  const type = message?.valueType;
  switch (type?.case) {
    case 'booleanValue':
    case 'integerValue':
    case 'timestampValue':
    case 'stringValue':
    case 'bytesValue':
    case 'referenceValue':
    case 'geoPointValue':
      return message;
    case 'doubleValue':
      return Number.isNaN(type.value) ? undefined : message;
    default:
      return undefined;
  }
}

/** A list of constants, possibly written as array(). */
function toList(message: Value | undefined): Value | undefined {
  const messages = elementsOf(message);
  const values = messages.map(toConstant).filter((value) => value !== undefined);
  if (values.length === 0 || values.length < messages.length) return undefined;
  return {
    $typeName: 'google.firestore.v1.Value',
    valueType: { case: 'arrayValue', value: { $typeName: 'google.firestore.v1.ArrayValue', values } },
  };
}

function elementsOf(message: Value | undefined): readonly Value[] {
  const type = message?.valueType;
  if (type?.case === 'arrayValue') return type.value.values;
  return type?.case === 'functionValue' && type.value.name === 'array' ? type.value.args : [];
}
