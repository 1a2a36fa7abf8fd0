import { toJson } from '@bufbuild/protobuf';
import { ValueSchema } from '../../packages/firestore/src/gen/google/firestore/v1/document_pb.js';
import { StructuredQuerySchema } from '../../packages/firestore/src/gen/google/firestore/v1/query_pb.js';
import type { CaseRequest, CaseWrite, Fields, RulesCase } from './rules-case.ts';
import { storedValue, structuredQuery } from './stored-value.ts';

/** A REST request to the emulator. */
export interface WireRequest {
  readonly verb: 'GET' | 'POST';
  /** After `/v1/projects/P/databases/(default)/documents`. */
  readonly path: string;
  readonly body?: object;
}

/** Why a case cannot be sent to an emulator; undefined if it can. */
export function noWireFormReason({ request, docs }: RulesCase): string | undefined {
  if (request.time !== undefined) return 'a server uses its own clock';
  if (request.method === 'delete' && request.resource !== undefined) return 'a delete has no document';
  const paths = [...Object.keys(docs), ...(request.method === 'list' ? [] : [request.path ?? 'a/b'])];
  return paths.some((path) => path.split('/').length % 2 === 1)
    ? 'its path is that of a collection'
    : undefined;
}

/** The REST request of a case. `name` returns the resource name of a document path. */
export function wireRequest(request: CaseRequest, name: (path: string) => string): WireRequest {
  if (
    request.method === 'list' ||
    request.collection !== undefined ||
    request.collectionGroup !== undefined
  ) {
    return queryRequest(request);
  }
  if (request.method === 'get') return { verb: 'GET', path: `/${encodePath(request.path ?? '')}` };
  const writes: readonly (CaseWrite | CaseRequest)[] = request.batch ?? [request];
  return { verb: 'POST', path: ':commit', body: { writes: writes.map((write) => wireWrite(write, name)) } };
}

/** The commit that stores the documents of a case. */
export function seedRequest(docs: RulesCase['docs'], name: (path: string) => string): WireRequest {
  const writes = Object.entries(docs).map(([path, fields]) => ({
    update: { name: name(path), fields: wireFields(fields) },
  }));
  return { verb: 'POST', path: ':commit', body: { writes } };
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function queryRequest(request: CaseRequest): WireRequest {
  const segments = (request.collection ?? request.collectionGroup ?? request.path ?? '').split('/');
  const collection = segments.length % 2 === 1 ? segments : segments.slice(0, -1);
  const parent = collection.slice(0, -1).join('/');
  const path = parent === '' ? '' : `/${encodePath(parent)}`;
  const query = toJson(StructuredQuerySchema, structuredQuery(request, collection.at(-1) ?? ''));
  if (request.aggregate === undefined) {
    return { verb: 'POST', path: `${path}:runQuery`, body: { structuredQuery: query } };
  }
  const aggregations = [{ alias: 'n', count: {} }];
  const body = { structuredAggregationQuery: { structuredQuery: query, aggregations } };
  return { verb: 'POST', path: `${path}:runAggregationQuery`, body };
}

function wireFields(fields: Fields): object {
  const entries = Object.entries(fields).filter(
    ([, json]) => json !== '$delete' && json !== '$serverTimestamp',
  );
  return Object.fromEntries(entries.map(([key, json]) => [key, toJson(ValueSchema, storedValue(json))]));
}

function wireWrite(write: CaseWrite | CaseRequest, name: (path: string) => string): object {
  const path = write.path ?? '';
  const method = 'method' in write ? write.method : undefined;
  if (method === 'delete') return { delete: name(path) };
  const resource = write.resource ?? {};
  const timestamps = Object.entries(resource).filter(([, json]) => json === '$serverTimestamp');
  const isPartial = write.write === 'update' || write.merge === true;
  const exists =
    write.precondition?.exists ??
    (method === 'create' ? false : method === 'update' || write.write === 'update' ? true : undefined);
  return {
    update: { name: name(path), fields: wireFields(resource) },
    ...(isPartial ? { updateMask: { fieldPaths: Object.keys(resource) } } : {}),
    ...(timestamps.length === 0
      ? {}
      : {
          updateTransforms: timestamps.map(([fieldPath]) => ({
            fieldPath,
            setToServerValue: 'REQUEST_TIME',
          })),
        }),
    ...(exists === undefined ? {} : { currentDocument: { exists } }),
  };
}
