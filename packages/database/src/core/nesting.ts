/**
 * Whether JSON of a client has more levels of objects and arrays than `levels`. Writing such JSON
 * as text, or an error about it, can exceed the call stack.
 */
export function isDeeperThan(levels: number, json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return levels === 0 || Object.values(json).some((child) => isDeeperThan(levels - 1, child));
}
