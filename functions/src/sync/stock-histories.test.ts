// Random histories of the shop and the platform together, in memory: sales, returns, edits and
// deletions on the platform, webhooks that are late, lost, repeated and out of order, syncs with
// webhooks in between, and undos. After every step, our stock is the sum of the platform's
// movements that have reached us, less the sales here; after a last sync it is the platform's stock
// less the sales.
import type { Variant } from '@savepoint/model/product';
import type { AppliedChange, StagedChange } from '@savepoint/model/sync-record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffProduct, newProduct } from './diff-product.ts';
import { moveLevel } from './move-level.ts';
import { gidOf, platformStockOf } from './move-stock.ts';
import { reverseChange } from './reverse-change.ts';
import type { SyncedProduct } from './sync-documents.ts';

/** A few hundred in `npm test`, 10,000 and more in `npm run test:deep`. */
const HISTORIES = 400 * Number(process.env.SAVEPOINT_DEEP ?? 1);
const SEED = 20_261_126;

const SIZES = ['S', 'M'] as const;
type Size = (typeof SIZES)[number];
const LOCATIONS = [1, 2] as const;
const PRODUCTS = [0, 1] as const;

const gid = (product: number, size: Size) => `gid://shopify/ProductVariant/${product}${SIZES.indexOf(size)}`;
const item = (product: number, size: Size) => `9${product}${SIZES.indexOf(size)}`;

type Fields = Record<string, unknown>;
type Webhook =
  | { readonly kind: 'product'; readonly product: number; readonly state: StagedChange }
  | { readonly kind: 'deleted'; readonly product: number; readonly at: string }
  | { readonly kind: 'inventory'; readonly product: number; readonly level: Parameters<typeof moveLevel>[2] };

interface RemoteProduct {
  title: string;
  exists: boolean;
  isActive: boolean;
  updatedAt: string;
  /** Units by size and location; a missing size is no variant. */
  readonly stock: Map<Size, Map<number, number>>;
}

/**
 * The platform: products with stock at two locations. Its clock has a resolution of seconds, and
 * several changes may share one.
 */
class Platform {
  readonly products: readonly RemoteProduct[];
  readonly webhooks: Webhook[] = [];
  #second = 0;

  constructor() {
    this.products = PRODUCTS.map(() => ({
      title: 'Tee',
      exists: true,
      isActive: true,
      updatedAt: this.now(),
      stock: new Map(SIZES.map((size) => [size, new Map([[1, 10]])])),
    }));
  }

  now(): string {
    return new Date(Date.UTC(2026, 10, 1) + this.#second * 1000).toISOString();
  }

  wait(): void {
    this.#second += 1;
  }

  setLevel(product: number, size: Size, location: number, available: number): void {
    this.products[product]?.stock.get(size)?.set(location, available);
    this.webhooks.push({
      kind: 'inventory',
      product,
      level: {
        kind: 'inventory',
        inventoryItemId: `gid://shopify/InventoryItem/${item(product, size)}`,
        locationId: `gid://shopify/Location/${location}`,
        available,
        at: this.now(),
      },
    });
  }

  /** Sends a webhook for a changed product. */
  touch(product: number): void {
    const remote = this.products[product] as RemoteProduct;
    remote.updatedAt = this.now();
    this.webhooks.push({ kind: 'product', product, state: this.stateOf(product) });
  }

  delete(product: number): void {
    const remote = this.products[product] as RemoteProduct;
    remote.exists = false;
    this.webhooks.push({ kind: 'deleted', product, at: this.now() });
  }

  stateOf(product: number): StagedChange {
    const { title, isActive, stock, updatedAt } = this.products[product] as RemoteProduct;
    const variants = [...stock].map(([size, levels]) => ({
      size,
      stock: Math.max(
        0,
        [...levels.values()].reduce((sum, units) => sum + units, 0),
      ),
      shopifyVariantId: gid(product, size),
    }));
    return {
      platformUpdatedAt: updatedAt,
      inventoryItems: Object.fromEntries(
        [...stock.keys()].map((size) => [item(product, size), gid(product, size)]),
      ),
      fields: {
        name: title,
        price: 45,
        image: 'https://images.test/tee.webp',
        images: [],
        imageAlts: [],
        category: 'apparel',
        description: '',
        variants,
        source: 'shopify',
        status: isActive ? 'active' : 'archived',
      },
    };
  }
}

interface Sync {
  readonly staged: Map<number, StagedChange>;
  readonly touchedSince: Set<number>;
  readonly journal: Map<number, AppliedChange>;
}

/** The shop, with documents as the functions write them. */
class Shop {
  readonly products = new Map<number, Fields>();
  readonly synced = new Map<number, SyncedProduct>();
  readonly sold = new Map<string, number>();
  readonly applied: Sync[] = [];
  running: Sync | undefined;

  variantsOf = (product: number) => (this.products.get(product)?.variants as Variant[] | undefined) ?? [];

