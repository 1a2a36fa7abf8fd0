// A database in the simplest correct form: its leaves and priorities by path. The model test keeps
// one for the server and one for each client's data.

type Primitive = string | number | boolean;
export type Json = null | Primitive | { readonly [key: string]: Json };

/** One end of a range; null is also a value. */
export interface ModelBound {
  readonly value: null | Primitive;
  /** The key among equal values; absent for an index on keys, whose values are keys. */
  readonly key?: string;
  readonly isInclusive: boolean;
}

/** A query as the tests make them. */
export interface ModelQuery {
  readonly index: '.key' | '.value' | '.priority' | 'n';
  readonly start?: ModelBound;
  readonly end?: ModelBound;
  readonly limit?: number;
  readonly from?: 'first' | 'last';
}

export const below = (path: string, key: string): string => (path === '' ? key : `${path}/${key}`);
export const isWithin = (path: string, ancestor: string): boolean =>
  ancestor === '' || path === ancestor || path.startsWith(`${ancestor}/`);

export class FlatTree {
  readonly leaves = new Map<string, Primitive>();
  readonly priorities = new Map<string, string | number>();

  exists(path: string): boolean {
    return [...this.leaves.keys()].some((leaf) => isWithin(leaf, path));
  }

  /** Replaces the data at a path. Writing nothing below a leaf has no effect. */
  set(path: string, json: Json): void {
    const had = this.exists(path);
    for (const leaf of this.leaves.keys()) if (isWithin(leaf, path)) this.leaves.delete(leaf);
    for (const place of this.priorities.keys()) if (isWithin(place, path)) this.priorities.delete(place);
    this.#add(path, json);
    if (had || this.exists(path)) this.#removeLeavesAbove(path);
    this.#prune();
  }

  setPriority(path: string, priority: string | number | null): void {
    if (priority === null) this.priorities.delete(path);
    else this.priorities.set(path, priority);
    this.#prune();
  }

  #add(path: string, json: Json): void {
    if (json === null) return;
    if (typeof json !== 'object') {
      this.leaves.set(path, json);
      return;
    }
    for (const [key, child] of Object.entries(json)) {
      if (key === '.priority') this.priorities.set(path, child as string | number);
      else if (key === '.value') this.#add(path, child);
      else this.#add(below(path, key), child);
    }
  }

  #removeLeavesAbove(path: string): void {
    for (const leaf of this.leaves.keys()) {
      if (leaf !== path && isWithin(path, leaf)) this.leaves.delete(leaf);
    }
  }

  #prune(): void {
    for (const place of this.priorities.keys()) if (!this.exists(place)) this.priorities.delete(place);
  }

  children(path: string): string[] {
    const keys = [...this.leaves.keys()]
      .filter((leaf) => leaf !== path && isWithin(leaf, path))
      .map((leaf) => leaf.slice(path === '' ? 0 : path.length + 1).split('/')[0] as string);
    return [...new Set(keys)];
  }

  /** The data at a path, in export format. */
  json(path: string): Json {
    const priority = this.priorities.get(path);
    const withPriority = priority === undefined ? {} : { '.priority': priority };
    const leaf = this.leaves.get(path);
    if (leaf !== undefined) return priority === undefined ? leaf : { '.value': leaf, ...withPriority };
    const keys = this.children(path);
    if (keys.length === 0) return null;
    return Object.fromEntries([
      ...keys.map((key) => [key, this.json(below(path, key))] as const),
      ...Object.entries(withPriority),
    ]);
  }

  /** The children in a query's results, in export format. */
  query(path: string, query: ModelQuery): Json {
    const indexValueOf = (key: string): unknown => {
      const child = below(path, key);
      if (query.index === '.key') return null;
      if (query.index === '.priority') return this.priorities.get(child) ?? null;
      const place = query.index === '.value' ? child : below(child, 'n');
      return this.leaves.get(place) ?? (this.exists(place) ? {} : null);
    };
    const rank = (value: unknown): number =>
      value === null ? 0 : ['boolean', 'number', 'string', 'object'].indexOf(typeof value) + 1;
    const compare = (left: unknown, right: unknown): number =>
      rank(left) - rank(right) ||
      (typeof left === 'object' || left === right ? 0 : (left as number) < (right as number) ? -1 : 1);
    const byKey = (left: string, right: string): number => {
      const [a, b] = [left, right].map((key) => (/^\d+$/.test(key) ? Number(key) : Number.NaN)) as [
        number,
        number,
      ];
      if (Number.isNaN(a) || Number.isNaN(b)) {
        return Number.isNaN(a) === Number.isNaN(b) ? (left < right ? -1 : 1) : Number.isNaN(a) ? 1 : -1;
      }
      return a - b;
    };
    /** Compares a child with a bound: negative before it, 0 at it. */
    const compareToBound = (key: string, bound: ModelBound): number => {
      if (query.index === '.key') return key === bound.value ? 0 : byKey(key, bound.value as string);
      const order = compare(indexValueOf(key), bound.value);
      if (order !== 0 || bound.key === undefined) return order;
      return key === bound.key ? 0 : byKey(key, bound.key);
    };
    const { start, end, limit, from = 'first' } = query;
    const found = this.children(path)
      .sort((left, right) => compare(indexValueOf(left), indexValueOf(right)) || byKey(left, right))
      .filter((key) => {
        const order = start === undefined ? 1 : compareToBound(key, start);
        return order > 0 || (order === 0 && start?.isInclusive);
      })
      .filter((key) => {
        const order = end === undefined ? -1 : compareToBound(key, end);
        return order < 0 || (order === 0 && end?.isInclusive);
      });
    const count = Math.min(limit ?? found.length, found.length);
    const kept = from === 'first' ? found.slice(0, count) : found.slice(found.length - count);
    if (kept.length === 0) return null;
    return Object.fromEntries(kept.map((key) => [key, this.json(below(path, key))]));
  }
}
