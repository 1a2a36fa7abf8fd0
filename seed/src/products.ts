// The sample products (specification, section 9): all cost 45 dollars; each has sizes, a material,
// a rating and a number of reviews. Names and descriptions are the shop's own.
import { type ProductFields, SIZES } from '@savepoint/model/product';
import type { ProductId } from './product-ids.ts';
import { spreadRatings } from './spread-ratings.ts';

const PRICE_DOLLARS = 45;

const MATERIALS = {
  cotton: '100% cotton',
  blend: '90% cotton, 10% polyester',
  stretch: '95% cotton, 5% spandex',
} as const;

type SizeRange = 'S to 2XL' | 'S to 3XL';

/** The view of a picture, appended to the product's name in its alternative text. */
const VIEWS = {
  front: ({ color, productType, motif }) =>
    `a ${productType === 'T-shirt' ? `${color} T-shirt` : `pair of ${color} ${productType.toLowerCase()}`} laid flat, printed with ${motif}`,
  back: ({ color, backMotif }) => `the back of the ${color} T-shirt, printed with ${backMotif}`,
  detail: ({ productType, motif }) =>
    productType === 'T-shirt'
      ? `the ribbed collar and the print of ${motif}, close up`
      : 'the fabric and the print, close up',
  folded: ({ color, motif }) => `the ${color} T-shirt folded, with ${motif} on top`,
  glow: () => 'folded in the dark, where its print glows',
  pair: ({ productType }) => `one of the ${productType.toLowerCase()} across the other`,
  box: () => 'folded in tissue paper in an open box, with a card',
  card: () => 'folded, with its numbered card',
  tag: () => 'the woven edition tag above the hem',
} as const satisfies Readonly<Record<string, (sample: Sample) => string>>;

type View = keyof typeof VIEWS;

/** The fields in which samples differ. */
interface Sample {
  readonly id: ProductId;
  /**
   * Its pictures: the main one, the one that a card shows on hover, and others.
   * web/scripts/art/product-views.ts draws them.
   */
  readonly views: readonly View[];
  readonly name: string;
  readonly category: 'apparel' | 'accessories' | 'collectibles' | 'limited-editions';
  readonly rating: number;
  readonly reviews: number;
  readonly material: keyof typeof MATERIALS;
  readonly sizes: SizeRange;
  readonly fit: string;
  readonly origin: string;
  readonly description: string;
  readonly features: readonly string[];
  readonly featured?: true;
  readonly bestseller?: true;
  readonly saleHighlight?: true;
  readonly productType: 'T-shirt' | 'Arm sleeves' | 'Gloves';
  /** Of the fabric; one of the tags. */
  readonly color: string;
  /** The print, and the print on the back. */
  readonly motif: string;
  readonly backMotif?: string;
  /** Motifs and occasions. */
  readonly tags: readonly string[];
  readonly compareAtPrice?: number;
  /** The size of a one-time run. */
  readonly editionSize?: number;
  readonly shopifyVariantId?: string;
  /** Units per size, smallest size first. */
  readonly stock: readonly number[];
}

