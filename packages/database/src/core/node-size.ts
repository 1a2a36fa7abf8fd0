import type { Node, Primitive, Priority } from './node.ts';

/** The bytes around a key and its value, and the bytes of braces. */
const MEMBER_BYTES = 4;
const BRACES_BYTES = 2;
const QUOTES_BYTES = 2;
/** The bytes of `".value":` and `".priority":`. */
const PRIORITY_BYTES = 24;

/**
 * The approximate bytes of a node's JSON in export format, ignoring escapes. Stops counting at
 * `limit`.
 */
export function sizeOfNode(node: Node, limit = Number.POSITIVE_INFINITY): number {
  if (node.isEmpty) return 0;
  let bytes = node.priority === null ? 0 : PRIORITY_BYTES + sizeOfPrimitive(node.priority);
  if (node.size === 0) return bytes + sizeOfPrimitive(node.value);
  bytes += BRACES_BYTES;
  for (const [key, child] of node.entries()) {
    bytes += MEMBER_BYTES + Buffer.byteLength(key) + sizeOfNode(child, limit - bytes);
    if (bytes > limit) return bytes;
  }
  return bytes;
}

function sizeOfPrimitive(value: Primitive | Priority): number {
  return typeof value === 'string' ? Buffer.byteLength(value) + QUOTES_BYTES : String(value).length;
}