  #write(product: number, fields: Fields): void {
    const next = { ...this.products.get(product), ...fields };
    this.products.set(
      product,
      Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)),
    );
  }

  /** Sells units, or returns them if negative, up to what is available. */
  sell(product: number, size: Size, units: number): void {
    const fields = this.products.get(product);
    const variant = this.variantsOf(product).find((candidate) => candidate.size === size);
    if (variant === undefined || fields === undefined) return;
    const sold = this.sold.get(gidOf(variant)) ?? 0;
    if (units > 0 && fields.status !== 'active') return;
    const taken = Math.max(-sold, Math.min(units, variant.stock));
    this.sold.set(gidOf(variant), sold + taken);
    this.#write(product, {
      variants: this.variantsOf(product).map((other) =>
        other === variant ? { ...other, stock: other.stock - taken } : other,
      ),
    });
  }

  receive(webhook: Webhook): void {
    const { product } = webhook;
    const lastSynced = this.synced.get(product);
    if (this.applied.length === 0) return;
    const isOlder = (at: string) => lastSynced !== undefined && at < lastSynced.platformUpdatedAt;
    if (webhook.kind === 'product') {
      const { state } = webhook;
      if (isOlder(state.platformUpdatedAt)) return;
      const current = this.products.get(product);
      const { after, synced } = diffProduct(current ?? {}, state, lastSynced);
      this.synced.set(product, synced);
      this.#write(product, current ? after : { ...newProduct(after), status: state.fields.status });
    } else if (lastSynced === undefined) return;
    else if (webhook.kind === 'deleted') {
      if (isOlder(webhook.at) || !this.products.has(product)) return;
      this.#write(product, { status: 'archived' });
      this.synced.set(product, { ...lastSynced, platformUpdatedAt: webhook.at });
    } else {
      const moved = moveLevel(lastSynced, this.variantsOf(product), webhook.level);
      if (moved === 'outdated') return;
      this.synced.set(product, moved.synced);
      if (moved.variants) this.#write(product, { variants: moved.variants });
    }
    this.running?.touchedSince.add(product);
  }

  stage(platform: Platform): void {
    const listed = PRODUCTS.filter((product) => platform.products[product]?.exists);
    this.running = {
      staged: new Map(listed.map((product) => [product, platform.stateOf(product)])),
      touchedSince: new Set(),
      journal: new Map(),
    };
  }

  apply(): void {
    const sync = this.running;
    if (sync === undefined) return;
    this.running = undefined;
    for (const [product, state] of sync.staged) this.#applyStaged(sync, product, state);
    for (const [product, fields] of this.products) {
      if (sync.staged.has(product) || sync.touchedSince.has(product) || fields.status === 'archived')
        continue;
      const before = { status: fields.status };
      const after = { status: 'archived' };
      const archived = { before, after, platformStockBefore: null, platformStockAfter: null };
      sync.journal.set(product, { kind: 'archived', ...archived });
      this.#write(product, after);
    }
    this.applied.push(sync);
  }

  #applyStaged(sync: Sync, product: number, state: StagedChange): void {
    const lastSynced = this.synced.get(product);
    const current = this.products.get(product);
    const last = lastSynced?.platformUpdatedAt ?? '';
    if (last > state.platformUpdatedAt) return;
    if (last === state.platformUpdatedAt && sync.touchedSince.has(product)) return;
    const { before, after, synced } = diffProduct(current ?? {}, state, lastSynced);
    if (Object.keys(after).length === 0) return;
    sync.journal.set(product, {
      kind: current ? 'updated' : 'created',
      before,
      after,
      platformStockBefore: lastSynced?.platformStock ?? null,
      platformStockAfter: synced.platformStock,
    });
    this.synced.set(product, synced);
    this.#write(product, current ? after : { ...newProduct(after), status: state.fields.status });
  }

  undo(): void {
    if (this.running) return;
    for (const [product, change] of this.applied.pop()?.journal ?? []) {
      const { fields, synced } = reverseChange(
        change,
        this.products.get(product) ?? {},
        this.synced.get(product),
      );
      this.#write(product, fields);
      if (synced) this.synced.set(product, synced);
    }
  }
}

const product = fc.constantFrom(...PRODUCTS);
const size = fc.constantFrom(...SIZES);
const step = fc.oneof(
  fc.record({ type: fc.constant('sell'), product, size, units: fc.integer({ min: -4, max: 6 }) }),
  fc.record({
    type: fc.constant('restock'),
    product,
    size,
    location: fc.constantFrom(...LOCATIONS),
    available: fc.integer({ min: -2, max: 20 }),
  }),
  fc.record({ type: fc.constantFrom('edit', 'delete', 'restore', 'archive'), product }),
  fc.record({ type: fc.constant('variant'), product, size }),
  fc.record({ type: fc.constantFrom('deliver', 'deliver', 'repeat', 'lose'), index: fc.nat(20) }),
  fc.record({ type: fc.constantFrom('wait', 'stage', 'apply', 'sync', 'undo') }),
) as fc.Arbitrary<Step>;

