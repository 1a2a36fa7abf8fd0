// The large catalog: every motif on every item, to try the kit with more than the 13 samples.
// Identical on every run.
import type { ProductFields } from '@savepoint/model/product';
import { meanRating } from '@savepoint/model/rating-counts';
import {
  COLORS,
  type ColorKey,
  DESIGNS,
  type Design,
  type DesignKey,
  ITEMS,
  type Item,
  type ItemKey,
} from './large-designs.ts';
import { spreadRatings } from './spread-ratings.ts';

const SEED = 20261123;
const COLOR_KEYS = Object.keys(COLORS) as ColorKey[];
const ITEM_KEYS = Object.keys(ITEMS) as ItemKey[];
const DESIGN_KEYS = Object.keys(DESIGNS) as DesignKey[];

/** A single print run, so its products are limited editions. */
const LIMITED_DESIGN: DesignKey = 'crown';
const ON_SALE_SHARE = 0.16;
const SOLD_OUT_SHARE = 0.05;
const SIZE_SOLD_OUT_SHARE = 0.08;
const UNRATED_SHARE = 0.12;
const LAUNCH = Date.UTC(2025, 10, 24);
const DAYS_ON_SALE = 360;
const DAY_MS = 86_400_000;

/** Numbers from 0 to 1 (exclusive), identical on every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Choice {
  readonly itemKey: ItemKey;
  readonly designKey: DesignKey;
  readonly colorKey: ColorKey;
  readonly random: () => number;
}

const pick = <T>(random: () => number, choices: readonly T[]): T =>
  choices[Math.floor(random() * choices.length)] as T;
const between = (random: () => number, from: number, to: number) =>
  from + Math.floor(random() * (to - from + 1));

function nameOf({ itemKey, designKey, colorKey }: Choice): string {
  const { noun, colors } = ITEMS[itemKey];
  const name = `${DESIGNS[designKey].name} ${noun}`;
  return colors > 1 ? `${name}, ${COLORS[colorKey]}` : name;
}

function variantsOf(id: string, item: Item, price: number, random: () => number): ProductFields['variants'] {
  const isSoldOut = random() < SOLD_OUT_SHARE;
  const stock = () => (isSoldOut || random() < SIZE_SOLD_OUT_SHARE ? 0 : between(random, 2, 60));
  if (item.sizes.length === 0)
    return [{ stock: isSoldOut ? 0 : between(random, 3, 120), sku: id.toUpperCase() }];
  return item.sizes.map((size, index) => {
    const extra = /^[23]XL$/.test(size) ? item.largeSizeDollars : item.category === 'apparel' ? 0 : index * 6;
    return {
      size,
      stock: stock(),
      ...(extra && item.productType !== 'Socks' ? { price: price + extra } : {}),
      sku: `${id}-${size.replaceAll(/[^A-Za-z0-9]+/g, '')}`.toUpperCase(),
    };
  });
}

function ratingsOf(random: () => number): Pick<ProductFields, 'rating' | 'reviews' | 'ratingCounts'> {
  if (random() < UNRATED_SHARE) return { rating: 0, reviews: 0, ratingCounts: [0, 0, 0, 0, 0] };
  const reviews = between(random, 3, 240);
  const ratingCounts = spreadRatings(3.9 + random() * 1.05, reviews);
  return { rating: meanRating(ratingCounts), reviews, ratingCounts };
}

function toProduct(choice: Choice): readonly [string, ProductFields] {
  const { itemKey, designKey, colorKey, random } = choice;
  const item: Item = ITEMS[itemKey];
  const design: Design = DESIGNS[designKey];
  const id = `${itemKey}-${designKey}-${colorKey}`;
  const name = nameOf(choice);
  const price = pick(random, item.prices);
  const isLimited = designKey === LIMITED_DESIGN;
  const compareAtPrice = random() < ON_SALE_SHARE ? Math.ceil(price * (1.15 + random() * 0.25)) : undefined;
  const variants = variantsOf(id, item, price, random);
  const image = `/art/large/${id}.webp`;
  const closeUps = itemKey === 'tee' ? [`print-${designKey}-${colorKey}`] : [];
  return [
    id,
    {
      name,
      price,
      ...(compareAtPrice !== undefined && { compareAtPrice }),
      image,
      category: isLimited ? 'limited-editions' : item.category,
      ...ratingsOf(random),
      inStock: variants.some(({ stock }) => stock > 0),
      featured: false,
      productType: item.productType,
      tags: [...new Set([COLORS[colorKey].toLowerCase(), ...design.tags, ...item.tags, 'pixel art'])],
      description: [
        pick(random, design.lines),
        pick(random, item.lines),
        ...(isLimited ? ['One run, numbered, and no second one.'] : []),
      ].join(' '),
      features: [...item.features],
      specifications: { Color: COLORS[colorKey], ...item.specifications },
      images: [image, ...closeUps.map((key) => `/art/large/${key}.webp`)],
      imageAlts: [`${name}, ${item.alt}`, ...closeUps.map(() => `${name}, the print close up`)],
      variants,
      sizeGuide: item.sizeGuide ?? 'none',
      status: 'active',
      createdAt: new Date(LAUNCH + between(random, 0, DAYS_ON_SALE) * DAY_MS).toISOString(),
    },
  ];
}

/** The products by id, as documents. */
export function createLargeCatalogue(): readonly (readonly [string, ProductFields])[] {
  const random = createRandom(SEED);
  return DESIGN_KEYS.flatMap((designKey, designAt) =>
    ITEM_KEYS.flatMap((itemKey, itemAt) =>
      Array.from({ length: ITEMS[itemKey].colors }, (_, index) => {
        const colorKey = COLOR_KEYS[(designAt * 3 + itemAt + index * 3) % COLOR_KEYS.length] as ColorKey;
        return toProduct({ itemKey, designKey, colorKey, random });
      }),
    ),
  );
}

// `node seed/src/large-catalogue.ts` prints the names of its images, for the script that draws them
// (web/scripts/draw-art.ts).
if (import.meta.main) {
  const images = createLargeCatalogue().flatMap(([, product]) => product.images);
  console.log([...new Set(images)].map((image) => image.replace(/^.*\/|\.webp$/g, '')).join(' '));
}
