// Finds the locations at which a write fires a trigger: those that match the pattern and whose
// values before and after the write differ.

import type { Node } from '../core/node.ts';
import type { Path } from '../core/path.ts';
import type { Change } from '../database/change.ts';
import type { ChangeKind } from './registration.ts';

/** A location before and after a write. */
export interface Match {
  readonly path: Path;
  readonly before: Node;
  readonly after: Node;
}

/** `{id}`, `{id=*}` and `*` match one key. */
const ANY_KEY = /^(\{[^=}]*(=\*)?\}|\*)$/;
/** `{rest=**}` and `**` match the rest of a path. */
const ANY_REST = /^(\{[^=}]*=\*\*\}|\*\*)$/;

/** The changed locations that match a pattern, at, below or above `changes`. */
export function matchesOf(
  pattern: readonly string[],
  kind: ChangeKind,
  changes: readonly Change[],
  roots: { readonly root: Node; readonly newRoot: Node },
): Match[] {
  const found = new Map<string, Match>();
  for (const change of changes) {
    const places = matchingPlaces(pattern, 0, [], change.path, roots.root, roots.newRoot);
    for (const match of places) found.set(match.path.join('/'), match);
  }
  return [...found.values()].filter((match) => isKind(kind, match));
}

function* matchingPlaces(
  pattern: readonly string[],
  depth: number,
  path: Path,
  changed: Path,
  before: Node,
  after: Node,
): Generator<Match> {
  if (before === after) return;
  const part = pattern[depth];
  if (part === undefined) {
    if (!before.equals(after)) yield { path, before, after };
    return;
  }
  if (ANY_REST.test(part)) {
    // Fires once for each write below, with its location.
    const rest = changed.slice(depth);
    yield { path: [...path, ...rest], before: before.at(rest), after: after.at(rest) };
    return;
  }
  const only = changed[depth];
  for (const key of only === undefined ? keysOf(part, before, after) : [only]) {
    if (!ANY_KEY.test(part) && key !== part) continue;
    yield* matchingPlaces(pattern, depth + 1, [...path, key], changed, before.child(key), after.child(key));
  }
}

/** The keys below a change that a part of a pattern may match. */
function keysOf(part: string, before: Node, after: Node): Iterable<string> {
  if (!ANY_KEY.test(part)) return [part];
  return new Set([...before.entries(), ...after.entries()].map(([key]) => key));
}

function isKind(kind: ChangeKind, { before, after }: Match): boolean {
  switch (kind) {
    case 'write':
      return true;
    case 'create':
      return before.isEmpty;
    case 'delete':
      return after.isEmpty;
    case 'update':
      return !before.isEmpty && !after.isEmpty;
  }
}
