import { microsToValue } from '../../core/commit-time.ts';
import { lastId, parentPath, parseDocumentName, resourceName } from '../../core/resource-name.ts';
import { type FieldValue, isMap, ReferenceValue, VectorValue } from '../../core/value.ts';
import { invalidExpression } from '../evaluation-error.ts';
import { eager, type FunctionTable, strict } from '../parser.ts';
import { rowMap } from '../row.ts';
import { asString, typeError, typeName } from './argument.ts';
import { concatTexts, reverseText } from './string.ts';
import { asText } from './text.ts';

const TYPES: ReadonlySet<string> = new Set([
  'null',
  'boolean',
  'number',
  'int32',
  'int64',
  'float64',
  'decimal128',
  'timestamp',
  'string',
  'bytes',
  'reference',
  'geo_point',
  'array',
  'vector',
  'map',
]);

function isType(value: FieldValue | undefined, type: string): boolean | null {
  if (!TYPES.has(type)) throw invalidExpression(`is_type(): there is no type "${type}".`);
  if (value === undefined) return null;
  if (type === 'number') return typeof value === 'number' || typeof value === 'bigint';
  return typeName(value) === type;
}

function length(value: FieldValue): bigint {
  if (Array.isArray(value)) return BigInt(value.length);
  if (value instanceof VectorValue) return BigInt(value.values.length);
  if (isMap(value)) return BigInt(Object.keys(value).length);
  return BigInt(asText('length', value).characters.length);
}

function concat(...values: FieldValue[]): FieldValue {
  if (!Array.isArray(values[0])) return concatTexts('concat', values);
  return values.flatMap((value) => {
    if (!Array.isArray(value)) throw typeError('concat', 'array', value);
    return value as FieldValue[];
  });
}

function pathOf(name: string, value: FieldValue): { readonly database: string; readonly path: string } {
  if (value instanceof ReferenceValue) return parseDocumentName(value.name);
  throw typeError(name, 'reference', value);
}

/** The parent document of a document's collection; null for a root collection. */
function parent(value: FieldValue): FieldValue {
  const { database, path } = pathOf('parent', value);
  const containing = parentPath(parentPath(path));
  return containing === '' ? null : new ReferenceValue(resourceName(database, containing));
}

/** Functions of several types, of references, and of the pipeline's context. */
export const GENERAL_FUNCTIONS: FunctionTable = {
  type: eager(1, 1, ([value]) => (value === undefined ? null : typeName(value))),
  is_type: eager(2, 2, ([value, type = null]) => isType(value, asString('is_type', type))),
  length: strict(1, 1, length),
  concat: strict(1, Number.POSITIVE_INFINITY, concat),
  reverse: strict(1, 1, (value) =>
    Array.isArray(value) ? (value as FieldValue[]).toReversed() : reverseText('reverse', value),
  ),
  collection_id: strict(1, 1, (value) => lastId(parentPath(pathOf('collection_id', value).path))),
  document_id: strict(1, 1, (value) => lastId(pathOf('document_id', value).path)),
  parent: strict(1, 1, parent),
  current_document: { minimum: 0, maximum: 0, compile: () => (row) => rowMap(row) },
  current_timestamp: {
    minimum: 0,
    maximum: 0,
    compile:
      () =>
      (_row, { reader }) =>
        microsToValue(reader.readTime),
  },
};
