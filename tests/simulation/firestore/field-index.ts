import type { FindQuery } from '../../../functions/src/firestore/document-store.ts';
import type { Fields } from './documents.ts';

type Entry = readonly [id: string, fields: Fields];

/**
 * The documents of a collection by the values of some fields, sorted by a time or by id. Without
 * it, a query of a drop reads a hundred thousand entries.
 */
export class FieldIndex {
  readonly #names: readonly string[];
  readonly #orderBy: string | undefined;
  readonly #documents = new Map<string, Map<string, Fields>>();
  /** Sorted on demand, until one changes. */
  readonly #sorted = new Map<string, readonly Entry[]>();

  constructor(names: readonly string[], orderBy: string | undefined) {
    this.#names = names;
    this.#orderBy = orderBy;
  }

  isOf(names: readonly string[], orderBy: string | undefined): boolean {
    return this.#orderBy === orderBy && this.#names.join() === names.join();
  }

  /** Replaces a document; undefined for one that does not exist. */
  replace(id: string, before: Fields | undefined, after: Fields | undefined): void {
    if (before !== undefined && this.#has(before)) {
      const key = this.#keyOf(before);
      this.#documents.get(key)?.delete(id);
      this.#sorted.delete(key);
    }
    if (after === undefined || !this.#has(after)) return;
    const key = this.#keyOf(after);
    const documents = this.#documents.get(key) ?? new Map<string, Fields>();
    this.#documents.set(key, documents.set(id, after));
    this.#sorted.delete(key);
  }

  /** The documents with these values, in their order. */
  entries(where: FindQuery['where']): readonly Entry[] {
    const key = this.#keyOf(where);
    const sorted = this.#sorted.get(key) ?? [...(this.#documents.get(key) ?? [])].sort(this.#compare);
    this.#sorted.set(key, sorted);
    return sorted;
  }

  readonly #compare = ([one, a]: Entry, [other, b]: Entry) =>
    (this.#orderBy === undefined ? 0 : Number(a[this.#orderBy]) - Number(b[this.#orderBy])) ||
    (one < other ? -1 : 1);

  #has(fields: Fields): boolean {
    return this.#orderBy === undefined || fields[this.#orderBy] !== undefined;
  }

  #keyOf(fields: Fields): string {
    return this.#names.map((name) => `${typeof fields[name]} ${String(fields[name])}`).join('\n');
  }
}
