// Sleeves, gloves, and what comes with a shirt: a box, a card, a tag.
import { darker, lighter } from './color.ts';
import type { Fold } from './folds.ts';
import { createRandom, seedOf } from './noise.ts';
import type { Piece, Placement, Relief } from './piece.ts';
import { PixelCanvas } from './pixel-canvas.ts';
import { drawCentredText } from './pixel-font.ts';
import { drawCrystal } from './prints.ts';
import type { Scene } from './scene.ts';
import { inkOf, type Tee } from './tees.ts';

const RAISED = '#ff0000';
const SUNKEN = '#0000ff';
const stitched = (d: string, color: string) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width=".12" stroke-dasharray=".3 .15" opacity=".8"/>`;
const sunken = (d: string, width = 0.2): Relief => ({
  svg: `<path d="${d}" fill="none" stroke="${SUNKEN}" stroke-width="${width}"/>`,
  height: 0.07,
  softness: 0.06,
});

/** A placement of a part of something that is placed itself. */
function within({ x = 0, y = 0, turn = 0, scale = 1 }: Placement, part: Placement): Placement {
  const angle = (turn * Math.PI) / 180;
  const [px, py] = [(part.x ?? 0) * scale, (part.y ?? 0) * scale];
  return {
    x: x + px * Math.cos(angle) - py * Math.sin(angle),
    y: y + px * Math.sin(angle) + py * Math.cos(angle),
    turn: turn + (part.turn ?? 0),
    scale: scale * (part.scale ?? 1),
  };
}

/** A forearm sleeve: 40 cm from the grip at the top to the wrist. */
const SLEEVE =
  'M-7.2 -20C-3 -20.4 3 -20.4 7.2 -20C6.6 -8 5.4 8 4.5 19.6C2 20.2 -2 20.2 -4.5 19.6C-5.4 8 -6.6 -8 -7.2 -20Z';

/** Lays one forearm sleeve, its middle at the place. */
async function layOneSleeve(scene: Scene, sleeve: Tee, place: Placement, name: string): Promise<void> {
  const random = createRandom(seedOf(name));
  const folds = Array.from({ length: 9 }, (_, index): Fold => {
    const y = -17 + index * 4.2 + random() * 2;
    const side = index % 2 === 0 ? -1 : 1;
    return {
      from: [side * 6.8, y],
      by: [0, y + random() * 3 - 0.6],
      to: [-side * (1 + random() * 4), y + random() * 3],
      width: 0.35 + random() * 0.5,
      height: (0.07 + random() * 0.1) * (index % 3 === 0 ? -1 : 1),
    };
  });
  const upper = inkOf(sleeve, sleeve.print, 9, -12.6);
  const lower = inkOf(sleeve, sleeve.print, 7, 2.4);
  const grip = 'M-8 -17.4C-3 -17 3 -17 8 -17.4V-22H-8Z';
  const thread = lighter(sleeve.fabric, 0.22);
  await scene.lay(
    {
      shape: `<path d="${SLEEVE}"/>`,
      ...{ color: sleeve.fabric, surface: 'stretch', thickness: 0.34, roundness: 0.5 },
      drawing:
        `<path d="${grip}" fill="${lighter(sleeve.fabric, 0.08)}"/>${upper.drawing}${lower.drawing}` +
        stitched('M-8 -17.4C-3 -17 3 -17 8 -17.4', thread) +
        stitched('M-5.2 18.2C-2 18.8 2 18.8 5.2 18.2', thread) +
        stitched('M5.9 -17C5.4 -6 4.4 8 3.6 18.6', thread),
      ink: upper.ink + lower.ink,
      reliefs: [
        { svg: `<path d="${grip}" fill="${RAISED}"/>`, height: 0.12, softness: 0.08 },
        sunken('M6.1 -17C5.6 -6 4.6 8 3.8 18.6', 0.3),
        {
          svg: Array.from({ length: 17 }, (_, index) => {
            const x = -6.8 + index * 0.85;
            return `<path d="M${x} -20.6V-17.6" stroke="${RAISED}" stroke-width=".3"/>`;
          }).join(''),
          height: 0.05,
          softness: 0.08,
        },
      ],
      folds,
      seed: name,
    },
    place,
  );
}

/** Lays a pair of forearm sleeves, its middle at the place. */
export async function laySleeves(scene: Scene, sleeve: Tee, place: Placement = {}): Promise<void> {
  await layOneSleeve(scene, sleeve, within(place, { x: -9.4, y: -1.4, turn: 7 }), `${sleeve.name} left`);
  await layOneSleeve(scene, sleeve, within(place, { x: 9.4, y: 1.4, turn: -5 }), `${sleeve.name} right`);
}

/** Lays one sleeve rolled out beside the other one, folded once, for a look at grip and cuff. */
export async function laySleevesFolded(scene: Scene, sleeve: Tee, place: Placement = {}): Promise<void> {
  await layOneSleeve(scene, sleeve, within(place, { x: -1, y: 1, turn: 58 }), `${sleeve.name} below`);
  await layOneSleeve(scene, sleeve, within(place, { x: 1, y: -1, turn: -52 }), `${sleeve.name} above`);
}

/**
 * Width of the fingers of a glove, which end at the first knuckle, and of each: its middle, its
 * end, and its lean in degrees.
 */
const FINGER_WIDTH = 2.2;
const FINGERS = [
  [-3.75, -6, -7],
  [-1.25, -7, -2],
  [1.25, -7.3, 2],
  [3.7, -6.6, 7],
] as const;
/** The inside of a glove, where fingers and thumb come out of it. */
const INSIDE = '#34343c';
const OPENINGS = `${FINGERS.map(
  ([x, y, lean]) =>
    `<ellipse cy="${y + 4.36}" rx=".92" ry=".26" fill="${INSIDE}" transform="translate(${x} -4) rotate(${lean})"/>`,
).join('')}<ellipse rx="1.22" ry=".3" fill="${INSIDE}" transform="translate(7.93 -2.08) rotate(42)"/>`;

/** A left hand from behind: cuff, palm, four short fingers and a thumb. */
const GLOVE = `<path d="M-4.2 12C-1.5 12.4 2 12.4 4.2 12C4 9.4 4 8 4.4 6.4C5.2 5.8 6.4 4 7.5 1.6C8 .6 8.6 -.4 9.2 -1.2C9 -2 8 -3 7 -3.2C6.2 -2.2 5.6 -1.4 5 -.9C4.9 -2 4.9 -3.2 4.8 -4.4H-4.9C-5 -2.6 -4.9 -.6 -4.8 1.6C-4.7 4 -4.2 5.4 -4.1 6.6C-4 8.4 -4.1 10 -4.2 12Z"/>${FINGERS.map(
  ([x, y, lean]) =>
    `<rect x="${-FINGER_WIDTH / 2}" y="${y + 4}" width="${FINGER_WIDTH}" height="${-y}" rx=".4" transform="translate(${x} -4) rotate(${lean})"/>`,
).join('')}`;

/** Between the fingers, on the palm. */
const WEBS =
  'M2.5 -5.4C2.5 -4.8 2.4 -4 2.3 -3.4M0 -5.6C0 -4.8 0 -4 0 -3.4M-2.5 -5.2C-2.5 -4.6 -2.4 -4 -2.3 -3.4';

/** Lays one glove; `isRight` mirrors the hand, not its print. */
async function layOneGlove(
  scene: Scene,
  glove: Tee,
  place: Placement,
  { isRight, side = 'back' }: { readonly isRight: boolean; readonly side?: 'back' | 'palm' },
): Promise<void> {
  const thread = lighter(glove.fabric, 0.24);
  const ink = inkOf(glove, glove.print, 6.6, -2.6);
  const cuff = '<path d="M-9 6.6H9V14H-9Z" fill="#ff0000"/>';
  const ribs = Array.from(
    { length: 24 },
    (_, index) => `<path d="M${-5.6 + index * 0.48} 6.9V13" stroke="#ff0000" stroke-width=".22"/>`,
  ).join('');
  const flip = (svg: string) => (isRight ? `<g transform="scale(-1 1)">${svg}</g>` : svg);
  const hems = `${FINGERS.map(([x, y, lean]) => {
    const angle = (lean * Math.PI) / 180;
    const [cx, cy] = [x - Math.sin(angle) * (y + 4.8), -4 + Math.cos(angle) * (y + 4.8)];
    const [dx, dy] = [Math.cos(angle) * 1.1, Math.sin(angle) * 1.1];
    return `M${cx - dx} ${cy - dy}L${cx + dx} ${cy + dy}`;
  }).join('')}M8.7 -.5L6.5 -2.6`;
  const palm =
    '<path d="M-3.6 -3.2H3.6C3.8 0 3.4 3.6 2.6 5.4H-2.8C-3.6 3 -3.8 0 -3.6 -3.2Z" fill="#2b2836"/>';
  await scene.lay(
    {
      shape: flip(GLOVE),
      ...{ color: glove.fabric, surface: 'stretch', thickness: 0.45, roundness: 0.38, waviness: 1.4 },
      drawing:
        (side === 'palm' ? flip(palm) : ink.drawing) +
        flip(OPENINGS + stitched(hems, thread) + stitched('M-6 6.4C-2 6.8 2 6.8 6 6.4', thread)),
      ...(side === 'palm' ? {} : { ink: ink.ink }),
      reliefs: [
        { svg: flip(cuff), height: 0.1, softness: 0.12 },
        { svg: flip(ribs), height: 0.12, softness: 0.06 },
        {
          svg: flip(
            `<path d="${WEBS}" fill="none" stroke="${SUNKEN}" stroke-width=".5" stroke-linecap="round"/>`,
          ),
          height: 0.3,
          softness: 0.2,
        },
        {
          svg: flip(
            `<path d="M4.6 5.6C3.4 4 3.6 .4 5 -1.2" fill="none" stroke="${SUNKEN}" stroke-width=".26"/><path d="${hems}" fill="none" stroke="${SUNKEN}" stroke-width=".22"/>`,
          ),
          height: 0.09,
          softness: 0.06,
        },
        ...(side === 'palm'
          ? [{ svg: flip(palm.replace('#2b2836', RAISED)), height: 0.08, softness: 0.06 }]
          : []),
      ],
      folds: [
        { from: [-3, 5], by: [0, 3.4], to: [3.4, 5], width: 0.5, height: 0.12 },
        { from: [3.2, 3], by: [4.6, 1.2], to: [5.6, 1.4], width: 0.35, height: -0.14 },
      ],
      seed: `${glove.name} ${isRight}`,
    },
    place,
  );
}

/** Lays a pair of gloves from behind, its middle at the place. */
export async function layGloves(scene: Scene, glove: Tee, place: Placement = {}): Promise<void> {
  await layOneGlove(scene, glove, within(place, { x: -7.6, y: 0.6, turn: -9 }), { isRight: false });
  await layOneGlove(scene, glove, within(place, { x: 7.6, y: -0.6, turn: 8 }), { isRight: true });
}

/** Lays one glove over the other one, whose palm is up. */
export async function layGlovesCrossed(scene: Scene, glove: Tee, place: Placement = {}): Promise<void> {
  await layOneGlove(scene, glove, within(place, { x: 4.4, y: 1.4, turn: 24 }), {
    isRight: false,
    side: 'palm',
  });
  await layOneGlove(scene, glove, within(place, { x: -4, y: -0.6, turn: -16 }), { isRight: false });
}

const paper = (color: string, shape: string, more: Partial<Piece> = {}): Piece => ({
  shape,
  ...{ color, surface: 'paper', thickness: 0.08, roundness: 0.05 },
  ...more,
});

/** A card with a picture in a frame: 9 by 12.6 cm. */
export function card(print: PixelCanvas, color: string, number: string): Piece {
  const text = new PixelCanvas(60, 7);
  drawCentredText(text, number, 1, '#3a3550');
  return paper('#fbf7ee', '<rect x="-4.5" y="-6.3" width="9" height="12.6" rx=".45"/>', {
    drawing:
      `<rect x="-3.9" y="-5.7" width="7.8" height="8.8" rx=".2" fill="${color}"/>${print.toSvg(-3.5, -5.2, 7 / print.width)}` +
      text.toSvg(-3.9, 3.7, 7.8 / 60) +
      '<path d="M-3.9 5.4H3.9" stroke="#3a3550" stroke-width=".12"/>',
    gloss: `<rect x="-3.9" y="-5.7" width="7.8" height="8.8" rx=".2" fill="#fff" opacity=".12"/>`,
    lift: 1.1,
  });
}

/** A card of the shop with its crystal. */
export function thanksCard(): Piece {
  const crystal = new PixelCanvas(20, 26);
  drawCrystal(crystal, 10, 0, 8, 25);
  return paper('#fbf7ee', '<rect x="-6" y="-4" width="12" height="8" rx=".3"/>', {
    drawing: `<rect x="-6" y="-4" width="12" height="2" fill="#5a2df5"/>${crystal.toSvg(-1.5, -1.2, 0.15)}`,
    lift: 1.2,
  });
}

/** A tag of cardboard on a thread. */
export function hangTag(lines: readonly string[]): Piece {
  const text = new PixelCanvas(20, 8 * lines.length);
  for (const [index, each] of lines.entries()) drawCentredText(text, each, 1 + index * 8, '#4a3200');
  return paper('#e7b93c', '<path d="M-2.6 -4.6L-1.6 -5.6H1.6L2.6 -4.6V5.4H-2.6Z"/>', {
    drawing: `<circle cx="0" cy="-4.4" r=".42" fill="#4a3a20"/>${text.toSvg(-2.3, -1.6, 4.6 / 20)}`,
    gloss: '<path d="M-2.6 -4.6L-1.6 -5.6H1.6L2.6 -4.6V5.4H-2.6Z" fill="#fff" opacity=".5"/>',
    reliefs: [
      {
        svg: `<circle cx="0" cy="-4.4" r=".7" fill="none" stroke="${RAISED}" stroke-width=".24"/>`,
        height: 0.1,
        softness: 0.04,
      },
    ],
    lift: 1.3,
  });
}

/** A woven label of an edition, sewn on. */
export function wovenLabel(lines: readonly string[]): Piece {
  const text = new PixelCanvas(48, 9 * lines.length);
  for (const [index, each] of lines.entries()) drawCentredText(text, each, 2 + index * 9, '#ffd86b');
  const edge = 'M-2.9 -1.7H2.9M-2.9 1.7H2.9';
  return {
    shape: '<rect x="-3.2" y="-2" width="6.4" height="4" rx=".1"/>',
    ...{ color: '#17141c', surface: 'canvas', thickness: 0.12, roundness: 0.08, lift: 0.5, waviness: 0.3 },
    drawing: text.toSvg(-2.9, -1.1, 5.8 / 48) + stitched(edge, '#ffd86b'),
    reliefs: [sunken(edge, 0.14)],
  };
}

/**
 * Lays an open box of cardboard, 43 by 53 cm, with tissue paper in it. The sides come last, since
 * they throw a shadow on the contents.
 */
export async function layBox(
  scene: Scene,
  tissue: string,
  layContents: () => Promise<void>,
  place: Placement = {},
): Promise<void> {
  const kraft = '#bd9162';
  const rect = (width: number, height: number, radius: number) =>
    `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${radius}"/>`;
  await scene.lay(paper(darker(kraft, 0.35), rect(42.6, 52.6, 0.4), { lift: 2.4 }), place);
  await scene.lay(
    {
      shape: rect(41.4, 51.4, 0.6),
      ...{ color: tissue, surface: 'tissue', thickness: 0.3, roundness: 1.2, lift: 0.4, seed: 'tissue' },
    },
    place,
  );
  await layContents();
  await scene.lay(
    paper(
      kraft,
      '<path fill-rule="evenodd" d="M-21.5 -26.5H21.5V26.5H-21.5ZM-20.3 -25.3V25.3H20.3V-25.3Z"/>',
      { thickness: 0.2, lift: 1.9, roundness: 0.08 },
    ),
    place,
  );
}
