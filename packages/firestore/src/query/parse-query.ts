import {
  compareFieldPaths,
  type FieldPath,
  formatFieldPath,
  isNamePath,
  parseFieldPath,
} from '../core/field-path.ts';
import { checkId } from '../core/resource-name.ts';
import { invalidArgument, type RpcError } from '../core/rpc-error.ts';
import { VectorValue } from '../core/value.ts';
import { checkFieldName, fromOperandValue, fromValue } from '../core/value-message.ts';
import type {
  Cursor,
  StructuredQuery,
  StructuredQuery_FindNearest,
  StructuredQuery_Order,
} from '../gen/google/firestore/v1/query_pb.js';
import {
  StructuredQuery_Direction as Direction,
  StructuredQuery_FindNearest_DistanceMeasure as Measure,
} from '../gen/google/firestore/v1/query_pb.js';
import { checkFilter } from './check-filter.ts';
import { checkScope } from './check-scope.ts';
import { isInequality, isSatisfiable, type LeafFilter, leafFilters, satisfiablePart } from './filter.ts';
import { parseFilter, parseReferencePath } from './parse-filter.ts';
import type { CursorPosition, FindNearest, Order, Query } from './query.ts';

const MAX_NEAREST_LIMIT = 1000;

/**
 * Parses a google.firestore.v1.StructuredQuery below the document path `parent` ('' for the root)
 * of `database` ('projects/P/databases/D') and completes its order. Throws INVALID_ARGUMENT with
 * Firestore's messages.
 */
export function parseQuery(message: StructuredQuery, database: string, parent: string): Query {
  if (message.from.length > 1) throw invalidArgument('A query may select from at most one collection.');
  const selector = message.from[0];
  const collectionId = selector?.collectionId || undefined;
  if (collectionId !== undefined) {
    if (collectionId.includes('/')) throw invalidArgument(`Collection id "${collectionId}" contains "/".`);
    checkId('Collection', collectionId);
  }
  if (message.offset < 0) throw invalidArgument('offset is negative');
  if (message.limit !== undefined && message.limit < 0) throw invalidArgument('limit is negative');
  const parsed = message.where ? parseFilter(message.where, database) : undefined;
  if (parsed) checkFilter(parsed);
  const leaves = parsed ? leafFilters(parsed) : [];
  const satisfiable = parsed && satisfiablePart(parsed);
  // If nothing can match, the filter is unchanged: it returns nothing.
  const filter = satisfiable ?? parsed;
  const ordering = satisfiable ? leaves.filter(isSatisfiable) : leaves;
  const orderBy = completeOrder(parseOrders(message.orderBy), ordering);
  const query: Query = {
    parent,
    collectionId,
    allDescendants: selector?.allDescendants ?? false,
    filter,
    orderBy,
    startAt: message.startAt && parseCursor(message.startAt, message, orderBy, database),
    endAt: message.endAt && parseCursor(message.endAt, message, orderBy, database),
    offset: message.offset,
    limit: message.limit,
    select: parseSelect(message),
    findNearest: message.findNearest && parseFindNearest(message, message.findNearest),
  };
  checkScope(query);
  return query;
}

function parseOrders(messages: readonly StructuredQuery_Order[]): Order[] {
  const seen = new Set<string>();
  return messages.map((message, index) => {
    const path = parseFieldPath(message.field?.fieldPath ?? '');
    const text = formatFieldPath(path);
    if (seen.has(text)) throw invalidArgument(`order by clause cannot contain duplicate fields ${text}`);
    seen.add(text);
    const isName = isNamePath(path);
    if (isName && index < messages.length - 1) throw fieldsAfterName();
    return { path: isName ? undefined : path, descending: message.direction === Direction.DESCENDING };
  });
}

function fieldsAfterName(): RpcError {
  return invalidArgument('order by clause cannot contain more fields after the key');
}

