// Owns the shop's state and its changes. Each change tells the listener what happened; who is told of it further is the
// webhooks' business. Knows no API.

import type { Clock } from '../core/clock.ts';
import type { Product, ProductStatus, Variant } from './product.ts';
import { handleize } from './product.ts';

/** What happened. */
export type ShopEvent =
  | { readonly topic: 'products/create' | 'products/update'; readonly product: Product }
  | { readonly topic: 'products/delete'; readonly productId: number }
  | { readonly topic: 'inventory_levels/update'; readonly variant: Variant };

/** Fields of a product that can be set. */
export interface ProductChanges {
  title?: string;
  handle?: string;
  descriptionHtml?: string;
  vendor?: string;
  productType?: string;
  tags?: readonly string[];
  status?: ProductStatus;
}

/** Fields of a variant that can be set. */
export interface VariantChanges {
  price?: string;
  compareAtPrice?: string | null;
  sku?: string;
  inventoryQuantity?: number;
}

/** The one place where stock lies. */
export const LOCATION_ID = 1;

/** One shop. */
export class Shop {
  readonly domain: string;
  readonly currencyCode: string;
  readonly clock: Clock;
  /** In order of ids, which is the order of creation. */
  readonly products: Map<number, Product> = new Map();
  readonly #productOfVariant = new Map<number, Product>();
  readonly #variantOfItem = new Map<number, Variant>();
  #nextId = 1;
  #listener: (change: ShopEvent) => void = () => {};

  constructor(options: { domain: string; currencyCode: string; clock: Clock }) {
    this.domain = options.domain;
    this.currencyCode = options.currencyCode;
    this.clock = options.clock;
  }

  /** Sets who hears of changes. */
  listen(listener: (change: ShopEvent) => void): void {
    this.#listener = listener;
  }

  /** A number no resource has yet. */
  newId(): number {
    return this.#nextId++;
  }

  /** Now, as the APIs write it. */
  now(): string {
    return new Date(this.clock.nowMs()).toISOString().replace(/\.\d{3}Z$/, 'Z');
  }

  /** Puts products in without telling anyone: the catalogue the shop starts with. */
  load(products: Iterable<Product>): void {
    for (const product of products) {
      this.products.set(product.id, product);
      this.#index(product);
    }
  }

  /** Forgets all products. */
  clear(): void {
    this.products.clear();
    this.#productOfVariant.clear();
    this.#variantOfItem.clear();
    this.#nextId = 1;
  }

  findVariant(id: number): { product: Product; variant: Variant } | null {
    const product = this.#productOfVariant.get(id);
    const variant = product?.variants.find((candidate) => candidate.id === id);
    return product === undefined || variant === undefined ? null : { product, variant };
  }

  variantOfInventoryItem(inventoryItemId: number): Variant | null {
    return this.#variantOfItem.get(inventoryItemId) ?? null;
  }

  create(changes: ProductChanges & { title: string }): Product {
    const now = this.now();
    const status = changes.status ?? 'ACTIVE';
    const product: Product = {
      id: this.newId(),
      title: changes.title,
      handle: this.#freeHandle(changes.handle ?? handleize(changes.title)),
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

  update(product: Product, changes: ProductChanges): Product {
    Object.assign(product, changes);
    if (changes.status === 'ACTIVE') product.publishedAt ??= this.now();
    this.#touch(product);
    return product;
  }

  updateVariants(product: Product, changes: ReadonlyMap<number, VariantChanges>): Variant[] {
    const changed = product.variants.filter(({ id }) => changes.has(id));
    const stockBefore = new Map(changed.map((variant) => [variant.id, variant.inventoryQuantity]));
    for (const variant of changed) {
      Object.assign(variant, changes.get(variant.id));
      variant.updatedAt = this.now();
    }
    for (const variant of changed) {
      if (variant.inventoryQuantity !== stockBefore.get(variant.id)) {
        this.#listener({ topic: 'inventory_levels/update', variant });
      }
    }
    this.#touch(product);
    return changed;
  }

  delete(product: Product): void {
    this.products.delete(product.id);
    for (const variant of product.variants) {
      this.#productOfVariant.delete(variant.id);
      this.#variantOfItem.delete(variant.inventoryItemId);
    }
    this.#listener({ topic: 'products/delete', productId: product.id });
  }

  #touch(product: Product): void {
    product.updatedAt = this.now();
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
      optionValues,
      createdAt: product.createdAt,
      updatedAt: product.updatedAt,
    };
  }

  #freeHandle(wanted: string): string {
    const taken = new Set([...this.products.values()].map(({ handle }) => handle));
    let handle = wanted;
    for (let count = 1; taken.has(handle); count += 1) handle = `${wanted}-${count}`;
    return handle;
  }

  #index(product: Product): void {
    this.#nextId = Math.max(this.#nextId, product.id + 1);
    for (const variant of product.variants) {
      this.#productOfVariant.set(variant.id, product);
      this.#variantOfItem.set(variant.inventoryItemId, variant);
      this.#nextId = Math.max(this.#nextId, variant.id + 1, variant.inventoryItemId + 1);
    }
  }
}