const SAMPLES: readonly Sample[] = [
  {
    id: 'pixel-ronin-tee',
    views: ['front', 'detail', 'folded'],
    name: 'Pixel Ronin Tee',
    category: 'apparel',
    rating: 4.8,
    reviews: 128,
    material: 'cotton',
    sizes: 'S to 3XL',
    fit: 'Regular',
    origin: 'Printed in Portugal',
    description:
      'A wandering swordsman drawn in 44 by 44 pixels and printed large, under a sun that has only four colors. He has no map, no minimap and no intention of asking for directions.',
    features: ['Water-based screen print', 'Ring-spun, 190 g/m²', 'Side seams that do not twist'],
    bestseller: true,
    shopifyVariantId: 'gid://shopify/ProductVariant/44719203811001',
    productType: 'T-shirt',
    color: 'cream',
    motif: 'a swordsman in a straw hat before a striped sun',
    tags: ['samurai', 'swordsman', 'sunset', 'pixel art'],
    stock: [24, 40, 40, 32, 18, 10],
  },
  {
    id: 'boss-rush-tee',
    views: ['front', 'back', 'detail'],
    name: 'Boss Rush Tee',
    category: 'apparel',
    rating: 4.6,
    reviews: 94,
    material: 'blend',
    sizes: 'S to 2XL',
    fit: 'Regular',
    origin: 'Printed in Portugal',
    description:
      'Nine guardians, none of them friendly. Eight wait on the front; the ninth is on the back, because that is where it always comes from.',
    features: ['Print on front and back', 'Holds its shape after the wash', 'Taped neck seam'],
    bestseller: true,
    productType: 'T-shirt',
    color: 'black',
    motif: 'eight guardians in eight colors and a question mark',
    backMotif: 'one large white guardian',
    tags: ['retro', 'monsters', 'boss fight', 'pixel art'],
    stock: [16, 30, 30, 22, 12],
  },
  {
    id: 'save-point-tee',
    views: ['front', 'detail', 'glow', 'folded'],
    name: 'Save Point Tee',
    category: 'apparel',
    rating: 4.9,
    reviews: 156,
    material: 'cotton',
    sizes: 'S to 3XL',
    fit: 'Relaxed',
    origin: 'Printed in Spain',
    description:
      'The blue crystal you run to with one heart left. It glows a little after the lights go out, as it should.',
    features: ['Glow-in-the-dark ink', 'Brushed inside', 'Pre-shrunk'],
    featured: true,
    productType: 'T-shirt',
    color: 'navy',
    motif: 'a blue crystal above a green ring',
    tags: ['blue', 'crystal', 'fantasy', 'glow in the dark'],
    stock: [30, 50, 50, 40, 20, 12],
  },
  {
    id: 'neon-mecha-tee',
    views: ['front', 'detail', 'folded'],
    name: 'Neon Mecha Tee',
    category: 'apparel',
    rating: 4.7,
    reviews: 112,
    material: 'cotton',
    sizes: 'S to 3XL',
    fit: 'Regular',
    origin: 'Printed in Portugal',
    description:
      'A forty-meter machine waits in the rain for its pilot, who overslept. Printed with magenta and cyan that the night bus will notice.',
    features: ['Fluorescent inks', 'Double-stitched hem', 'Ring-spun, 190 g/m²'],
    bestseller: true,
    productType: 'T-shirt',
    color: 'black',
    motif: 'a robot with yellow horns in the rain',
    tags: ['pink print', 'cyan print', 'robot', 'mecha', 'anime'],
    stock: [18, 28, 34, 26, 12, 6],
  },
  {
    id: 'respawn-club-tee',
    views: ['front', 'back', 'detail'],
    name: 'Respawn Club Tee',
    category: 'apparel',
    rating: 4.5,
    reviews: 87,
    material: 'blend',
    sizes: 'S to 2XL',
    fit: 'Relaxed',
    origin: 'Printed in Spain',
    description:
      'For members who have been knocked out of every tournament since the first one and came back for the next. The crest is on the chest, the three club rules are on the back.',
    features: ['Print on front and back', 'Garment-dyed', 'Soft from the first day'],
    compareAtPrice: 55,
    productType: 'T-shirt',
    color: 'coral',
    motif: 'a yellow crest with a heart that says RESPAWN',
    backMotif: 'the three club rules: fall, respawn, repeat',
    tags: ['pink', 'red', 'club', 'esports'],
    saleHighlight: true,
    stock: [12, 24, 24, 16, 8],
  },
  {
    id: 'mana-potion-tee',
    views: ['front', 'detail', 'folded'],
    name: 'Mana Potion Tee',
    category: 'apparel',
    rating: 4.4,
    reviews: 63,
    material: 'stretch',
    sizes: 'S to 2XL',
    fit: 'Slim',
    origin: 'Printed in Portugal',
    description:
      'One round flask of something blue, labeled MP in case anybody asks. It restores nothing but looks the part.',
    features: ['Two-way stretch', 'High-density print', 'Flat seams'],
    productType: 'T-shirt',
    color: 'lavender',
    motif: 'a round flask of blue potion labeled MP',
    tags: ['purple', 'potion', 'magic', 'fantasy'],
    stock: [10, 18, 20, 14, 5],
  },
  {
    id: 'spirit-fox-tee',
    views: ['front', 'detail', 'folded'],
    name: 'Spirit Fox Tee',
    category: 'apparel',
    rating: 4.8,
    reviews: 141,
    material: 'cotton',
    sizes: 'S to 3XL',
    fit: 'Oversized',
    origin: 'Printed in Japan',
    description:
      'Nine tails, a pale flame at the tip of each, and a look that has read your save file. Drawn pixel by pixel, then printed in six passes so that every flame stays a flame.',
    features: ['Six-color screen print', 'Heavy 240 g/m² cotton', 'Dropped shoulders'],
    bestseller: true,
    productType: 'T-shirt',
    color: 'teal',
    motif: 'a fox with nine tails, a pale flame at the tip of each',
    tags: ['green', 'kitsune', 'fox', 'anime', 'japan'],
    stock: [20, 36, 40, 30, 16, 8],
  },
  {
    id: 'combo-breaker-sleeves',
    views: ['front', 'detail', 'pair'],
    name: 'Combo Breaker Sleeves',
    category: 'accessories',
    rating: 4.5,
    reviews: 72,
    material: 'stretch',
    sizes: 'S to 2XL',
    fit: 'Compression',
    origin: 'Made in Portugal',
    description:
      'A pair of forearm sleeves for long sets: they keep the wrists warm and the mouse arm gliding, with the winning inputs printed down the forearm.',
    features: ['Sold as a pair', 'Silicone grip at the top', 'Covers the wrist, frees the hand'],
    compareAtPrice: 58,
    saleHighlight: true,
    productType: 'Arm sleeves',
    color: 'black',
    motif: 'the winning inputs as arrows and buttons',
    tags: ['esports', 'fighting game', 'arm warmers'],
    stock: [14, 22, 22, 14, 6],
  },
  {
    id: 'lag-slayer-gloves',
    views: ['front', 'detail', 'pair'],
    name: 'Lag Slayer Gloves',
    category: 'accessories',
    rating: 4.4,
    reviews: 56,
    material: 'stretch',
    sizes: 'S to 2XL',
    fit: 'Close',
    origin: 'Made in Portugal',
    description:
      'Fingerless gloves for cold rooms and hot matches. Each says GOOD GAME on the back of the hand, so that a wave is a polite goodbye.',
    features: ['Sold as a pair', 'Fingerless, touch-screen free', 'Machine washable'],
    compareAtPrice: 60,
    productType: 'Gloves',
    color: 'gray',
    motif: 'GOOD GAME on the back of each hand',
    tags: ['gamer gloves', 'esports', 'winter'],
    saleHighlight: true,
    stock: [9, 16, 18, 10, 4],
  },
  {
    id: 'dungeon-map-tee',
    views: ['front', 'box', 'detail'],
    name: 'Dungeon Map Tee',
    category: 'collectibles',
    rating: 4.7,
    reviews: 79,
    material: 'cotton',
    sizes: 'S to 3XL',
    fit: 'Regular',
    origin: 'Printed in Spain',
    description:
      'Level B3 of a dungeon, drawn on squared paper with its secret passages included. Nobody has mapped B4 and come back. Comes folded in a box, with a card.',
    features: ['Map of level B3 across the front', 'Comes in a box with a card', 'Ring-spun, 190 g/m²'],
    compareAtPrice: 52,
    saleHighlight: true,
    productType: 'T-shirt',
    color: 'green',
    motif: 'a map of level B3 on squared paper',
    tags: ['map', 'dungeon', 'tabletop', 'role-playing'],
    stock: [8, 14, 14, 12, 6, 3],
  },
  {
    id: 'arcade-dragon-tee',
    views: ['front', 'detail', 'card'],
    name: 'Arcade Dragon Tee',
    category: 'collectibles',
    rating: 4.6,
    reviews: 103,
    material: 'blend',
    sizes: 'S to 2XL',
    fit: 'Regular',
    origin: 'Printed in Japan',
    description:
      'The side art of a cabinet that was never built: a dragon above a neon city that never switches off its lights. Ships with the cabinet card of its year.',
    features: ['Numbered cabinet card', 'Metallic ink', 'Taped neck seam'],
    featured: true,
    productType: 'T-shirt',
    color: 'purple',
    motif: 'a dragon above a neon city',
    tags: ['dragon', 'arcade', 'retro'],
    stock: [10, 20, 20, 12, 6],
  },
  {
    id: 'moonlit-shinobi-tee',
    views: ['front', 'detail', 'folded'],
    name: 'Moonlit Shinobi Tee',
    category: 'limited-editions',
    rating: 4.9,
    reviews: 118,
    material: 'cotton',
    sizes: 'S to 3XL',
    fit: 'Oversized',
    origin: 'Printed in Japan',
    description:
      'She crosses the roofs while the moon looks the other way. Printed once, never again: a sold-out size comes back only if somebody returns one.',
    features: ['Single print run', 'Reflective moon', 'Heavy 240 g/m² cotton'],
    featured: true,
    productType: 'T-shirt',
    color: 'blue',
    motif: 'a ninja who crosses the roofs before the moon',
    tags: ['ninja', 'shinobi', 'moon', 'anime', 'japan'],
    editionSize: 150,
    stock: [3, 6, 8, 5, 2, 0],
  },
  {
    id: 'golden-cartridge-tee',
    views: ['front', 'detail', 'tag'],
    name: 'Golden Cartridge Tee',
    category: 'limited-editions',
    rating: 4.7,
    reviews: 98,
    material: 'blend',
    sizes: 'S to 2XL',
    fit: 'Relaxed',
    origin: 'Printed in Spain',
    description:
      'The prize of a contest nobody remembers entering. Gold foil on black, and a label that says QUEST and nothing else.',
    features: ['Gold foil print', 'Printed to order in one run', 'Woven edition tag'],
    featured: true,
    productType: 'T-shirt',
    color: 'black',
    motif: 'a golden cartridge whose label says QUEST',
    tags: ['gold print', 'cartridge', 'retro', 'console'],
    editionSize: 100,
    stock: [4, 7, 7, 4, 0],
  },
];

