// Pictures of several things: categories, the lifestyle picture of the home page.
import { card, hangTag, layBox, layGloves, laySleeves, thanksCard } from './accessories.ts';
import type { Backdrop } from './backdrop.ts';
import { BACKDROPS, PICTURE_SIZE, teeOf } from './looks.ts';
import type { Piece } from './piece.ts';
import { Scene } from './scene.ts';
import { hangTee, layFolded } from './tees.ts';

const table = (span: number, backdrop: Backdrop) => new Scene({ ...PICTURE_SIZE, span, backdrop });

/** Folded tees, one over the other. */
async function apparel(): Promise<Scene> {
  const scene = table(96, BACKDROPS.apparel);
  for (const [id, x, y, turn] of [
    ['mana-potion-tee', 24, -36, 13],
    ['pixel-ronin-tee', -23, -31, -10],
    ['save-point-tee', 26, 17, -6],
    ['respawn-club-tee', -21, 25, 7],
  ] as const)
    await layFolded(scene, teeOf(id), { x, y, turn, scale: 1.2 });
  return scene;
}

async function accessories(): Promise<Scene> {
  const scene = table(58, BACKDROPS.accessories);
  await laySleeves(scene, teeOf('combo-breaker-sleeves'), { x: -4, y: -12, turn: -18, scale: 1 });
  await layGloves(scene, teeOf('lag-slayer-gloves'), { x: 7, y: 19, turn: 10, scale: 1.1 });
  return scene;
}

async function collectibles(): Promise<Scene> {
  const scene = table(72, BACKDROPS.collectibles);
  const box = { x: -8, y: -9, turn: -7 };
  await layBox(
    scene,
    '#f3ead8',
    async () => {
      await layFolded(scene, teeOf('dungeon-map-tee'), { x: -8, y: -9, turn: -7 });
    },
    box,
  );
  await scene.lay(card(teeOf('arcade-dragon-tee').print, '#2a1650', 'CARD 017'), {
    ...{ x: 22, y: 25, turn: 12, scale: 1.55 },
  });
  await scene.lay(thanksCard(), { x: -16, y: 33, turn: -14, scale: 1.3 });
  return scene;
}

/** One tee alone, with the tag of its run. */
async function limitedEditions(): Promise<Scene> {
  const scene = new Scene({
    ...PICTURE_SIZE,
    span: 84,
    backdrop: { ...BACKDROPS['limited-editions'], surface: 'plaster' },
  });
  await hangTee(scene, teeOf('moonlit-shinobi-tee'), { y: -32 });
  await scene.lay(hangTag(['ONE', 'RUN']), { x: 21, y: 3, turn: 13, scale: 1.5 });
  return scene;
}

/** The picture of each category, by slug. */
export const CATEGORY_IMAGES: Readonly<Record<string, () => Promise<Scene>>> = {
  apparel,
  accessories,
  collectibles,
  'limited-editions': limitedEditions,
};

export const LIFESTYLE_SIZE = { width: 1600, height: 1000 } as const;

const rail: Piece = {
  shape: '<rect x="-140" y="-1" width="280" height="2" rx="1"/>',
  ...{ color: '#3a3640', surface: 'smooth', thickness: 0.8, roundness: 0.8, lift: 2.6 },
};

/** Tees on a rail, with room for text on the left: the lifestyle picture of the home page. */
export async function drawLifestyle(): Promise<Scene> {
  const scene = new Scene({
    ...LIFESTYLE_SIZE,
    span: 196,
    backdrop: { color: '#d7c9bd', surface: 'plaster' },
  });
  const top = -52;
  await scene.lay(rail, { y: top });
  for (const [id, x, turn] of [
    ['mana-potion-tee', 74, -1],
    ['spirit-fox-tee', 34, 0.6],
    ['pixel-ronin-tee', -7, -0.7],
  ] as const)
    await hangTee(scene, teeOf(id), { x, y: top + 10, turn, scale: 1.12 });
  return scene;
}
