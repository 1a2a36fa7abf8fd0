import { create } from '@bufbuild/protobuf';
import { bill } from '../core/billing.ts';
import { timestampToMicros } from '../core/commit-time.ts';
import { parseFieldPath } from '../core/field-path.ts';
import { parseParentName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { documentMessage, type StoredDocument } from '../core/stored-document.ts';
import { compareUtf8 } from '../core/utf8-order.ts';
import { ReferenceValue } from '../core/value.ts';
import { toValue } from '../core/value-message.ts';
import { listCollection } from '../database/list-collection.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type Document, DocumentSchema } from '../gen/google/firestore/v1/document_pb.js';
import {
  type ListCollectionIdsRequest,
  type ListCollectionIdsResponse,
  ListCollectionIdsResponseSchema,
  type ListDocumentsRequest,
  type ListDocumentsResponse,
  ListDocumentsResponseSchema,
  type PartitionQueryRequest,
  type PartitionQueryResponse,
  PartitionQueryResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import {
  CursorSchema,
  StructuredQuery_Direction as Direction,
  type StructuredQuery,
  StructuredQuery_CollectionSelectorSchema,
  StructuredQuery_OrderSchema,
  StructuredQuerySchema,
} from '../gen/google/firestore/v1/query_pb.js';
import { parseQuery } from '../query/parse-query.ts';
import { parseConsistency } from './consistency.ts';
import type { CallContext } from './firestore-service.ts';
import { principalOf } from './principal.ts';
import { maskPaths } from './read-documents.ts';

const DEFAULT_PAGE_SIZE = 300;

/** A page token: the last id of the page, or the offset of the next page. */
function encodePageToken(position: string | number): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function decodePageToken(token: string): string | number | undefined {
  if (token === '') return undefined;
  try {
    const position: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    if (typeof position === 'string' || Number.isSafeInteger(position)) return position as string | number;
  } catch {
    // Falls through to the error below.
  }
  throw invalidArgument('The page_token was not issued by this server.');
}

function checkPageSize(size: number): void {
  if (size < 0) throw invalidArgument('page_size is negative');
}

/** ListDocuments of google.firestore.v1.Firestore. */
export async function listDocuments(
  emulator: FirestoreEmulator,
  request: ListDocumentsRequest,
  call: CallContext,
): Promise<ListDocumentsResponse> {
  const parent = parseParentName(request.parent);
  checkPageSize(request.pageSize);
  if (request.showMissing && request.orderBy !== '') {
    throw invalidArgument('show_missing cannot be combined with order_by.');
  }
  const message = listQuery(request);
  const query = parseQuery(message, parent.database, parent.path);
  const database = emulator.database(parent.database);
  const snapshot = database.resolveConsistency(
    parseConsistency(request.consistencySelector),
    call.connection,
  );
  await database.delayBehindCommits(query, snapshot);
  const principal = principalOf(call);
  const mask = maskPaths(request.mask);
  const token = decodePageToken(request.pageToken);
  const size = request.pageSize || DEFAULT_PAGE_SIZE;
  const byName = request.orderBy === '' && request.collectionId !== '' && snapshot.version === undefined;
  if (byName) {
    database.authorizeQuery(query, message, snapshot, principal);
    const path = parent.path === '' ? request.collectionId : `${parent.path}/${request.collectionId}`;
    const after = typeof token === 'string' ? token : undefined;
    const page = take(listCollection(database.store, path, request.showMissing, after), size + 1);
    billPage(page.slice(0, size).flatMap(({ document }) => document ?? []));
    const documents = page
      .slice(0, size)
      .map(({ id, document }) =>
        document
          ? documentMessage(database.name, document, mask)
          : missingDocument(database.name, `${path}/${id}`),
      );
    const nextPageToken = page.length > size ? encodePageToken(page[size - 1]?.id as string) : '';
    return create(ListDocumentsResponseSchema, { documents, nextPageToken });
  }
  const offset = typeof token === 'number' ? token : 0;
  const result = database.runQuery({ ...query, offset, limit: size + 1 }, message, snapshot, principal);
  billPage(result.documents.slice(0, size));
  return create(ListDocumentsResponseSchema, {
    documents: result.documents
      .slice(0, size)
      .map((document) => documentMessage(database.name, document, mask)),
    nextPageToken: result.documents.length > size ? encodePageToken(offset + size) : '',
  });
}

/** Page tokens are free: reads of earlier pages are not charged again. */
function billPage(documents: readonly StoredDocument[]): void {
  const bytes = documents.reduce((sum, document) => sum + document.bytes, 0);
  bill({ reads: Math.max(1, documents.length), bytes });
}

/** The query equivalent to a ListDocuments request; rules are evaluated for it. */
function listQuery(request: ListDocumentsRequest): StructuredQuery {
  return create(StructuredQuerySchema, {
    from: [create(StructuredQuery_CollectionSelectorSchema, { collectionId: request.collectionId })],
    orderBy: request.orderBy
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const [fieldPath = '', direction = 'asc'] = part.split(/\s+/);
        parseFieldPath(fieldPath);
        const descending = /^desc(ending)?$/i.test(direction);
        if (!descending && !/^asc(ending)?$/i.test(direction)) {
          throw invalidArgument(`Invalid order_by: "${part}".`);
        }
        return create(StructuredQuery_OrderSchema, {
          field: { fieldPath },
          direction: descending ? Direction.DESCENDING : Direction.ASCENDING,
        });
      }),
    limit: request.pageSize || DEFAULT_PAGE_SIZE,
  });
}

