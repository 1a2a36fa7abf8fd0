// Invented gaming merchandise. The emulator renders the images itself.

import type { RandomInt } from '../core/random.ts';
import { seededRandomInt } from '../core/random.ts';
import type { Product, Variant } from './product.ts';
import { FIRST_LOCATION_ID, handleize } from './product.ts';

const MOODS = [
  'Pixel',
  'Neon',
  'Retro',
  'Cursed',
  'Golden',
  'Midnight',
  'Turbo',
  'Hidden',
  'Final',
  'Frozen',
  'Crystal',
  'Rogue',
  'Lunar',
  'Infinite',
  'Glitched',
  'Secret',
];
const MOTIFS = [
  'Ronin',
  'Dragon',
  'Mecha',
  'Slime',
  'Fox Spirit',
  'Boss Rush',
  'Save Point',
  'Respawn',
  'Mana Potion',
  'Cartridge',
  'Joystick',
  'Dungeon',
  'Combo',
  'Warp Zone',
  'Shinobi',
  'Arcade',
  'Speedrun',
  'Loot Chest',
  'Side Quest',
  'Extra Life',
];

interface ProductKind {
  readonly name: string;
  readonly type: string;
  readonly cents: number;
  readonly sizes: readonly string[] | null;
  readonly text: string;
}

const SIZES = ['S', 'M', 'L', 'XL', '2XL', '3XL'];
const PRODUCT_KINDS: readonly ProductKind[] = [
  {
    name: 'Tee',
    type: 'Apparel',
    cents: 4_500,
    sizes: SIZES,
    text: 'Heavy cotton, printed to outlast the final boss.',
  },
  {
    name: 'Hoodie',
    type: 'Apparel',
    cents: 7_900,
    sizes: SIZES.slice(0, 5),
    text: 'Brushed inside, with a pocket for a handheld.',
  },
  {
    name: 'Long Sleeve',
    type: 'Apparel',
    cents: 5_200,
    sizes: SIZES,
    text: 'For sessions that end after sunrise.',
  },
  {
    name: 'Cap',
    type: 'Accessories',
    cents: 2_900,
    sizes: null,
    text: 'Keeps the screen glare out of your eyes.',
  },
  { name: 'Mug', type: 'Accessories', cents: 1_900, sizes: null, text: 'Holds 350 ml of health or mana.' },
  {
    name: 'Desk Mat',
    type: 'Accessories',
    cents: 3_400,
    sizes: ['Standard', 'Wide'],
    text: 'Stitched edges, smooth top, no lag.',
  },
  {
    name: 'Enamel Pin Set',
    type: 'Collectibles',
    cents: 1_500,
    sizes: null,
    text: 'Five pins, numbered on the back.',
  },
  {
    name: 'Figure',
    type: 'Collectibles',
    cents: 8_900,
    sizes: null,
    text: 'Stands 18 cm tall and never blinks.',
  },
];

/** The options that determine a generated catalog. */
export interface CatalogueOptions {
  readonly count: number;
  readonly seed: string;
  /** Base URL of images, without a trailing slash. */
  readonly imageBaseUrl: () => string;
  /**
   * The last product is created one minute before this time, and each earlier one a minute before
   * its successor.
   */
  readonly nowMs: number;
}

/** Generates products with ascending ids. The same seed and count generate the same products. */
export function* generateCatalogue(options: CatalogueOptions): Generator<Product> {
  const randomInt = seededRandomInt(options.seed);
  const handles = new Set<string>();
  let nextId = 1_000_000;
  for (let index = 0; index < options.count; index += 1) {
    const product = makeProduct(options, randomInt, index, () => nextId++);
    const base = product.handle;
    for (let copy = 2; handles.has(product.handle); copy += 1) product.handle = `${base}-${copy}`;
    handles.add(product.handle);
    yield product;
  }
}

function makeProduct(
  options: CatalogueOptions,
  randomInt: RandomInt,
  index: number,
  newId: () => number,
): Product {
  const kind = pick(PRODUCT_KINDS, randomInt);
  const edition =
    index < MOODS.length * MOTIFS.length
      ? ''
      : ` No. ${Math.floor(index / (MOODS.length * MOTIFS.length)) + 1}`;
  const mood = pick(MOODS, randomInt);
  const motif = pick(MOTIFS, randomInt);
  const title = `${mood} ${motif} ${kind.name}${edition}`;
  const limited = randomInt(8) === 0;
  const sale = randomInt(6) === 0;
  const createdAt = new Date(options.nowMs - (options.count - index) * 60_000)
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z');
  const id = newId();
  const cents = kind.cents + (limited ? 1_000 : 0);
  return {
    id,
    title,
    handle: handleize(title),
    descriptionHtml: `<p>${title}: ${kind.text}</p><ul><li>Printed to order</li><li>${limited ? 'Limited edition' : 'Open edition'}</li></ul>`,
    vendor: 'Savepoint Fixtures',
    productType: kind.type,
    tags: ['gaming', mood.toLowerCase(), ...(limited ? ['limited-edition'] : []), ...(sale ? ['sale'] : [])],
    status: 'ACTIVE',
    createdAt,
    updatedAt: createdAt,
    publishedAt: createdAt,
    options: [{ id: newId(), name: kind.sizes === null ? 'Title' : 'Size' }],
    images: [1, 2].map((position) => ({
      id: newId(),
      url: `${options.imageBaseUrl()}/pictures/${id}-${position}.svg`,
      alt: `${title}, ${position === 1 ? 'front' : 'back'}`,
    })),
    variants: (kind.sizes ?? ['Default Title']).map((size): Variant => {
      const surcharge = size === '2XL' || size === '3XL' ? 200 : 0;
      const inventoryQuantity = randomInt(10) === 0 ? 0 : randomInt(120) + 1;
      return {
        id: newId(),
        inventoryItemId: newId(),
        title: size,
        sku: `${handleize(mood).slice(0, 3)}-${handleize(motif).slice(0, 3)}-${index + 1}-${handleize(size)}`.toUpperCase(),
        price: money(sale ? Math.round((cents + surcharge) * 0.8) : cents + surcharge),
        compareAtPrice: sale ? money(cents + surcharge) : null,
        inventoryQuantity,
        inventoryLevels: { [FIRST_LOCATION_ID]: inventoryQuantity },
        optionValues: [size],
        createdAt,
        updatedAt: createdAt,
      };
    }),
  };
}

function pick<T>(items: readonly T[], randomInt: RandomInt): T {
  return items[randomInt(items.length)] as T;
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}
