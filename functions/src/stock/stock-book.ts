// The stock of some products in one transaction: what it reads of it, takes and gives back, and the
// movements that say so. An order reads one shard of a product, and the others only when that one
// has too little. A transaction that has read all of them knows what is left, so the last unit is
// sold and none beyond it:
//
//   12 units    shards { 'size M': 1 } x 8, { 'size M': 2 } x 2
//   order a     its shard has 1 left                        writes that shard
//   order b     its shard has none                          reads all, takes from the next that has
//   order m     the thirteenth                              reads all, is refused
import type { ProductFields } from '@savepoint/model/product';
import {
  movementsPath,
  type StockShard,
  sizeKey,
  spreadUnits,
  stockShardPaths,
  sumUnits,
} from '@savepoint/model/stock-shards';
import { findVariant } from '@savepoint/model/variants';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { homeShard, productPath, type StoredMovement } from './stock-records.ts';

/** The fields of a product that an order reads. The stock in its variants is for pages. */
export type StoredProduct = Pick<
  ProductFields,
  | 'name'
  | 'price'
  | 'image'
  | 'category'
  | 'variants'
  | 'stockAt'
  | 'status'
  | 'grams'
  | 'hsCode'
  | 'origin'
  | 'drop'
>;

/** Units of a size. */
export interface Units {
  readonly id: string;
  readonly size?: string | undefined;
  readonly quantity: number;
}

/** Why units move, and who moves them. */
export type Move = Omit<StoredMovement, 'size' | 'units'>;

/** Products by id. */
export type ProductMap = Pick<ReadonlyMap<string, StoredProduct>, 'get'>;

export class StockBook implements ProductMap {
  readonly #transaction: Pick<DocumentTransaction, 'getAll' | 'set' | 'newId'>;
  readonly #products = new Map<string, StoredProduct | null>();
  readonly #shards = new Map<string, StockShard['units']>();
  readonly #changed = new Set<string>();
  #movements: (readonly [productId: string, movement: StoredMovement])[] = [];
  readonly #taken = new Map<string, number>();

  constructor(transaction: Pick<DocumentTransaction, 'getAll' | 'set' | 'newId'>) {
    this.#transaction = transaction;
  }

