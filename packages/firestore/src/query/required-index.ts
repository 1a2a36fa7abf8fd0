// Determines which index a query requires in production and whether it is declared
// (https://firebase.google.com/docs/firestore/query-data/index-overview).
//
// Automatic single-field indexes serve one range or order, or any number of equalities, which
// Firestore merges. An order in addition to an equality, or two orders, requires composite indexes
// that end in exactly that order; the equalities may be distributed over several of them.

import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { formatFieldPath } from '../core/field-path.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import { compareUtf8 } from '../core/utf8-order.ts';
import type {
  CompositeIndex,
  IndexDefinitions,
  IndexedField,
  IndexMode,
  IndexScope,
} from './index-definitions.ts';
import type { Query } from './query.ts';
import { planQuery, type RangeRead } from './query-plan.ts';

/**
 * Throws FAILED_PRECONDITION, with the JSON to declare and a link to the console, if `definitions`
 * lack an index for `query`. `database` is a full name ('projects/P/databases/D'); `aggregated` are
 * the fields to sum or average.
 */
export function checkIndexes(
  query: Query,
  definitions: IndexDefinitions,
  database: string,
  aggregated: readonly string[] = [],
): void {
  for (const required of indexesOfReads(query, aggregated)) {
    if (!isSatisfied(required, definitions)) {
      throw missingIndexError(required, database, query.findNearest?.vector.length ?? 0);
    }
  }
}

/** The composite indexes that a query requires; none if automatic single-field indexes serve it. */
export function requiredIndexes(query: Query, aggregated: readonly string[] = []): readonly RequiredIndex[] {
  return indexesOfReads(query, aggregated).filter((required) => !isServedBySingleFields(required));
}

/** An index that a query reads. */
export interface RequiredIndex {
  readonly collectionGroup: string;
  readonly scope: IndexScope;
  /** Fields of equality and array-contains filters, in any order. */
  readonly prefix: readonly IndexedField[];
  /** The fields of the query's order, which must come last in the index. */
  readonly suffix: readonly IndexedField[];
  /**
   * The number of fields at the end of `suffix` that only aggregations read. Their order and
   * direction do not matter.
   */
  readonly aggregatedCount: number;
}

function indexesOfReads(query: Query, aggregated: readonly string[]): RequiredIndex[] {
  const { collectionId } = query;
  if (collectionId === undefined) return [];
  return planQuery(query).flatMap((read) =>
    read.kind === 'range' ? indexOfRead(collectionId, read, query, aggregated) : [],
  );
}

function indexOfRead(
  collectionGroup: string,
  read: RangeRead,
  query: Query,
  aggregated: readonly string[],
): RequiredIndex {
  const scope: IndexScope = query.allDescendants ? 'COLLECTION_GROUP' : 'COLLECTION';
  const ordered = new Set(query.orderBy.map(({ path }) => path && formatFieldPath(path)));
  const { contains, fields } = read.shape;
  const prefix: IndexedField[] = contains ? [{ path: formatFieldPath(contains), mode: 'CONTAINS' }] : [];
  const suffix: IndexedField[] = [];
  for (const [index, { path, descending }] of fields.entries()) {
    const text = formatFieldPath(path);
    if (index < read.equalityCount) prefix.push({ path: text, mode: 'ASCENDING' });
    else suffix.push({ path: text, mode: descending !== read.reverse ? 'DESCENDING' : 'ASCENDING' });
  }
  const name = explicitName(read, query, prefix, suffix);
  if (name) suffix.push(name);
  const orders = suffix.length;
  for (const path of [...aggregated].sort(compareUtf8)) {
    // An array-contains filter does not determine the value of the field.
    const hasFixedValue = prefix.some((each) => each.path === path && each.mode !== 'CONTAINS');
    if (!ordered.has(path) && !hasFixedValue) suffix.push({ path, mode: 'ASCENDING' });
  }
  const aggregatedCount = suffix.length - orders;
  if (query.findNearest) suffix.push({ path: formatFieldPath(query.findNearest.path), mode: 'VECTOR' });
  return { collectionGroup, scope, prefix, suffix, aggregatedCount };
}

