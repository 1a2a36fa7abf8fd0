import { Node, type Priority } from './node.ts';

/** A node with children, of which empty ones are left out and the last of a key counts. */
export function nodeOf(entries: readonly (readonly [string, Node])[], priority: Priority = null): Node {
  const present = new Map(entries.filter(([, child]) => !child.isEmpty));
  return Node.of([...present.keys()], [...present.values()], priority);
}