function missingDocument(database: string, path: string): Document {
  return create(DocumentSchema, { name: resourceName(database, path) });
}

function take<T>(items: Iterable<T>, count: number): T[] {
  const taken: T[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length >= count) break;
  }
  return taken;
}

/**
 * ListCollectionIds of google.firestore.v1.Firestore. If the database has rules, only the owner may
 * call it.
 */
export async function listCollectionIds(
  emulator: FirestoreEmulator,
  request: ListCollectionIdsRequest,
  call: CallContext,
): Promise<ListCollectionIdsResponse> {
  const parent = parseParentName(request.parent);
  checkPageSize(request.pageSize);
  const database = emulator.database(parent.database);
  if (principalOf(call).kind !== 'owner' && emulator.ruleset(database.projectId, database.databaseId)) {
    throw new RpcError(StatusCode.PERMISSION_DENIED, 'Only administrators may list collection ids.');
  }
  if (request.consistencySelector.case === 'readTime') {
    database.resolveConsistency({
      kind: 'read-time',
      readTime: timestampToMicros(request.consistencySelector.value),
    });
  }
  bill({ reads: 1 });
  const depth = parent.path === '' ? 0 : parent.path.split('/').length;
  const ids = new Set<string>();
  for (const { path } of database.store.collectionsBelow(parent.path)) {
    ids.add(path.split('/')[depth] as string);
  }
  const after = decodePageToken(request.pageToken);
  const rest = [...ids]
    .sort(compareUtf8)
    .filter((id) => after === undefined || compareUtf8(id, `${after}`) > 0);
  const collectionIds = request.pageSize > 0 ? rest.slice(0, request.pageSize) : rest;
  return create(ListCollectionIdsResponseSchema, {
    collectionIds,
    nextPageToken: collectionIds.length < rest.length ? encodePageToken(collectionIds.at(-1) as string) : '',
  });
}

/**
 * PartitionQuery of google.firestore.v1.Firestore: cursors that split a collection group, in name
 * order, into partitions of roughly equal size.
 */
export async function partitionQuery(
  emulator: FirestoreEmulator,
  request: PartitionQueryRequest,
  call: CallContext,
): Promise<PartitionQueryResponse> {
  if (request.queryType.case !== 'structuredQuery') throw invalidArgument('structured_query is required.');
  const message = request.queryType.value;
  const parent = parseParentName(request.parent);
  checkPageSize(request.pageSize);
  const requestedCount = Number(request.partitionCount);
  if (requestedCount < 1) throw invalidArgument('partition_count must be positive.');
  const query = parseQuery(message, parent.database, parent.path);
  const isPlain =
    query.allDescendants &&
    query.filter === undefined &&
    query.orderBy.length === 1 &&
    query.orderBy[0]?.descending === false &&
    !query.startAt &&
    !query.endAt &&
    query.limit === undefined &&
    query.offset === 0;
  if (!isPlain) {
    throw invalidArgument(
      'PartitionQuery needs a collection group query ordered by __name__ ascending, without filters, cursors, limit and offset.',
    );
  }
  const database = emulator.database(parent.database);
  const snapshot = database.resolveConsistency(
    parseConsistency(request.consistencySelector),
    call.connection,
  );
  const names = [...database.matchingDocuments(query, message, snapshot, principalOf(call))].map(
    ({ path }) => path,
  );
  // Not charged per document: a query that does not read documents is charged one read per request.
  bill({ reads: 1 });
  const count = Math.min(requestedCount, Math.max(0, names.length - 1));
  const points = Array.from(
    { length: count },
    (_, i) => names[Math.floor(((i + 1) * names.length) / (count + 1))],
  );
  const from = Number(decodePageToken(request.pageToken) ?? 0);
  const page = points.slice(from, request.pageSize > 0 ? from + request.pageSize : undefined);
  return create(PartitionQueryResponseSchema, {
    partitions: page.map((path) =>
      create(CursorSchema, {
        values: [toValue(new ReferenceValue(resourceName(database.name, path as string)))],
        before: true,
      }),
    ),
    nextPageToken: from + page.length < points.length ? encodePageToken(from + page.length) : '',
  });
}
