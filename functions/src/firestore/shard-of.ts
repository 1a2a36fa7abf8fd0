/** One of `count` shards, selected by an id: the same id always selects the same one. */
export function shardOf(id: string, count: number): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) as number)) % 9973;
  return hash % count;
}
