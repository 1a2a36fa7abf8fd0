// Which pictures each sample product has. The seed names the same files (seed/src/products.ts).
import { WEARERS } from './arrangements.ts';
import {
  drawDetail,
  drawGloves,
  drawGlovesWorn,
  drawParcel,
  drawSleeves,
  drawSleevesWorn,
  drawTee,
  drawTeeBack,
  drawTeeFolded,
  drawTeeHung,
  drawTeeWorn,
  type Palette,
  type Piece,
} from './garments.ts';
import { BACK_PRINTS, PRINTS } from './prints.ts';
import { inStudio } from './studio.ts';

interface Look {
  readonly palette: Palette;
  /**
   * The first is the main picture, in the file of the product's id; the others add their name to
   * it.
   */
  readonly views: Readonly<Record<string, Piece>>;
}

const { ida, sam, ben, mei, kofi } = WEARERS;
const BACK_PRINT_PIXEL = 8;

/** The back of a product: its own print, or a small copy of the front's. */
const backOf =
  (id: string): Piece =>
  (palette, print) => {
    const own = BACK_PRINTS[id];
    return own === undefined ? drawTeeBack(palette, print) : drawTeeBack(palette, own(), BACK_PRINT_PIXEL);
  };

const LOOKS: Readonly<Record<string, Look>> = {
  'pixel-ronin-tee': {
    palette: { fabric: '#f7f3ea', backdrop: '#ff7a5c' },
    views: { front: drawTee, worn: drawTeeWorn(kofi), back: backOf('pixel-ronin-tee'), detail: drawDetail },
  },
  'boss-rush-tee': {
    palette: { fabric: '#1d1a2e', backdrop: '#ffd23f' },
    views: { worn: drawTeeWorn(ida), front: drawTee, back: backOf('boss-rush-tee'), detail: drawDetail },
  },
  'save-point-tee': {
    palette: { fabric: '#1a2456', backdrop: '#8be9ff' },
    views: { front: drawTee, worn: drawTeeWorn(ben), folded: drawTeeFolded, detail: drawDetail },
  },
  'neon-mecha-tee': {
    palette: { fabric: '#17142b', backdrop: '#f15bb5' },
    views: { worn: drawTeeWorn(sam), front: drawTee, back: backOf('neon-mecha-tee'), detail: drawDetail },
  },
  'respawn-club-tee': {
    palette: { fabric: '#ff6b81', backdrop: '#6d4ee0' },
    views: {
      hung: drawTeeHung,
      worn: drawTeeWorn(mei),
      back: backOf('respawn-club-tee'),
      detail: drawDetail,
    },
  },
  'mana-potion-tee': {
    palette: { fabric: '#cfd8ff', backdrop: '#4a56e2' },
    views: { folded: drawTeeFolded, front: drawTee, worn: drawTeeWorn(ida), detail: drawDetail },
  },
  'spirit-fox-tee': {
    palette: { fabric: '#23305c', backdrop: '#ffb066' },
    views: { front: drawTee, worn: drawTeeWorn(mei), hung: drawTeeHung, detail: drawDetail },
  },
  'combo-breaker-sleeves': {
    palette: { fabric: '#201c38', backdrop: '#35d9ab' },
    views: { front: drawSleeves, worn: drawSleevesWorn(sam), detail: drawDetail },
  },
  'lag-slayer-gloves': {
    palette: { fabric: '#3d3a52', backdrop: '#a9e04c' },
    views: { front: drawGloves, worn: drawGlovesWorn(kofi), detail: drawDetail },
  },
  'dungeon-map-tee': {
    palette: { fabric: '#37503f', backdrop: '#e8d9b0' },
    views: { front: drawTee, parcel: drawParcel, hung: drawTeeHung, detail: drawDetail },
  },
  'arcade-dragon-tee': {
    palette: { fabric: '#150c36', backdrop: '#20c997' },
    views: { hung: drawTeeHung, worn: drawTeeWorn(ben), front: drawTee, detail: drawDetail },
  },
  'moonlit-shinobi-tee': {
    palette: { fabric: '#39457f', backdrop: '#a78bff' },
    views: {
      worn: drawTeeWorn(ida),
      front: drawTee,
      back: backOf('moonlit-shinobi-tee'),
      detail: drawDetail,
    },
  },
  'golden-cartridge-tee': {
    palette: { fabric: '#131118', backdrop: '#ffc928' },
    views: { front: drawTee, worn: drawTeeWorn(sam), parcel: drawParcel, detail: drawDetail },
  },
};

/**
 * The pictures of each sample product: the name of the file without its extension, and its drawing.
 */
export const PRODUCT_VIEWS = Object.entries(LOOKS).map(([id, { palette, views }]) => ({
  id,
  backdrop: palette.backdrop,
  drawings: Object.entries(views).map(([view, piece], index) => ({
    name: index === 0 ? id : `${id}-${view}`,
    isMain: index === 0,
    draw: () => {
      const print = PRINTS[id];
      if (print === undefined) throw new Error(`There is no print of '${id}'. Add one to PRINTS.`);
      return inStudio(palette.backdrop, piece(palette, print()));
    },
  })),
}));
