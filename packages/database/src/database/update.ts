// Requested writes: the locations to replace, and their new data.

import { checkPath, readWritePath } from '../core/check-key.ts';
import { InvalidDataError } from '../core/invalid-data.ts';
import type { Node } from '../core/node.ts';
import { parseNode, parsePriority } from '../core/parse-node.ts';
import { formatPath, isWithin, type Path } from '../core/path.ts';

/** A location and the JSON that replaces it or its priority. */
export interface Update {
  readonly path: Path;
  readonly isPriority: boolean;
  readonly json: unknown;
}

/**
 * Converts a `put` to an update.
 * @throws InvalidDataError
 */
export function putUpdate(path: string, json: unknown): Update {
  return { ...readWritePath(path), json };
}

/**
 * Converts a `merge`, whose keys may be paths, to updates.
 * @throws InvalidDataError for keys that are not paths, or that are within one another
 */
export function mergeUpdates(path: string, json: unknown): Update[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new InvalidDataError('An update must be an object.');
  }
  const base = checkPath(readWritePath(path).path);
  const updates = Object.keys(json).map((key) => {
    const target = readWritePath(key);
    if (target.path.length === 0 && !target.isPriority)
      throw new InvalidDataError('A key of an update is empty.');
    return {
      path: checkPath([...base, ...target.path]),
      isPriority: target.isPriority,
      json: (json as Record<string, unknown>)[key],
    };
  });
  checkDisjoint(updates);
  return updates;
}

function checkDisjoint(updates: readonly Update[]): void {
  const places = updates
    .map(({ path, isPriority }) => (isPriority ? [...path, '.priority'] : path))
    .sort((left, right) => (left.join('\0') < right.join('\0') ? -1 : 1));
  for (const [index, place] of places.entries()) {
    const next = places[index + 1];
    if (next !== undefined && isWithin(next, place)) {
      throw new InvalidDataError(`The path ${formatPath(place)} of an update is an ancestor of another one.`);
    }
  }
}

/**
 * The root after applying all updates, priorities last, because they belong to the new values.
 * @throws InvalidDataError
 */
export function applyUpdates(root: Node, updates: readonly Update[], nowMs: number): Node {
  const values = { nowMs };
  let newRoot = root;
  const sorted = updates.toSorted((left, right) => Number(left.isPriority) - Number(right.isPriority));
  for (const { path, isPriority, json } of sorted) {
    const node = isPriority
      ? newRoot.at(path).withPriority(parsePriority(json, values))
      : parseNode(json, { existing: root.at(path), depth: path.length, values });
    newRoot = newRoot.withNode(path, node);
  }
  return newRoot;
}
