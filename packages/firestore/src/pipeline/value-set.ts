import { type FieldValue, isMap, TypeOrder, typeOrder } from '../core/value.ts';
import { equalValues } from '../core/value-order.ts';
import type { Result } from './row.ts';

/** A string that is the same for equal values. Different values may share one. */
function hash(value: Result): string {
  if (value === undefined) return 'absent';
  const type = typeOrder(value);
  switch (type) {
    case TypeOrder.NUMBER:
      return `n${Number(value)}`;
    case TypeOrder.STRING:
      return `s${value as string}`;
    case TypeOrder.MAP:
      return isMap(value) ? `m${Object.keys(value).length}` : '';
    case TypeOrder.ARRAY:
      return `a${(value as readonly FieldValue[]).map(hash).join()}`;
    default:
      return `${type}${JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))}`;
  }
}

function equalResults(left: Result, right: Result): boolean {
  return left === undefined || right === undefined ? left === right : equalValues(left, right);
}

/**
 * A map with lists of values as keys. Lists are equal if their values are equal in index order,
 * like 1 and 1.0.
 */
export class ValueMap<T> {
  readonly #buckets = new Map<string, { readonly key: readonly Result[]; readonly item: T }[]>();

  /** The item of `key`, created by `create` if it does not exist. */
  get(key: readonly Result[], create: () => T): T {
    const text = key.map(hash).join('\0');
    const bucket = this.#buckets.get(text) ?? [];
    this.#buckets.set(text, bucket);
    const found = bucket.find(({ key: other }) =>
      other.every((value, index) => equalResults(value, key[index])),
    );
    if (found) return found.item;
    const item = create();
    bucket.push({ key, item });
    return item;
  }
}

/** A set of lists of values. */
export class ValueSet {
  readonly #map = new ValueMap<true>();

  /** Adds a list. Returns true if it was not in the set. */
  add(key: readonly Result[]): boolean {
    let isNew = false;
    this.#map.get(key, () => {
      isNew = true;
      return true;
    });
    return isNew;
  }
}
