// Listeners by the place that they listen to: a write finds those at, above and below its changes.

import type { Path } from '../core/path.ts';
import { type Change, changeAt } from './change.ts';

/** Anything that is attached to a place. */
interface Placed {
  readonly path: Path;
}

class Place<Listener> {
  readonly listeners = new Set<Listener>();
  readonly children = new Map<string, Place<Listener>>();

  get isEmpty(): boolean {
    return this.listeners.size === 0 && this.children.size === 0;
  }
}

/** A set of listeners, found by their places. */
export class ListenerTree<Listener extends Placed> {
  readonly #root = new Place<Listener>();

  add(listener: Listener): void {
    let place = this.#root;
    for (const key of listener.path) {
      const child = place.children.get(key) ?? new Place<Listener>();
      place.children.set(key, child);
      place = child;
    }
    place.listeners.add(listener);
  }

  delete(listener: Listener): void {
    const places = [this.#root];
    for (const key of listener.path) {
      const child = places.at(-1)?.children.get(key);
      if (child === undefined) return;
      places.push(child);
    }
    places.at(-1)?.listeners.delete(listener);
    for (let depth = listener.path.length; depth > 0 && places[depth]?.isEmpty; depth -= 1) {
      places[depth - 1]?.children.delete(listener.path[depth - 1] as string);
    }
  }

  /** All listeners. */
  *[Symbol.iterator](): Generator<Listener> {
    yield* within(this.#root);
  }

  /** The listeners that changes concern, each with its part of them. */
  concernedBy(changes: readonly Change[]): Map<Listener, Change[]> {
    const concerned = new Map<Listener, Change[]>();
    for (const change of changes) {
      for (const listener of this.#near(change.path)) {
        const part = changeAt(change, listener.path);
        if (part === undefined) continue;
        const parts = concerned.get(listener);
        if (parts === undefined) concerned.set(listener, [part]);
        else parts.push(part);
      }
    }
    return concerned;
  }

  /** The listeners above a place, at it and below it. */
  *#near(path: Path): Generator<Listener> {
    let place = this.#root;
    for (const key of path) {
      yield* place.listeners;
      const child = place.children.get(key);
      if (child === undefined) return;
      place = child;
    }
    yield* within(place);
  }
}

function* within<Listener>(place: Place<Listener>): Generator<Listener> {
  yield* place.listeners;
  for (const child of place.children.values()) yield* within(child);
}
