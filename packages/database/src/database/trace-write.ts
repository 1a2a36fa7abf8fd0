import { activeSpan } from '@savepoint/server/core/tracing';
import type { Node } from '../core/node.ts';
import { sizeOfNode } from '../core/node-size.ts';
import { formatPath } from '../core/path.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';
import type { Change } from './change.ts';
import type { Login } from './login.ts';

/** Characters of JSON that the data of one write takes in its span. */
const MAX_CHARACTERS = 64 * 1024;
/** Places that a span names; of a larger write it has the number besides. */
const MAX_PLACES = 500;

/**
 * Records what a write has changed in a span `apply write`: an event `create`, `update` or `delete`
 * per place, with its data before and after. Who reads them shows the history of a place
 * (packages/event-log/README.md).
 */
export function traceWrite(namespace: string, changes: readonly Change[], { isAdmin, auth }: Login): void {
  const span = activeSpan()?.child('apply write');
  if (span === undefined) return;
  let remaining = MAX_CHARACTERS;
  const growthBytes = changes.reduce(
    (sum, { before, after }) => sum + sizeOfNode(after) - sizeOfNode(before),
    0,
  );
  for (const { path, before, after } of changes.slice(0, MAX_PLACES)) {
    const [beforeJson, afterJson] = [jsonOf(before, remaining), jsonOf(after, remaining)];
    const isTruncated = beforeJson === undefined || afterJson === undefined;
    if (!isTruncated) remaining -= beforeJson.length + afterJson.length;
    span.event(before.isEmpty ? 'create' : after.isEmpty ? 'delete' : 'update', {
      path: formatPath(path),
      ...(isTruncated ? { truncated: true } : { before: beforeJson, after: afterJson }),
    });
  }
  const uid = typeof auth?.uid === 'string' ? auth.uid : undefined;
  span.set({
    database: namespace,
    places: changes.length,
    'database.stored_bytes': growthBytes,
    principal: isAdmin ? 'owner' : auth === null ? 'guest' : 'user',
    user_id: uid,
  });
  span.end();
}

/** The JSON of data; undefined where it is longer than `limit`, which is found out before. */
function jsonOf(node: Node, limit: number): string | undefined {
  return sizeOfNode(node, limit) > limit ? undefined : writeJson(node, EXPORT);
}
