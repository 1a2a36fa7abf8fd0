// TTL policies. As in production, a document expires at the timestamp in one field and is then
// deleted as if by a client: listeners and triggers see it, and documents below it remain. A
// document whose field is missing or has another type never expires.

import { type Micros, microsToValue } from '../core/commit-time.ts';
import type { FieldPath } from '../core/field-path.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { Fields, fieldAt, TypeOrder, typeOrder } from '../core/value.ts';
import { SYSTEM } from '../database/access-control.ts';
import type { Database } from '../database/database.ts';
import { executeQuery } from '../database/execute-query.ts';
import type { Mutation } from '../database/mutation.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';

/** The documents of a collection group whose timestamp in `path` is not after `now`. */
function expiredDocuments(
  database: Database,
  collectionId: string,
  path: FieldPath,
  now: Micros,
): readonly StoredDocument[] {
  const { documents } = executeQuery(database.store, {
    parent: '',
    collectionId,
    allDescendants: true,
    filter: { kind: 'field', path, operator: '<=', value: microsToValue(now) },
    orderBy: [
      { path, descending: false },
      { path: undefined, descending: false },
    ],
    startAt: undefined,
    endAt: undefined,
    offset: 0,
    limit: undefined,
    select: undefined,
    findNearest: undefined,
  });
  return documents.filter(({ fields }) => {
    const value = fieldAt(fields, path);
    return value !== undefined && typeOrder(value) === TypeOrder.TIMESTAMP;
  });
}

function deletion({ path, updateTime }: StoredDocument): Mutation {
  // A document that is written while its deletion waits for a lock may expire later.
  const precondition = { updateTime };
  return { kind: 'delete', path, fields: new Fields(), mask: undefined, transforms: [], precondition };
}

/** Error codes for a document that was changed, deleted or locked meanwhile. */
const POSTPONED: ReadonlySet<StatusCode> = new Set([
  StatusCode.FAILED_PRECONDITION,
  StatusCode.NOT_FOUND,
  StatusCode.ABORTED,
]);

function postpone(error: unknown): number {
  if (error instanceof RpcError && POSTPONED.has(error.code)) return 0;
  throw error;
}

/**
 * Deletes the documents of `database` that have expired by its clock. Documents that stay locked by
 * a transaction or change meanwhile are left for the next call. Resolves with the number of deleted
 * documents.
 */
export async function deleteExpired(
  database: Database,
  expiryFields: IndexDefinitions['expiryFields'] = new Map(),
): Promise<number> {
  const now = database.now();
  const expired = [...expiryFields].flatMap(([collectionId, path]) =>
    expiredDocuments(database, collectionId, path, now),
  );
  const deletions = expired.map((document) => database.commit([deletion(document)], SYSTEM));
  const results = await Promise.all(deletions.map((deleted) => deleted.then(() => 1, postpone)));
  return results.reduce((sum, count) => sum + count, 0);
}
