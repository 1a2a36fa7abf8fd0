// The disconnect operations of a client of the model: disjoint paths, and their values.

import { FlatTree, isWithin, type Json } from './flat-tree.ts';

type Priority = null | string | number;

const isAbove = (path: string, other: string): boolean => path !== other && isWithin(other, path);

export class WaitingWrites {
  readonly #data = new FlatTree();
  #places: string[] = [];
  readonly #priorities = new Map<string, Priority>();

  /** A write below a path becomes part of its value; otherwise it replaces the paths below. */
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

  /** A path above with children is split into them, down to the canceled one. */
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

  /** Priorities come last: they apply to the values written before. */
  writeTo(tree: FlatTree, resolve: (json: Json, path: string) => Json): void {
    const writes = this.#places.map((path) => [path, resolve(this.#data.json(path), path)] as const);
    for (const [path, json] of writes) tree.set(path, json);
    for (const [path, priority] of this.#priorities) tree.setPriority(path, priority);
  }
}
