// What a client has asked to be written when its session ends: a sparse tree, in which a place has
// either JSON or children with JSON.
//
//   o /room/ada {name: "Ada", on: true}   one entry, /room/ada
//   o /room/ada/on false                  it becomes {name: "Ada", on: false}
//   oc /room/ada/on                       its children become entries, this goes: /room/ada/name

import type { Path } from '../core/path.ts';
import type { Update } from './update.ts';

interface Place {
  /** The JSON to write, in a box since it may be null; undefined where only children have some. */
  entry: { readonly json: unknown } | undefined;
  readonly children: Map<string, Place>;
}

const PRIORITY = '.priority';

/** The writes of one session that are pending until it ends. */
export class OnDisconnect {
  #root = createPlace();

  get isEmpty(): boolean {
    return this.#root.entry === undefined && this.#root.children.size === 0;
  }

  /** Sets a pending write, replacing pending writes below it. */
  set({ path, isPriority, json }: Update): void {
    const keys = isPriority ? [...path, PRIORITY] : path;
    let place = this.#root;
    for (const [depth, key] of keys.entries()) {
      if (place.entry !== undefined) {
        place.entry = entryOf(withJson(place.entry.json, keys.slice(depth), json));
        return;
      }
      const child = place.children.get(key) ?? createPlace();
      place.children.set(key, child);
      place = child;
    }
    place.entry = entryOf(json);
    place.children.clear();
  }

  /** Removes pending writes at and below a path. */
  cancel(path: Path): void {
    const [key, ...above] = path.toReversed();
    if (key === undefined) {
      this.#root = createPlace();
      return;
    }
    let place = this.#root;
    spread(place);
    for (const each of above.toReversed()) {
      const child = place.children.get(each);
      if (child === undefined) return;
      place = child;
      spread(place);
    }
    place.children.delete(key);
  }

  /** Returns and clears the pending writes. */
  take(): Update[] {
    const updates = [...updatesOf(this.#root, [])];
    this.#root = createPlace();
    return updates;
  }
}

function createPlace(): Place {
  return { entry: undefined, children: new Map() };
}

function entryOf(json: unknown): Place['entry'] {
  return { json: isNothing(json) ? null : json };
}

/** Converts an object to be written to one entry per child. A leaf stays one entry. */
function spread(place: Place): void {
  const json = place.entry?.json;
  if (typeof json !== 'object' || json === null || isLeaf(json)) return;
  place.entry = undefined;
  for (const [key, child] of Object.entries(json)) {
    if (key === PRIORITY || isNothing(child)) continue;
    place.children.set(key, { entry: entryOf(child), children: new Map() });
  }
}

function* updatesOf(place: Place, path: Path): Generator<Update> {
  if (place.entry !== undefined) {
    const isPriority = path.at(-1) === PRIORITY;
    yield { path: isPriority ? path.slice(0, -1) : path, isPriority, json: place.entry.json };
  }
  for (const [key, child] of place.children) yield* updatesOf(child, [...path, key]);
}

/**
 * JSON with a replacement at a path. A value that is not an object becomes one and keeps its
 * priority.
 */
function withJson(json: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const entries = new Map(typeof json === 'object' && !isNothing(json) ? Object.entries(json as object) : []);
  if (!isLeaf(json)) {
    entries.set(key, withJson(entries.get(key) ?? null, rest, replacement));
    return Object.fromEntries(entries);
  }
  if (key === PRIORITY) {
    if (typeof json !== 'object') entries.set('.value', json);
    return Object.fromEntries(entries.set(PRIORITY, replacement));
  }
  const child = withJson(null, rest, replacement);
  if (isNothing(child)) return json;
  return { ...(entries.has(PRIORITY) && { [PRIORITY]: entries.get(PRIORITY) }), [key]: child };
}

function isLeaf(json: unknown): boolean {
  if (typeof json !== 'object') return true;
  return json !== null && (Object.hasOwn(json, '.value') || Object.hasOwn(json, '.sv'));
}

/** Returns whether JSON contains no value at any depth. A priority by itself is not a value. */
function isNothing(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return json === null;
  return Object.entries(json).every(([key, child]) => key === PRIORITY || isNothing(child));
}