/**
 * The document name as a field of the required index, if its direction differs from the preceding
 * field's: automatic indexes end in a name with the direction of the field before it.
 */
function explicitName(
  { shape }: RangeRead,
  query: Query,
  prefix: readonly IndexedField[],
  suffix: readonly IndexedField[],
): IndexedField | undefined {
  const mode = query.orderBy.at(-1)?.descending ? 'DESCENDING' : 'ASCENDING';
  // The descending index of a field with an equality filter serves both directions of the name.
  if (suffix.length === 0 && prefix.length > 0 && !shape.contains) return undefined;
  return mode === (suffix.at(-1)?.mode ?? 'ASCENDING') ? undefined : { path: '__name__', mode };
}

/** The fields of a declared index, without the name if it has the implied direction. */
function declaredFields({ fields }: CompositeIndex): readonly IndexedField[] {
  return fields.filter(({ path, mode }, i) => {
    const before = fields[i - 1]?.mode === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING';
    return path !== '__name__' || mode !== before;
  });
}

function isSatisfied(required: RequiredIndex, definitions: IndexDefinitions): boolean {
  const { prefix, suffix } = required;
  if (isServedBySingleFields(required)) {
    const all = [...prefix, ...suffix];
    if (all.every((field) => hasSingleField(required, field, definitions))) return true;
  }
  const covered = new Set<string>();
  let found = false;
  for (const index of definitions.composites) {
    if (!isUsable(index, required)) continue;
    found = true;
    const declared = declaredFields(index);
    for (const { path, mode } of declared.slice(0, declared.length - suffix.length)) {
      covered.add(`${path} ${mode === 'CONTAINS' ? mode : 'ASCENDING'}`);
    }
  }
  return found && prefix.every(({ path, mode }) => covered.has(`${path} ${mode}`));
}

/** Returns whether single-field indexes, if they exist, serve the read. */
function isServedBySingleFields({ prefix, suffix }: RequiredIndex): boolean {
  const isVector = suffix.at(-1)?.mode === 'VECTOR';
  if (isVector || suffix.some(({ path }) => path === '__name__')) return false;
  return suffix.length === 0 || (suffix.length === 1 && prefix.length === 0);
}

function hasSingleField(
  required: RequiredIndex,
  field: IndexedField,
  definitions: IndexDefinitions,
): boolean {
  const override = definitions.overrides.get(`${required.collectionGroup}/${field.path}`);
  if (!override) return required.scope === 'COLLECTION';
  if (field.mode === 'CONTAINS') return override.modes.has(`${required.scope}:CONTAINS`);
  return (
    override.modes.has(`${required.scope}:ASCENDING`) || override.modes.has(`${required.scope}:DESCENDING`)
  );
}

/**
 * True if `index` ends in the required order, or its reverse, and all fields before it have an
 * equality filter.
 */
function isUsable(index: CompositeIndex, required: RequiredIndex): boolean {
  const { prefix, suffix } = required;
  if (index.collectionGroup !== required.collectionGroup) return false;
  // A collection group index also contains the collection's documents, but production does not use
  // it for them.
  if (index.scope !== required.scope) return false;
  const declared = declaredFields(index);
  const split = declared.length - suffix.length;
  if (split < 0) return false;
  const isPrefix = declared
    .slice(0, split)
    .every((field) =>
      prefix.some(
        ({ path, mode }) => path === field.path && (mode === 'CONTAINS') === (field.mode === 'CONTAINS'),
      ),
    );
  if (!isPrefix) return false;
  const tail = declared.slice(split);
  const orders = suffix.length - required.aggregatedCount;
  const hasAggregatedFields = suffix
    .slice(orders)
    .every(({ path }) => tail.slice(orders).some((each) => each.path === path));
  const ordered = suffix.slice(0, orders);
  return hasAggregatedFields && (matchesTail(tail, ordered, false) || matchesTail(tail, ordered, true));
}

