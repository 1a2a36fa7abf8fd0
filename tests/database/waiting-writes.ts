// What a client of the model has asked to be written when its session ends: disjoint places, and
// what is to be there.

import { FlatTree, isWithin, type Json } from './flat-tree.ts';

type Priority = null | string | number;

const isAbove = (path: string, other: string): boolean => path !== other && isWithin(other, path);

export class WaitingWrites {
  readonly #data = new FlatTree();
  #places: string[] = [];
  readonly #priorities = new Map<string, Priority>();

  /** Below a place it is a part of what is to be there; otherwise it replaces the places below. */
  set(path: string, json: Json): void {
    if (!this.#places.some((place) => isAbove(place, path))) {
      this.#drop(path);
      this.#places.push(path);
    }
    this.#data.set(path, json);
  }

  setPriority(path: string, priority: Priority): void {
    if (this.#places.some((place) => isWithin(path, place))) this.#data.setPriority(path, priority);
    else this.#priorities.set(path, priority);
  }

  /** A place above that has children is replaced by them, down to the one that is canceled. */
  cancel(path: string): void {
    for (;;) {
      const above = this.#places.find((place) => isAbove(place, path));
      if (above === undefined) break;
      const children = this.#data.children(above);
      if (children.length === 0) return;
      this.#places = this.#places.filter((place) => place !== above);
      this.#places.push(...children.map((key) => (above === '' ? key : `${above}/${key}`)));
      this.#data.setPriority(above, null);
    }
    this.#drop(path);
  }

  #drop(path: string): void {
    this.#places = this.#places.filter((place) => !isWithin(place, path));
    for (const place of this.#priorities.keys()) if (isWithin(place, path)) this.#priorities.delete(place);
    this.#data.set(path, null);
  }

  /** Priorities come last: they are of what is there then. */
  writeTo(tree: FlatTree, resolve: (json: Json, path: string) => Json): void {
    const writes = this.#places.map((path) => [path, resolve(this.#data.json(path), path)] as const);
    for (const [path, json] of writes) tree.set(path, json);
    for (const [path, priority] of this.#priorities) tree.setPriority(path, priority);
  }
}
