// The changes of a write: a set of locations, none of which is within another. Listeners, streams,
// triggers and the event log read it, so trees are never compared as a whole.

import type { Node } from '../core/node.ts';
import { isWithin, type Path } from '../core/path.ts';

/** One location before and after a write. */
export interface Change {
  readonly path: Path;
  readonly before: Node;
  readonly after: Node;
}

/** The outermost effective changes of a write to `paths`. */
export function changesBetween(root: Node, newRoot: Node, paths: readonly Path[]): Change[] {
  const outermost = paths.filter(
    (path, index) =>
      !paths.some(
        (other, otherIndex) =>
          otherIndex !== index && isWithin(path, other) && (other.length < path.length || otherIndex < index),
      ),
  );
  return outermost.flatMap((path) => {
    const before = root.at(path);
    const after = newRoot.at(path);
    return before.equals(after) ? [] : [{ path, before, after }];
  });
}

/** The part of a change that affects a location, relative to it; undefined if there is none. */
export function changeAt(change: Change, place: Path): Change | undefined {
  if (isWithin(change.path, place)) return { ...change, path: change.path.slice(place.length) };
  if (!isWithin(place, change.path)) return undefined;
  const below = place.slice(change.path.length);
  const before = change.before.at(below);
  const after = change.after.at(below);
  return before.equals(after) ? undefined : { path: [], before, after };
}
