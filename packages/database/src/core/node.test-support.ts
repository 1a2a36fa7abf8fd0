import { Node, type Priority } from './node.ts';

/** A node with children. Empty ones are omitted, and the last one with a key counts. */
export function nodeOf(entries: readonly (readonly [string, Node])[], priority: Priority = null): Node {
  const present = new Map(entries.filter(([, child]) => !child.isEmpty));
  return Node.of([...present.keys()], [...present.values()], priority);
}
