// Listeners by location: a write finds those at, above and below its changes. Listeners at one
// location with the same query share a view, so the effect of a write on them is computed only
// once.

import type { Node } from '../core/node.ts';
import { type Path, ROOT } from '../core/path.ts';
import type { Query } from '../core/query.ts';
import { type Change, changeAt } from './change.ts';
import { type Push, QueryView } from './query-view.ts';

/** Anything that listens to a query at a place. */
interface Placed {
  readonly path: Path;
  readonly query: Query;
}

/** Listeners with the same query. */
interface Group<Listener> {
  readonly view: QueryView;
  readonly listeners: Set<Listener>;
}

class Place<Listener> {
  readonly path: Path;
  /** By their queries. */
  readonly groups = new Map<string, Group<Listener>>();
  readonly children = new Map<string, Place<Listener>>();

  constructor(path: Path) {
    this.path = path;
  }

  get isEmpty(): boolean {
    return this.groups.size === 0 && this.children.size === 0;
  }
}

/** A set of listeners, indexed by location. */
export class ListenerTree<Listener extends Placed> {
  readonly #root = new Place<Listener>(ROOT);

  /** Adds a listener. Returns the view of its query, initialized from `root`. */
  add(listener: Listener, root: Node): QueryView {
    let place = this.#root;
    for (const key of listener.path) {
      const child = place.children.get(key) ?? new Place<Listener>([...place.path, key]);
      place.children.set(key, child);
      place = child;
    }
    const { groups, path } = place;
    const { query } = listener;
    const group = groups.get(keyOf(query)) ?? {
      view: new QueryView(query, root.at(path)),
      listeners: new Set(),
    };
    groups.set(keyOf(query), group);
    group.listeners.add(listener);
    return group.view;
  }

  delete(listener: Listener): void {
    const places = [this.#root];
    for (const key of listener.path) {
      const child = places.at(-1)?.children.get(key);
      if (child === undefined) return;
      places.push(child);
    }
    const groups = places.at(-1)?.groups;
    const group = groups?.get(keyOf(listener.query));
    group?.listeners.delete(listener);
    if (group?.listeners.size === 0) groups?.delete(keyOf(listener.query));
    for (let depth = listener.path.length; depth > 0 && places[depth]?.isEmpty; depth -= 1) {
      places[depth - 1]?.children.delete(listener.path[depth - 1] as string);
    }
  }

  /** All listeners. */
  *[Symbol.iterator](): Generator<Listener> {
    for (const { groups } of within(this.#root)) {
      for (const { listeners } of groups.values()) yield* listeners;
    }
  }

  /** Updates views after a write. Returns the affected listeners with their pushes. */
  follow(changes: readonly Change[], root: Node): (readonly [Listener, Push])[] {
    const concerned = new Map<Place<Listener>, Change[]>();
    for (const change of changes) {
      for (const place of this.#near(change.path)) {
        const part = changeAt(change, place.path);
        if (part === undefined) continue;
        const parts = concerned.get(place);
        if (parts === undefined) concerned.set(place, [part]);
        else parts.push(part);
      }
    }
    const pushes: (readonly [Listener, Push])[] = [];
    for (const [{ path, groups }, parts] of concerned) {
      const node = root.at(path);
      for (const { view, listeners } of groups.values()) {
        const push = view.update(node, parts);
        if (push !== undefined) for (const listener of listeners) pushes.push([listener, push]);
      }
    }
    return pushes;
  }

  /** The locations with listeners above, at and below a location. */
  *#near(path: Path): Generator<Place<Listener>> {
    let place = this.#root;
    for (const key of path) {
      if (place.groups.size > 0) yield place;
      const child = place.children.get(key);
      if (child === undefined) return;
      place = child;
    }
    yield* within(place);
  }
}

function* within<Listener>(place: Place<Listener>): Generator<Place<Listener>> {
  if (place.groups.size > 0) yield place;
  for (const child of place.children.values()) yield* within(child);
}

function keyOf(query: Query): string {
  return JSON.stringify(query);
}