  /** The documents that an order of these products needs and that have not been read yet. */
  missing(productIds: readonly string[], orderId: string): string[] {
    const paths = productIds.flatMap((id) => [
      ...(this.#products.has(id) ? [] : [productPath(id)]),
      ...(this.#shards.has(homeShard(id, orderId)) ? [] : [homeShard(id, orderId)]),
    ]);
    return [...new Set(paths)];
  }

  /** Stores documents that were read; null for missing ones. */
  keep(paths: readonly string[], documents: readonly unknown[]): void {
    for (const [index, path] of paths.entries()) {
      const [, id = '', collection] = path.split('/');
      if (collection === undefined) this.#products.set(id, documents[index] as StoredProduct | null);
      else this.#shards.set(path, (documents[index] as StockShard | null)?.units ?? {});
    }
  }

  /** Reads what an order of these products needs. */
  async read(productIds: readonly string[], orderId: string): Promise<void> {
    const paths = this.missing(productIds, orderId);
    this.keep(paths, await this.#transaction.getAll<unknown>(paths));
  }

  get(productId: string): StoredProduct | undefined {
    return this.#products.get(productId) ?? undefined;
  }

  /** The count that pages show for a product, minus what this transaction takes. */
  shown(productId: string): number {
    const shown = (this.get(productId)?.variants ?? []).reduce((sum, { stock }) => sum + stock, 0);
    return Math.max(0, shown - (this.#taken.get(productId) ?? 0));
  }

  /** True if the shown count of a product is later than `time`. */
  isCountedSince(productId: string, time: Date | undefined): boolean {
    return time === undefined || Date.parse(this.get(productId)?.stockAt ?? '') > time.getTime();
  }

  /**
   * Takes units for an order. If there are too few, returns how many are left and takes nothing.
   */
  async take({ id, size, quantity }: Units, orderId: string, move: Move): Promise<number | undefined> {
    const key = sizeKey(size);
    const all = stockShardPaths(id);
    const home = all.indexOf(homeShard(id, orderId));
    const inTurn = [...all.slice(home), ...all.slice(0, home)];
    const at = (path: string) => this.#shards.get(path)?.[key] ?? 0;
    let enough = inTurn.find((path) => at(path) >= quantity);
    if (enough === undefined) {
      await this.readShards([id]);
      enough = inTurn.find((path) => at(path) >= quantity);
    }
    const left = inTurn.reduce((sum, path) => sum + at(path), 0);
    if (left < quantity) return left;
    let missing = quantity;
    for (const path of enough === undefined ? inTurn : [enough]) {
      const units = Math.min(missing, at(path));
      missing -= units;
      this.#add(path, key, -units);
    }
    this.#move(id, size, -quantity, move);
    return undefined;
  }

  /** Returns units to the stock. Those of a deleted product or size are dropped. */
  release(lines: readonly Units[], orderId: string, move: Move): void {
    for (const line of lines) {
      if (!this.#isSold(line)) continue;
      this.#add(homeShard(line.id, orderId), sizeKey(line.size), line.quantity);
      this.#move(line.id, line.size, line.quantity, move);
    }
  }

  /**
   * Counts units that an order is about to return, so that another can take them; `reclaim` undoes
   * that before the order returns them.
   */
  lend(lines: readonly Units[], orderId: string): void {
    this.#lend(lines, orderId, 1);
  }

  reclaim(lines: readonly Units[], orderId: string): void {
    this.#lend(lines, orderId, -1);
  }

  /** Reads all shards of products, in one round trip. */
  async readShards(productIds: readonly string[]): Promise<void> {
    const missing = productIds.flatMap(stockShardPaths).filter((path) => !this.#shards.has(path));
    if (missing.length > 0) this.keep(missing, await this.#transaction.getAll<unknown>(missing));
  }

  /** The units of a product by `sizeKey`. */
  async count(productId: string): Promise<Map<string, number>> {
    await this.readShards([productId]);
    return sumUnits(stockShardPaths(productId).map((path) => ({ units: this.#shards.get(path) ?? {} })));
  }

  /** Sets the stock of a size, and spreads it over the shards. */
  async set(productId: string, size: string | undefined, units: number, move: Move): Promise<void> {
    const key = sizeKey(size);
    const before = (await this.count(productId)).get(key) ?? 0;
    if (units === before) return;
    for (const [shard, share] of spreadUnits(units).entries()) {
      const path = stockShardPaths(productId)[shard] as string;
      this.#add(path, key, share - (this.#shards.get(path)?.[key] ?? 0));
    }
    this.#move(productId, size, units - before, move);
  }

  /** Writes the changes and their movements. */
  write(): void {
    for (const path of this.#changed) {
      const units = Object.entries(this.#shards.get(path) ?? {}).filter(([, each]) => each !== 0);
      this.#transaction.set(path, { units: Object.fromEntries(units) } satisfies StockShard);
    }
    for (const [productId, movement] of this.#movements)
      this.#transaction.set(`${movementsPath(productId)}/${this.#transaction.newId()}`, movement);
    this.#changed.clear();
    this.#movements = [];
  }

  #isSold({ id, size }: Units): boolean {
    const product = this.get(id);
    return product !== undefined && findVariant(product, size) !== undefined;
  }

  #lend(lines: readonly Units[], orderId: string, sign: 1 | -1): void {
    for (const line of lines)
      if (this.#isSold(line))
        this.#add(homeShard(line.id, orderId), sizeKey(line.size), sign * line.quantity);
  }

  #add(path: string, key: string, units: number): void {
    if (units === 0) return;
    const before = this.#shards.get(path);
    if (before === undefined) throw new Error(`${path} was not read.`);
    this.#shards.set(path, { ...before, [key]: (before[key] ?? 0) + units });
    this.#changed.add(path);
    const [, id = ''] = path.split('/');
    this.#taken.set(id, (this.#taken.get(id) ?? 0) - units);
  }

  #move(productId: string, size: string | undefined, units: number, move: Move): void {
    this.#movements.push([productId, { ...move, ...(size !== undefined && { size }), units }]);
  }
}
