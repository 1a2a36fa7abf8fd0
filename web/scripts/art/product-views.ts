// The pictures of each sample product. The seed names the same files (seed/src/products.ts).
import {
  card,
  layBox,
  layGloves,
  layGlovesCrossed,
  laySleeves,
  laySleevesFolded,
  thanksCard,
  wovenLabel,
} from './accessories.ts';
import { BACKDROPS, findLook, LOOKS, PICTURE_SIZE, type ProductId, teeOf } from './looks.ts';
import { Scene } from './scene.ts';
import { outlineOf } from './tee-outline.ts';
import { glowOf, layFolded, layTee } from './tees.ts';

/** Centimeters from edge to edge: one scale for all tees of a grid. */
const TEE_SPAN = 86;
const FOLDED_SPAN = 50;
const NEAR_SPAN = 31;

type View = (id: ProductId) => Promise<Scene>;

const onTable = (id: ProductId, span: number) =>
  new Scene({ ...PICTURE_SIZE, span, backdrop: BACKDROPS[findLook(id).category] });

const near = (id: ProductId) =>
  new Scene({ ...PICTURE_SIZE, span: NEAR_SPAN, backdrop: BACKDROPS[findLook(id).category] });

const front: View = async (id) => {
  const scene = onTable(id, TEE_SPAN);
  await layTee(scene, teeOf(id));
  return scene;
};

const back: View = async (id) => {
  const scene = onTable(id, TEE_SPAN);
  await layTee(scene, teeOf(id), {}, 'back');
  return scene;
};

const folded: View = async (id) => {
  const scene = onTable(id, FOLDED_SPAN);
  await layFolded(scene, teeOf(id));
  return scene;
};

/** The collar, the seams and the upper part of the print. */
const detail: View = async (id) => {
  const scene = near(id);
  const { length } = outlineOf(findLook(id).fit).measures;
  await layTee(scene, teeOf(id), { x: -1, y: length / 2 - 20, turn: -6 });
  return scene;
};

/** In a dark room. */
const glow: View = async (id) => {
  const scene = new Scene({
    ...PICTURE_SIZE,
    ...{ span: FOLDED_SPAN, backdrop: BACKDROPS[findLook(id).category], daylight: 0.05 },
  });
  await layFolded(scene, glowOf(teeOf(id)));
  return scene.bloom(1.1, 0.5);
};

const box: View = async (id) => {
  const scene = onTable(id, 54);
  await layBox(scene, '#f3ead8', async () => {
    await layFolded(scene, teeOf(id), { y: -1 });
    await scene.lay(thanksCard(), { x: 11, y: 18.4, turn: -9 });
  });
  return scene;
};

const withCard: View = async (id) => {
  const scene = onTable(id, FOLDED_SPAN);
  const tee = teeOf(id);
  await layFolded(scene, tee, { x: -3.4, y: -4 });
  await scene.lay(card(tee.print, '#2a1650', 'CARD 017'), { x: 14, y: 18.4, turn: 10, scale: 1.15 });
  return scene;
};

const tag: View = async (id) => {
  const scene = onTable(id, 16);
  await layTee(scene, teeOf(id), { x: -13, y: -31.5, turn: 3 });
  await scene.lay(wovenLabel(['SAVEPOINT', 'ONE RUN']), { x: 1, y: -0.6, turn: 2 });
  return scene;
};

const sleeves: View = async (id) => {
  const scene = onTable(id, 50);
  await laySleeves(scene, teeOf(id));
  return scene;
};

const sleevesFolded: View = async (id) => {
  const scene = onTable(id, 50);
  await laySleevesFolded(scene, teeOf(id));
  return scene;
};

const sleeveNear: View = async (id) => {
  const scene = onTable(id, 24);
  await laySleeves(scene, teeOf(id), { x: 5, y: 8, turn: -4 });
  return scene;
};

const gloves: View = async (id) => {
  const scene = onTable(id, 36);
  await layGloves(scene, teeOf(id), { y: -1.4, scale: 1.12 });
  return scene;
};

const glovesCrossed: View = async (id) => {
  const scene = onTable(id, 32);
  await layGlovesCrossed(scene, teeOf(id), { y: -1.2, scale: 1.12 });
  return scene;
};

const gloveNear: View = async (id) => {
  const scene = onTable(id, 20);
  await layGloves(scene, teeOf(id), { x: 6, y: 0.4, turn: 5 });
  return scene;
};

/**
 * The first is the main picture, in the file named by the product's id, and the second is the one
 * that cards show on hover; all except the first append their name to the id.
 */
const VIEWS: Readonly<Record<ProductId, Readonly<Record<string, View>>>> = {
  'pixel-ronin-tee': { front, detail, folded },
  'boss-rush-tee': { front, back, detail },
  'save-point-tee': { front, detail, glow, folded },
  'neon-mecha-tee': { front, detail, folded },
  'respawn-club-tee': { front, back, detail },
  'mana-potion-tee': { front, detail, folded },
  'spirit-fox-tee': { front, detail, folded },
  'combo-breaker-sleeves': { front: sleeves, detail: sleeveNear, pair: sleevesFolded },
  'lag-slayer-gloves': { front: gloves, detail: gloveNear, pair: glovesCrossed },
  'dungeon-map-tee': { front, box, detail },
  'arcade-dragon-tee': { front, detail, card: withCard },
  'moonlit-shinobi-tee': { front, detail, folded },
  'golden-cartridge-tee': { front, detail, tag },
};

/** The pictures of each sample product: the name of the file without its extension. */
export const PRODUCT_VIEWS = (Object.keys(LOOKS) as ProductId[]).map((id) => ({
  id,
  backdrop: BACKDROPS[findLook(id).category].color,
  pictures: Object.entries(VIEWS[id]).map(([view, photograph], index) => ({
    view,
    name: index === 0 ? id : `${id}-${view}`,
    isMain: index === 0,
    photograph: () => photograph(id),
  })),
}));
