// The images of the large catalog: an item, a motif and a color, as in their names
// ('mug-ghost-navy').
import type { Palette } from './good.ts';
import { HARD_GOODS } from './hard-goods.ts';
import { drawMotif, MOTIFS, type MotifName } from './motifs.ts';
import { Scene } from './scene.ts';
import { SOFT_GOODS } from './soft-goods.ts';
import { outlineOf } from './tee-outline.ts';
import { layTee, type Tee } from './tees.ts';

const PALETTES: Readonly<Record<string, Palette>> = {
  navy: { fabric: '#1b2759', backdrop: '#e6c9a6' },
  black: { fabric: '#26242a', backdrop: '#cfc9e0' },
  cream: { fabric: '#efe5d0', backdrop: '#d9a792' },
  forest: { fabric: '#2f4f40', backdrop: '#e3d6b4' },
  violet: { fabric: '#6a4be0', backdrop: '#ead9a4' },
  coral: { fabric: '#ef6a76', backdrop: '#bcd9dd' },
  sky: { fabric: '#97c9ea', backdrop: '#b9b6da' },
  grey: { fabric: '#77757f', backdrop: '#c3dccf' },
};

/** The items other than tees, by the first part of a name. */
const GOODS = { ...SOFT_GOODS, ...HARD_GOODS };

/** Pixels of an image: 4 to 5. */
const SIZE = { width: 600, height: 750 } as const;
const TEE_SPAN = 86;
const NEAR_SPAN = 31;
const GOODS_SPAN = 58;

/** The scene of an image by its name. Throws an Error that lists the valid names. */
export async function drawLargeImage(name: string): Promise<Scene> {
  const [type = '', motif = '', color = ''] = name.split('-');
  const good = GOODS[type];
  const palette = PALETTES[color];
  const isTee = type === 'tee' || type === 'print';
  if ((good === undefined && !isTee) || palette === undefined || !MOTIFS.includes(motif as MotifName))
    throw new Error(
      `There is no image '${name}'. A name is TYPE-MOTIF-COLOR: of tee, print, ${Object.keys(GOODS).join(', ')}; of ${MOTIFS.join(', ')}; of ${Object.keys(PALETTES).join(', ')}.`,
    );
  const backdrop = { color: palette.backdrop, surface: 'paper' } as const;
  const print = drawMotif(motif as MotifName);
  const span = good !== undefined ? GOODS_SPAN : type === 'tee' ? TEE_SPAN : NEAR_SPAN;
  const scene = new Scene({ ...SIZE, span, backdrop });
  if (good !== undefined) {
    for (const piece of good(palette, print)) await scene.lay(piece);
    return scene;
  }
  const tee: Tee = { name, fabric: palette.fabric, fit: 'Regular', print };
  const { length } = outlineOf(tee.fit).measures;
  await layTee(scene, tee, type === 'tee' ? {} : { x: -1, y: length / 2 - 20, turn: -6 });
  return scene;
}
