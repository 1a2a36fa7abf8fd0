import { create } from '@bufbuild/protobuf';
import { type Value, ValueSchema } from '../../packages/firestore/src/gen/google/firestore/v1/document_pb.js';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOperator,
  StructuredQuery_FieldFilter_Operator as FieldOperator,
  type StructuredQuery,
  type StructuredQuery_Filter,
  StructuredQuery_FilterSchema,
  StructuredQuerySchema,
} from '../../packages/firestore/src/gen/google/firestore/v1/query_pb.js';
import { type CaseRequest, type Fields, type Json, JsonDouble } from './rules-case.ts';

/** Converts a JSON value of a case to a stored value. */
export function storedValue(json: Json): Value {
  if (json === null) return create(ValueSchema, { valueType: { case: 'nullValue', value: 0 } });
  if (typeof json === 'boolean')
    return create(ValueSchema, { valueType: { case: 'booleanValue', value: json } });
  if (typeof json === 'number') {
    return create(ValueSchema, { valueType: { case: 'integerValue', value: BigInt(json) } });
  }
  if (typeof json === 'string')
    return create(ValueSchema, { valueType: { case: 'stringValue', value: json } });
  if (json instanceof JsonDouble) {
    return create(ValueSchema, { valueType: { case: 'doubleValue', value: json.value } });
  }
  if (Array.isArray(json)) {
    return create(ValueSchema, {
      valueType: { case: 'arrayValue', value: { values: json.map(storedValue) } },
    });
  }
  return create(ValueSchema, {
    valueType: { case: 'mapValue', value: { fields: storedFields(json as Fields) } },
  });
}

/** Converts the fields of a document of a case. */
export function storedFields(fields: Fields): { [name: string]: Value } {
  return Object.fromEntries(Object.entries(fields).map(([name, json]) => [name, storedValue(json)]));
}

const OPERATORS: Readonly<Record<string, FieldOperator>> = {
  '<': FieldOperator.LESS_THAN,
  '<=': FieldOperator.LESS_THAN_OR_EQUAL,
  '>': FieldOperator.GREATER_THAN,
  '>=': FieldOperator.GREATER_THAN_OR_EQUAL,
  '==': FieldOperator.EQUAL,
  '!=': FieldOperator.NOT_EQUAL,
  in: FieldOperator.IN,
  'not-in': FieldOperator.NOT_IN,
  'array-contains': FieldOperator.ARRAY_CONTAINS,
  'array-contains-any': FieldOperator.ARRAY_CONTAINS_ANY,
};

function fieldFilter([fieldPath, operator, value]: readonly [string, string, Json]): StructuredQuery_Filter {
  const op = OPERATORS[operator];
  if (op === undefined) throw new Error(`A case uses the unknown filter operator ${operator}.`);
  return create(StructuredQuery_FilterSchema, {
    filterType: { case: 'fieldFilter', value: { field: { fieldPath }, op, value: storedValue(value) } },
  });
}

function composite(op: CompositeOperator, filters: StructuredQuery_Filter[]): StructuredQuery_Filter {
  return create(StructuredQuery_FilterSchema, {
    filterType: { case: 'compositeFilter', value: { op, filters } },
  });
}

/** The query of a case; its parent is not part of the message. */
export function structuredQuery(request: CaseRequest, collectionId: string): StructuredQuery {
  const filters = (request.where ?? []).map(fieldFilter);
  if (request.or !== undefined) filters.push(composite(CompositeOperator.OR, request.or.map(fieldFilter)));
  return create(StructuredQuerySchema, {
    from: [{ collectionId, allDescendants: request.collectionGroup !== undefined }],
    ...(filters.length === 0 ? {} : { where: composite(CompositeOperator.AND, filters) }),
    ...(request.limit === undefined ? {} : { limit: request.limit }),
    orderBy: (request.orderBy ?? []).map((fieldPath) => ({ field: { fieldPath }, direction: 1 })),
  });
}
