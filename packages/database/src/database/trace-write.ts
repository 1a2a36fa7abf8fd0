import { activeSpan } from '@savepoint/server/core/tracing';
import type { Node } from '../core/node.ts';
import { sizeOfNode } from '../core/node-size.ts';
import { formatPath } from '../core/path.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';
import type { Change } from './change.ts';
import type { Login } from './login.ts';

/** The maximum JSON length of one write's data in its span, in characters. */
const MAX_CHARACTERS = 64 * 1024;
/** The maximum number of locations listed in a span; larger writes also record their number. */
const MAX_PLACES = 500;

/**
 * Records the effect of a write in a span `apply write`: an event `create`, `update` or `delete`
 * per location, with its data before and after, from which the history of a location can be read
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

/** The JSON of data; undefined if it is longer than `limit`, which is checked first. */
function jsonOf(node: Node, limit: number): string | undefined {
  return sizeOfNode(node, limit) > limit ? undefined : writeJson(node, EXPORT);
}