type Step =
  | { readonly type: 'sell'; readonly product: number; readonly size: Size; readonly units: number }
  | {
      readonly type: 'restock';
      readonly product: number;
      readonly size: Size;
      readonly location: number;
      readonly available: number;
    }
  | { readonly type: 'edit' | 'delete' | 'restore' | 'archive'; readonly product: number }
  | { readonly type: 'variant'; readonly product: number; readonly size: Size }
  | { readonly type: 'deliver' | 'repeat' | 'lose'; readonly index: number }
  | { readonly type: 'wait' | 'stage' | 'apply' | 'sync' | 'undo' };

function changePlatform(platform: Platform, current: Extract<Step, { readonly product: number }>): void {
  const remote = platform.products[current.product] as RemoteProduct;
  if (current.type === 'restore') remote.exists = remote.isActive = true;
  else if (!remote.exists) return;
  if (current.type === 'delete') {
    platform.delete(current.product);
    return;
  }
  if (current.type === 'restock') {
    if (!remote.stock.has(current.size)) return;
    platform.setLevel(current.product, current.size, current.location, current.available);
  } else if (current.type === 'edit') remote.title += '!';
  else if (current.type === 'archive') remote.isActive = false;
  else if (current.type === 'variant') {
    if (!remote.stock.has(current.size)) remote.stock.set(current.size, new Map([[2, 5]]));
    else if (remote.stock.size > 1) remote.stock.delete(current.size);
  }
  platform.touch(current.product);
}

function run(platform: Platform, shop: Shop, current: Step): void {
  switch (current.type) {
    case 'sell':
      shop.sell(current.product, current.size, current.units);
      break;
    case 'deliver':
    case 'repeat':
    case 'lose': {
      const index = current.index % Math.max(1, platform.webhooks.length);
      const webhook = platform.webhooks[index];
      if (current.type !== 'repeat') platform.webhooks.splice(index, 1);
      if (webhook && current.type !== 'lose') shop.receive(webhook);
      break;
    }
    case 'wait':
      platform.wait();
      break;
    case 'stage':
      if (!shop.running) shop.stage(platform);
      break;
    case 'apply':
      shop.apply();
      break;
    case 'sync':
      if (!shop.running) shop.stage(platform);
      shop.apply();
      break;
    case 'undo':
      shop.undo();
      break;
    default:
      changePlatform(platform, current);
  }
}

/** Asserts that our stock is the sum of the platform's movements less the sales here. */
function requireSums(shop: Shop): void {
  for (const [id, { platformStock, unsettledStock }] of shop.synced) {
    const ours = platformStockOf(shop.variantsOf(id));
    for (const each of SIZES.map((name) => gid(id, name))) {
      const platform = platformStock[each] ?? 0;
      const stock = (ours[each] ?? platform) + (unsettledStock?.[each] ?? 0);
      expect({ gid: each, stock }).toEqual({ gid: each, stock: platform - (shop.sold.get(each) ?? 0) });
    }
  }
}

describe('the stock of a synced product', () => {
  it('is the sum of all movements after any history of sales, webhooks, syncs, undos, deletions and restorations', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        const platform = new Platform();
        const shop = new Shop();
        shop.stage(platform);
        shop.apply();
        for (const current of steps) {
          run(platform, shop, current);
          requireSums(shop);
        }
        shop.apply();
        shop.stage(platform);
        shop.apply();
        for (const id of PRODUCTS) {
          const state = platform.stateOf(id);
          if (!platform.products[id]?.exists) continue;
          const expected = state.fields.variants.map((variant) => [
            variant.size,
            Math.max(0, variant.stock - (shop.sold.get(gidOf(variant)) ?? 0)),
          ]);
          expect(shop.variantsOf(id).map(({ size: name, stock }) => [name, stock])).toEqual(expected);
        }
      }),
      { numRuns: HISTORIES, seed: SEED },
    );
  });

  it('is never a sum that the platform did not have, if each change is reported before the next, in any order', () => {
    const change = fc.record({
      product,
      size,
      location: fc.constantFrom(...LOCATIONS),
      available: fc.nat(20),
      order: fc.constantFrom([0, 1], [1, 0], [0, 1, 0], [1, 0, 0, 1]),
      waits: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30, size: 'max' }), (changes) => {
        const platform = new Platform();
        const shop = new Shop();
        shop.stage(platform);
        shop.apply();
        for (const { order, waits, ...restock } of changes) {
          if (waits) platform.wait();
          const sums = [platform.stateOf(restock.product)];
          changePlatform(platform, { type: 'restock', ...restock });
          sums.push(platform.stateOf(restock.product));
          const had = sums.map(({ fields }) => platformStockOf(fields.variants));
          for (const index of order) {
            shop.receive(platform.webhooks.at(index - 2) as Webhook);
            expect(had).toContainEqual(platformStockOf(shop.variantsOf(restock.product)));
          }
          expect(platformStockOf(shop.variantsOf(restock.product))).toEqual(had[1]);
        }
      }),
      { numRuns: HISTORIES, seed: SEED },
    );
  });
});
