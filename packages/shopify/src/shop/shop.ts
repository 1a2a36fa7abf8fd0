// The shop's state. Each change is reported to the listener as an event. This file knows neither
// APIs nor webhooks.

import type { Clock } from '@savepoint/server/core/clock';
import type { Product, ProductStatus, Variant } from './product.ts';
import { availableAt, FIRST_LOCATION_ID, handleize } from './product.ts';

/** A change of the shop, with the topic of its webhook. */
export type ShopEvent =
  | { readonly topic: 'products/create' | 'products/update'; readonly product: Product }
  | { readonly topic: 'products/delete'; readonly productId: number }
  | { readonly topic: 'inventory_levels/update'; readonly variant: Variant; readonly locationId: number };

/** The fields of a product that can be changed. */
export interface ProductChanges {
  title?: string;
  handle?: string;
  descriptionHtml?: string;
  vendor?: string;
  productType?: string;
  tags?: readonly string[];
  status?: ProductStatus;
}

/** The fields of a variant that can be changed. */
export interface VariantChanges {
  price?: string;
  compareAtPrice?: string | null;
  sku?: string;
  /** Available units by location id; other locations keep their levels. */
  inventoryLevels?: Readonly<Record<number, number>>;
}

/** A shop with products, variants and inventory at its locations. */
export class Shop {
  readonly domain: string;
  readonly currencyCode: string;
  readonly clock: Clock;
  readonly locationIds: readonly number[];
  /** By id, in the order of creation. */
  readonly products: Map<number, Product> = new Map();
  readonly #productOfVariant = new Map<number, Product>();
  readonly #variantOfInventoryItem = new Map<number, Variant>();
  #nextId = 1;
  #listener: (change: ShopEvent) => void = () => {};

  constructor(options: { domain: string; currencyCode: string; clock: Clock; locations?: number }) {
    this.domain = options.domain;
    this.currencyCode = options.currencyCode;
    this.clock = options.clock;
    this.locationIds = Array.from({ length: options.locations ?? 1 }, (_, n) => FIRST_LOCATION_ID + n);
  }

  /** Sets the only listener, which is called after each change. */
  listen(listener: (change: ShopEvent) => void): void {
    this.#listener = listener;
  }

  /** Allocates an unused id. */
  newId(): number {
    return this.#nextId++;
  }

  /** The current time as an ISO 8601 string without milliseconds. */
  now(): string {
    return new Date(this.clock.nowMs()).toISOString().replace(/\.\d{3}Z$/, 'Z');
  }

  /** Adds the shop's initial catalog without events. */
  load(products: Iterable<Product>): void {
    for (const product of products) {
      this.products.set(product.id, product);
      this.#index(product);
    }
  }

  /** Removes all products without an event. */
  clear(): void {
    this.products.clear();
    this.#productOfVariant.clear();
    this.#variantOfInventoryItem.clear();
    this.#nextId = 1;
  }

  /** Finds a variant and its product by the variant's id. */
  findVariant(id: number): { product: Product; variant: Variant } | null {
    const product = this.#productOfVariant.get(id);
    const variant = product?.variants.find((candidate) => candidate.id === id);
    return product === undefined || variant === undefined ? null : { product, variant };
  }

  /** Finds a variant by the id of its inventory item. */
  variantOfInventoryItem(inventoryItemId: number): Variant | null {
    return this.#variantOfInventoryItem.get(inventoryItemId) ?? null;
  }

  /** Creates a product with one variant named `Default Title`; emits products/create. */
  create(changes: ProductChanges & { title: string }): Product {
    const now = this.now();
    const status = changes.status ?? 'ACTIVE';
    const product: Product = {
      id: this.newId(),
      title: changes.title,
      handle: this.#uniqueHandle(changes.handle ?? handleize(changes.title)),
      descriptionHtml: changes.descriptionHtml ?? '',
      vendor: changes.vendor ?? this.domain.split('.')[0] ?? '',
      productType: changes.productType ?? '',
      tags: changes.tags ?? [],
      status,
      createdAt: now,
      updatedAt: now,
      publishedAt: status === 'ACTIVE' ? now : null,
      options: [{ id: this.newId(), name: 'Title' }],
      images: [],
      variants: [],
    };
    product.variants.push(this.#newVariant(product, ['Default Title']));
    this.load([product]);
    this.#listener({ topic: 'products/create', product });
    return product;
  }

  /** Changes a product; emits products/update. */
  update(product: Product, changes: ProductChanges): Product {
    Object.assign(product, changes);
    if (changes.status === 'ACTIVE') product.publishedAt ??= this.now();
    this.#touch(product);
    return product;
  }

  /**
   * Changes variants by id. Emits inventory_levels/update for each location at which a variant's
   * units changed, then products/update. Returns the changed variants.
   */
  updateVariants(product: Product, changes: ReadonlyMap<number, VariantChanges>): Variant[] {
    // A variant older than its product would seem to have changed earlier.
    const now = this.now();
    const changed = product.variants.filter(({ id }) => changes.has(id));
    const levelsBefore = new Map(changed.map((variant) => [variant.id, variant.inventoryLevels]));
    for (const variant of changed) {
      const { inventoryLevels, ...fields } = changes.get(variant.id) ?? {};
      Object.assign(variant, fields);
      variant.inventoryLevels = { ...variant.inventoryLevels, ...inventoryLevels };
      variant.inventoryQuantity = Object.values(variant.inventoryLevels).reduce(
        (sum, units) => sum + units,
        0,
      );
      variant.updatedAt = now;
    }
    for (const variant of changed) {
      for (const locationId of this.locationIds) {
        if (availableAt(variant, locationId) !== (levelsBefore.get(variant.id)?.[locationId] ?? 0))
          this.#listener({ topic: 'inventory_levels/update', variant, locationId });
      }
    }
    this.#touch(product, now);
    return changed;
  }

  /** Deletes a product and its variants; emits products/delete. */
  delete(product: Product): void {
    this.products.delete(product.id);
    for (const variant of product.variants) {
      this.#productOfVariant.delete(variant.id);
      this.#variantOfInventoryItem.delete(variant.inventoryItemId);
    }
    this.#listener({ topic: 'products/delete', productId: product.id });
  }

  #touch(product: Product, now = this.now()): void {
    product.updatedAt = now;
    this.#listener({ topic: 'products/update', product });
  }

  #newVariant(product: Product, optionValues: readonly string[]): Variant {
    return {
      id: this.newId(),
      inventoryItemId: this.newId(),
      title: optionValues.join(' / '),
      sku: '',
      price: '0.00',
      compareAtPrice: null,
      inventoryQuantity: 0,
      inventoryLevels: {},
      optionValues,
      createdAt: product.createdAt,
      updatedAt: product.updatedAt,
    };
  }

  #uniqueHandle(handleBase: string): string {
    const taken = new Set([...this.products.values()].map(({ handle }) => handle));
    let handle = handleBase;
    for (let count = 1; taken.has(handle); count += 1) handle = `${handleBase}-${count}`;
    return handle;
  }

  #index(product: Product): void {
    this.#nextId = Math.max(this.#nextId, product.id + 1);
    for (const variant of product.variants) {
      this.#productOfVariant.set(variant.id, product);
      this.#variantOfInventoryItem.set(variant.inventoryItemId, variant);
      this.#nextId = Math.max(this.#nextId, variant.id + 1, variant.inventoryItemId + 1);
    }
  }
}
