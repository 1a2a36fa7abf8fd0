// The part of a pipeline that security rules understand, as a query: its source and the filters that directly follow.
// https://firebase.google.com/docs/firestore/enterprise/security/rules-pipelines

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

const OPERATORS: { readonly [name: string]: FieldOperator } = {
  equal: FieldOperator.EQUAL,
  not_equal: FieldOperator.NOT_EQUAL,
  less_than: FieldOperator.LESS_THAN,
  less_than_or_equal: FieldOperator.LESS_THAN_OR_EQUAL,
  greater_than: FieldOperator.GREATER_THAN,
  greater_than_or_equal: FieldOperator.GREATER_THAN_OR_EQUAL,
  array_contains: FieldOperator.ARRAY_CONTAINS,
  equal_any: FieldOperator.IN,
};

/** Stages that neither change documents nor let others in, so that a filter after them holds for stored documents. */
const TRANSPARENT: ReadonlySet<string> = new Set(['where', 'sort', 'let']);

/** The query of a source of collections. `stages` are those after it. */
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

function leadingFilters(stages: readonly Pipeline_Stage[]): StructuredQuery_Filter[] {
  const filters: StructuredQuery_Filter[] = [];
  for (const { name, args } of stages) {
    if (!TRANSPARENT.has(name)) break;
    const filter = name === 'where' && args[0] ? toFilter(args[0]) : undefined;
    if (filter) filters.push(filter);
  }
  return filters;
}

/**
 * The filter that a condition implies, undefined for none. A conjunction may lose members, which only weakens it; a
 * disjunction must not.
 */
function toFilter({ valueType }: Value): StructuredQuery_Filter | undefined {
  if (valueType.case !== 'functionValue') return undefined;
  const { name, args } = valueType.value;
  if (name === 'and' || name === 'or') {
    const filters = args.map(toFilter).filter((filter) => filter !== undefined);
    if (filters.length === 0 || (name === 'or' && filters.length < args.length)) return undefined;
    return composite(name === 'and' ? CompositeOperator.AND : CompositeOperator.OR, filters);
  }
  const [field, value] = args;
  if (!Object.hasOwn(OPERATORS, name) || field?.valueType.case !== 'fieldReferenceValue') return undefined;
  const constant = value && toConstant(value);
  if (constant === undefined) return undefined;
  return create(StructuredQuery_FilterSchema, {
    filterType: {
      case: 'fieldFilter',
      value: {
        field: { fieldPath: field.valueType.value },
        op: OPERATORS[name] as FieldOperator,
        value: constant,
      },
    },
  });
}

function composite(op: CompositeOperator, filters: StructuredQuery_Filter[]): StructuredQuery_Filter {
  return create(StructuredQuery_FilterSchema, {
    filterType: { case: 'compositeFilter', value: { op, filters } },
  });
}

/** A constant, or the array() of constants that the SDKs write for a list; undefined for any other expression. */
function toConstant(message: Value): Value | undefined {
  const { valueType } = message;
  switch (valueType.case) {
    case 'fieldReferenceValue':
    case 'variableReferenceValue':
    case 'pipelineValue':
    case 'mapValue':
    case undefined:
      return undefined;
    case 'functionValue':
      return valueType.value.name === 'array' ? toList(valueType.value.args) : undefined;
    case 'arrayValue':
      return toList(valueType.value.values);
    default:
      return message;
  }
}

function toList(messages: readonly Value[]): Value | undefined {
  const values = messages.map(toConstant).filter((value) => value !== undefined);
  if (values.length < messages.length) return undefined;
  return {
    $typeName: 'google.firestore.v1.Value',
    valueType: { case: 'arrayValue', value: { $typeName: 'google.firestore.v1.ArrayValue', values } },
  };
}
