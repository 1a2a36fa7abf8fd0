// Owns ListDocuments, ListCollectionIds and PartitionQuery.

import { create } from '@bufbuild/protobuf';
import { parseParentName } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { compareUtf8 } from '../core/utf8-order.ts';
import { OWNER } from '../database/access-control.ts';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
import {
  type ListCollectionIdsRequest,
  type ListCollectionIdsResponse,
  ListCollectionIdsResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { principalOf } from './caller.ts';
import type { CallContext } from './firestore-service.ts';

export async function listCollectionIds(
  emulator: FirestoreEmulator,
  request: ListCollectionIdsRequest,
  call: CallContext,
): Promise<ListCollectionIdsResponse> {
  const parent = parseParentName(request.parent);
  if (principalOf(call) !== OWNER && emulator.access.ruleset(parent.database.split('/')[1] as string)) {
    throw new RpcError(StatusCode.PERMISSION_DENIED, 'Listing collection ids needs an administrator.');
  }
  if (request.pageSize < 0) throw invalidArgument('page_size is negative');
  const { store } = emulator.database(parent.database);
  const ids = new Set<string>();
  const depth = parent.path === '' ? 0 : parent.path.split('/').length;
  for (const { path } of store.collectionsBelow(parent.path)) ids.add(path.split('/')[depth] as string);
  const after = Buffer.from(request.pageToken, 'base64url').toString();
  const rest = [...ids].sort(compareUtf8).filter((id) => after === '' || compareUtf8(id, after) > 0);
  const collectionIds = request.pageSize > 0 ? rest.slice(0, request.pageSize) : rest;
  const more = collectionIds.length < rest.length;
  return create(ListCollectionIdsResponseSchema, {
    collectionIds,
    nextPageToken: more ? Buffer.from(collectionIds.at(-1) as string).toString('base64url') : '',
  });
}
