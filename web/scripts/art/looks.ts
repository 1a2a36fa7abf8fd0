// The appearance of each sample product. The seed describes it in words (seed/src/products.ts), and
// tests/words/pictures.test.ts compares both.
import type { Backdrop } from './backdrop.ts';
import { BACK_PRINTS, PRINTS } from './prints.ts';
import type { Fit } from './tee-outline.ts';
import type { Tee } from './tees.ts';

/** Pixels of a picture of a product or a category: 4 to 5. */
export const PICTURE_SIZE = { width: 1200, height: 1500 } as const;

/** One clean surface for each category, so that a grid of it is one set. */
export const BACKDROPS = {
  apparel: { color: '#d9d1c6', surface: 'paper' },
  accessories: { color: '#cbd9d0', surface: 'paper' },
  collectibles: { color: '#e8d6a6', surface: 'paper' },
  'limited-editions': { color: '#cfc9e0', surface: 'paper' },
} as const satisfies Readonly<Record<string, Backdrop>>;

type Garment = 'T-shirt' | 'Arm sleeves' | 'Gloves';

export interface Look {
  readonly category: keyof typeof BACKDROPS;
  readonly garment: Garment;
  /** As in the product's text. */
  readonly color: string;
  readonly fabric: string;
  readonly fit: Fit;
  /** The printed motif, as in the product's text. */
  readonly motif: readonly string[];
  /** Colors of the print that reflect light like a mirror. */
  readonly foil?: readonly string[];
}

export const LOOKS = {
  'pixel-ronin-tee': {
    ...{ category: 'apparel', garment: 'T-shirt', color: 'cream', fabric: '#efe5d0', fit: 'Regular' },
    motif: ['swordsman', 'sun'],
  },
  'boss-rush-tee': {
    ...{ category: 'apparel', garment: 'T-shirt', color: 'black', fabric: '#26242a', fit: 'Regular' },
    motif: ['guardians'],
  },
  'save-point-tee': {
    ...{ category: 'apparel', garment: 'T-shirt', color: 'navy', fabric: '#1b2759', fit: 'Relaxed' },
    motif: ['crystal'],
  },
  'neon-mecha-tee': {
    ...{ category: 'apparel', garment: 'T-shirt', color: 'black', fabric: '#28252d', fit: 'Regular' },
    motif: ['robot'],
  },
  'respawn-club-tee': {
    ...{ category: 'apparel', garment: 'T-shirt', color: 'coral', fabric: '#ef6a76', fit: 'Relaxed' },
    motif: ['crest', 'heart'],
  },
  'mana-potion-tee': {
    ...{ category: 'apparel', garment: 'T-shirt', color: 'lavender', fabric: '#b9b1ea', fit: 'Slim' },
    motif: ['flask'],
  },
  'spirit-fox-tee': {
    ...{ category: 'apparel', garment: 'T-shirt', color: 'teal', fabric: '#1f6068', fit: 'Oversized' },
    motif: ['fox', 'tails'],
  },
  'combo-breaker-sleeves': {
    ...{ category: 'accessories', garment: 'Arm sleeves', color: 'black', fabric: '#27252e', fit: 'Slim' },
    motif: ['inputs'],
  },
  'lag-slayer-gloves': {
    ...{ category: 'accessories', garment: 'Gloves', color: 'gray', fabric: '#868690', fit: 'Slim' },
    motif: ['GOOD GAME'],
  },
  'dungeon-map-tee': {
    ...{ category: 'collectibles', garment: 'T-shirt', color: 'green', fabric: '#3d6549', fit: 'Regular' },
    motif: ['map'],
  },
  'arcade-dragon-tee': {
    ...{ category: 'collectibles', garment: 'T-shirt', color: 'purple', fabric: '#57318f', fit: 'Regular' },
    motif: ['dragon', 'city'],
    foil: ['#ffd23f', '#ffe66d'],
  },
  'moonlit-shinobi-tee': {
    ...{
      category: 'limited-editions',
      garment: 'T-shirt',
      color: 'blue',
      fabric: '#4862b4',
      fit: 'Oversized',
    },
    motif: ['ninja', 'moon'],
  },
  'golden-cartridge-tee': {
    ...{
      category: 'limited-editions',
      garment: 'T-shirt',
      color: 'black',
      fabric: '#242127',
      fit: 'Relaxed',
    },
    motif: ['cartridge', 'QUEST'],
    foil: ['#f2b705', '#ffe27a', '#c88a00', '#8a5c00'],
  },
} as const satisfies Readonly<Record<string, Look>>;

export type ProductId = keyof typeof LOOKS;

export const findLook = (id: ProductId): Look => LOOKS[id];

/** The parts of a product's picture. */
export function teeOf(id: ProductId): Tee {
  const { fabric, fit, foil } = findLook(id);
  const [print, backPrint] = [PRINTS[id], BACK_PRINTS[id]];
  if (print === undefined) throw new Error(`There is no print of '${id}'. Add one to PRINTS.`);
  return {
    ...{ name: id, fabric, fit, print: print() },
    ...(backPrint === undefined ? {} : { backPrint: backPrint() }),
    ...(foil === undefined ? {} : { foil }),
  };
}