/** The 13 sample products by id, as documents. */
export const PRODUCTS: readonly (readonly [ProductId, ProductFields])[] = SAMPLES.map((sample) => [
  sample.id,
  toFields(sample),
]);

function toFields(sample: Sample): ProductFields {
  const sizes = SIZES.slice(
    SIZES.indexOf('S'),
    SIZES.indexOf(sample.sizes === 'S to 3XL' ? '3XL' : '2XL') + 1,
  );
  if (sizes.length !== sample.stock.length)
    throw new Error(`${sample.id} has ${sizes.length} sizes and ${sample.stock.length} stock figures.`);
  const images = sample.views.map((view, index) => `/art/${sample.id}${index === 0 ? '' : `-${view}`}.webp`);
  return {
    name: sample.name,
    price: PRICE_DOLLARS,
    ...(sample.compareAtPrice === undefined ? {} : { compareAtPrice: sample.compareAtPrice }),
    ...(sample.editionSize === undefined ? {} : { editionSize: sample.editionSize }),
    image: images[0] as string,
    category: sample.category,
    rating: sample.rating,
    reviews: sample.reviews,
    ratingCounts: spreadRatings(sample.rating, sample.reviews),
    inStock: sample.stock.some((units) => units > 0),
    featured: sample.featured ?? false,
    ...(sample.bestseller === undefined ? {} : { bestseller: sample.bestseller }),
    ...(sample.saleHighlight === undefined ? {} : { saleHighlight: sample.saleHighlight }),
    productType: sample.productType,
    tags: [sample.color, ...sample.tags],
    ...(sample.shopifyVariantId === undefined ? {} : { shopifyVariantId: sample.shopifyVariantId }),
    description: sample.description,
    features: [...sample.features],
    specifications: {
      Material: MATERIALS[sample.material],
      Fit: sample.fit,
      Care: 'Machine wash cold, inside out; hang to dry',
      'Size Range': sample.sizes,
      Origin: sample.origin,
    },
    images,
    imageAlts: sample.views.map((view) => `${sample.name}: ${VIEWS[view](sample)}`),
    variants: sizes.map((size, index) => ({
      size,
      stock: sample.stock[index] ?? 0,
      sku: `${sample.id}-${size}`.toUpperCase(),
    })),
    status: 'active',
  };
}