/**
 * Appends the fields of inequality filters, sorted, and the document name, in the direction of the
 * last explicit order. Throws INVALID_ARGUMENT when an inequality field would follow the document
 * name.
 */
function completeOrder(explicit: readonly Order[], filters: readonly LeafFilter[]): Order[] {
  const orders = [...explicit];
  const descending = explicit.at(-1)?.descending ?? false;
  const endsWithName = orders.length > 0 && orders.at(-1)?.path === undefined;
  const present = new Set(orders.map(({ path }) => path && formatFieldPath(path)));
  const missing = new Map<string, FieldPath>();
  for (const leaf of filters) {
    if (leaf.kind === 'field' && isInequality(leaf.operator))
      missing.set(formatFieldPath(leaf.path), leaf.path);
  }
  const added = [...missing].filter(([name]) => !present.has(name)).map(([, path]) => path);
  if (endsWithName) {
    if (added.length > 0) throw fieldsAfterName();
    return orders;
  }
  for (const path of added.sort(compareFieldPaths)) orders.push({ path, descending });
  orders.push({ path: undefined, descending });
  return orders;
}

/** query.proto: a cursor cannot have more values than the query's explicit order has fields. */
function parseCursor(
  message: Cursor,
  query: StructuredQuery,
  orderBy: readonly Order[],
  database: string,
): CursorPosition {
  if (message.values.length > query.orderBy.length) throw invalidArgument('Cursor has too many values.');
  const values = message.values.map((value, index) => {
    const operand = fromOperandValue(value);
    return orderBy[index]?.path === undefined ? parseReferencePath(operand, database) : operand;
  });
  return { values, before: message.before };
}

function parseSelect(message: StructuredQuery): readonly FieldPath[] | undefined {
  const fields = message.select?.fields;
  if (fields === undefined || fields.length === 0) return undefined;
  return fields.map(({ fieldPath }) => parseFieldPath(fieldPath)).filter((path) => !isNamePath(path));
}

const MEASURES: ReadonlyMap<Measure, FindNearest['distanceMeasure']> = new Map([
  [Measure.EUCLIDEAN, 'euclidean'],
  [Measure.COSINE, 'cosine'],
  [Measure.DOT_PRODUCT, 'dot-product'],
]);

function parseFindNearest(query: StructuredQuery, message: StructuredQuery_FindNearest): FindNearest {
  if (query.limit !== undefined) throw invalidArgument('A query limit cannot be used with FindNearest');
  if (query.offset !== 0) throw invalidArgument('A query offset cannot be used with FindNearest');
  if (query.startAt || query.endAt) throw invalidArgument('A cursor cannot be used with FindNearest');
  const measure = MEASURES.get(message.distanceMeasure);
  if (!measure) throw invalidArgument('FindNearest needs a distance_measure.');
  const vector = message.queryVector && fromValue(message.queryVector);
  if (!(vector instanceof VectorValue) || vector.values.length === 0) {
    throw invalidArgument('FindNearest.query_vector must be a non-empty vector.');
  }
  const { limit } = message;
  if (limit === undefined || limit < 1 || limit > MAX_NEAREST_LIMIT) {
    throw invalidArgument(
      `FindNearest.limit must be a positive integer of no more than ${MAX_NEAREST_LIMIT}.`,
    );
  }
  const { distanceThreshold } = message;
  if (distanceThreshold !== undefined && !Number.isFinite(distanceThreshold)) {
    throw invalidArgument('distanceThreshold must be a finite number.');
  }
  // The name of a field, not a path: `a.b` is one name.
  const distanceResultField = message.distanceResultField || undefined;
  if (distanceResultField !== undefined) checkFieldName(distanceResultField);
  return {
    path: parseFieldPath(message.vectorField?.fieldPath ?? ''),
    vector: vector.values,
    distanceMeasure: measure,
    limit,
    distanceResultField,
    distanceThreshold,
  };
}