function matchesTail(
  tail: readonly IndexedField[],
  suffix: readonly IndexedField[],
  reverse: boolean,
): boolean {
  return suffix.every(({ path, mode }, i) => {
    const field = tail[i] as IndexedField;
    return field.path === path && field.mode === (reverse ? opposite(mode) : mode);
  });
}

function opposite(mode: IndexMode): IndexMode {
  if (mode === 'ASCENDING') return 'DESCENDING';
  return mode === 'DESCENDING' ? 'ASCENDING' : mode;
}

function missingIndexError(required: RequiredIndex, database: string, dimension: number): RpcError {
  const { collectionGroup, scope, prefix, suffix } = required;
  const fields = [...prefix, ...suffix];
  if (fields.length === 1 && fields[0] && fields[0].mode !== 'VECTOR' && fields[0].path !== '__name__') {
    const [{ path, mode }] = fields as [IndexedField];
    const declaration = {
      collectionGroup,
      fieldPath: path,
      indexes: [
        { order: 'ASCENDING', queryScope: 'COLLECTION' },
        { order: 'DESCENDING', queryScope: 'COLLECTION' },
        { arrayConfig: 'CONTAINS', queryScope: 'COLLECTION' },
        mode === 'CONTAINS'
          ? { arrayConfig: 'CONTAINS', queryScope: scope }
          : { order: mode, queryScope: scope },
      ],
    };
    const short = mode === 'CONTAINS' ? 'CONTAINS' : mode === 'DESCENDING' ? 'DESC' : 'ASC';
    return new RpcError(
      StatusCode.FAILED_PRECONDITION,
      `The query requires a ${scope}_${short} index for collection ${collectionGroup} and field ${path}. ` +
        `Add this to "fieldOverrides" in firestore.indexes.json:\n${JSON.stringify(declaration, null, 2)}`,
    );
  }
  const declaration = {
    collectionGroup,
    queryScope: scope,
    fields: fields.map(({ path, mode }) =>
      mode === 'CONTAINS'
        ? { fieldPath: path, arrayConfig: mode }
        : mode === 'VECTOR'
          ? { fieldPath: path, vectorConfig: { dimension, flat: {} } }
          : { fieldPath: path, order: mode },
    ),
  };
  return new RpcError(
    StatusCode.FAILED_PRECONDITION,
    `The query requires an index. You can create it here: ${consoleLink(database, required)}\n` +
      `Or add this to "indexes" in firestore.indexes.json:\n${JSON.stringify(declaration, null, 2)}`,
  );
}

/**
 * The console page that creates an index, given as a base64url-encoded
 * google.firestore.admin.v1.Index.
 */
function consoleLink(database: string, { collectionGroup, scope, prefix, suffix }: RequiredIndex): string {
  const name = `${database}/collectionGroups/${collectionGroup}/indexes/_`;
  const index = new BinaryWriter().uint32(tag(1, WireType.LengthDelimited)).string(name);
  index.uint32(tag(2, WireType.Varint)).int32(scope === 'COLLECTION' ? 1 : 2);
  const fields = [...prefix, ...suffix];
  if (!fields.some(({ path }) => path === '__name__')) {
    fields.push({
      path: '__name__',
      mode: suffix.at(-1)?.mode === 'DESCENDING' ? 'DESCENDING' : 'ASCENDING',
    });
  }
  for (const { path, mode } of fields) {
    const field = new BinaryWriter().uint32(tag(1, WireType.LengthDelimited)).string(path);
    if (mode === 'CONTAINS') field.uint32(tag(3, WireType.Varint)).int32(1);
    else field.uint32(tag(2, WireType.Varint)).int32(mode === 'DESCENDING' ? 2 : 1);
    index.uint32(tag(3, WireType.LengthDelimited)).bytes(field.finish());
  }
  const [, projectId] = database.split('/');
  const composite = Buffer.from(index.finish()).toString('base64url');
  return `https://console.firebase.google.com/v1/r/project/${projectId}/firestore/indexes?create_composite=${composite}`;
}

function tag(field: number, type: WireType): number {
  return (field << 3) | type;
}
