// Tees as pieces: laid flat, folded, on a hanger.
import { darker } from './color.ts';
import { hangingParts } from './hanging-tee.ts';
import type { Placement } from './piece.ts';
import type { PixelCanvas } from './pixel-canvas.ts';
import type { Scene } from './scene.ts';
import { flatFolds, foldedFolds } from './tee-folds.ts';
import type { Fit } from './tee-outline.ts';
import { neckInside, teePattern } from './tee-pattern.ts';

export interface Tee {
  /** Two tees with the same name have the same folds. */
  readonly name: string;
  readonly fabric: string;
  readonly fit: Fit;
  readonly print: PixelCanvas;
  /** The print of the back; none for a plain back. */
  readonly backPrint?: PixelCanvas;
  /** The colors of the print that mirror light. */
  readonly foil?: readonly string[];
  /** True for a luminous print. */
  readonly glows?: boolean;
}

/** A tee in the dark, with a print that has been charged with light. */
export const glowOf = (tee: Tee): Tee => ({ ...tee, glows: true });

const PRINT_CM = 29;
/** From the top of the shoulder to the top of the print. */
const PRINT_TOP_CM = 15.5;
const BACK_PRINT_TOP_CM = 13;

/** The pixels of a print that have one of the colors, white. */
function onlyColors(print: PixelCanvas, colors: readonly string[]): PixelCanvas {
  const copy = print.copy();
  for (let y = 0; y < print.height; y += 1)
    for (let x = 0; x < print.width; x += 1)
      copy.set(x, y, colors.includes(print.get(x, y) ?? '') ? '#ffffff' : undefined);
  return copy;
}

/** A print as the ink of a piece, its upper edge in the middle at `top`. */
export function inkOf(tee: Tee, print: PixelCanvas, width: number, top: number) {
  const draw = (canvas: PixelCanvas) => canvas.toSvg(-width / 2, top, width / canvas.width);
  return {
    drawing: `<g opacity=".97">${draw(print)}</g>`,
    ink: draw(print),
    ...(tee.foil === undefined ? {} : { gloss: draw(onlyColors(print, tee.foil)) }),
    ...(tee.glows === true ? { glow: `<g opacity=".75">${draw(print)}</g>` } : {}),
  };
}

/** Lays a tee flat, its middle at the place. */
export async function layTee(
  scene: Scene,
  tee: Tee,
  place: Placement = {},
  side: 'front' | 'back' = 'front',
): Promise<void> {
  const { fabric } = tee;
  const pattern = teePattern(tee.fit, side, fabric);
  const placement = lifted(place, pattern.outline.measures.length / 2);
  const cloth = { color: fabric, surface: 'jersey' } as const;
  if (side === 'front')
    await scene.lay({ ...neckInside(fabric), ...cloth, thickness: 0.2, roundness: 0.2 }, placement);
  const print = side === 'front' ? tee.print : tee.backPrint;
  const ink = print && inkOf(tee, print, PRINT_CM, side === 'front' ? PRINT_TOP_CM : BACK_PRINT_TOP_CM);
  await scene.lay(
    {
      ...{ ...cloth, ...ink },
      shape: pattern.shape,
      drawing: (ink?.drawing ?? '') + pattern.seams,
      reliefs: pattern.reliefs,
      folds: flatFolds(pattern.outline, `${tee.name} ${side}`, 1.5),
      thickness: 0.28,
      roundness: 0.22,
      seed: `${tee.name} ${side}`,
    },
    placement,
  );
}

/** A placement whose piece begins `by` above the place. */
function lifted({ x = 0, y = 0, turn = 0, scale = 1 }: Placement, by: number): Placement {
  const angle = (turn * Math.PI) / 180;
  return {
    x: x + Math.sin(angle) * by * scale,
    y: y - Math.cos(angle) * by * scale,
    turn,
    scale,
  };
}

const FOLDED_WIDTH = 33;
const FOLDED_LENGTH = 42;

/** A folded tee from the neck to the fold, around its middle. */
const FOLDED = (() => {
  const [half, low] = [FOLDED_WIDTH / 2, FOLDED_LENGTH];
  const neck = 'C-8.4 6.1 -5.4 9.6 0 9.6C5.4 9.6 8.4 6.1 9 0';
  return `M-9 0${neck}L${half - 1.6} 2.6C${half - 0.4} 3 ${half} 3.8 ${half} 5L${half + 0.3} ${low - 1.6}C${half + 0.3} ${low - 0.4} ${half - 0.4} ${low} ${half - 1.6} ${low}L${-half + 1.6} ${low}C${-half + 0.4} ${low} ${-half - 0.3} ${low - 0.4} ${-half - 0.3} ${low - 1.6}L${-half} 5C${-half} 3.8 ${-half + 0.4} 3 ${-half + 1.6} 2.6Z`;
})();

/** Lays a folded tee, its middle at the place. */
export async function layFolded(scene: Scene, tee: Tee, place: Placement = {}): Promise<void> {
  const { fabric } = tee;
  const placement = lifted(place, FOLDED_LENGTH / 2);
  const cloth = { color: fabric, surface: 'jersey' } as const;
  const pattern = teePattern(tee.fit, 'front', fabric);
  const [half, low] = [FOLDED_WIDTH / 2, FOLDED_LENGTH];
  // The layers below: the sleeves and the hem, folded under.
  await scene.lay(
    {
      ...cloth,
      shape: `<rect x="${-half + 0.1}" y="3.4" width="${FOLDED_WIDTH + 0.3}" height="${low - 2.7}" rx="1.4"/>`,
      ...{ color: darker(fabric, 0.08), thickness: 0.7, roundness: 0.5, waviness: 1.6, lift: 1.25 },
      seed: `${tee.name} below`,
    },
    placement,
  );
  await scene.lay({ ...neckInside(fabric), ...cloth, thickness: 0.3, roundness: 0.2 }, placement);
  const ink = inkOf(tee, tee.print, PRINT_CM, PRINT_TOP_CM - 2);
  await scene.lay(
    {
      ...{ ...cloth, ...ink },
      shape: `<path d="${FOLDED}"/>`,
      drawing: ink.drawing + pattern.collar.seams,
      reliefs: pattern.collar.reliefs,
      folds: foldedFolds(`${tee.name} folded`, FOLDED_WIDTH),
      ...{ thickness: 0.75, roundness: 0.55, waviness: 0.8, lift: 0.5 },
      seed: `${tee.name} folded`,
    },
    placement,
  );
}

/** Hangs a tee on a hanger; the neck is at the place. */
export async function hangTee(scene: Scene, tee: Tee, place: Placement = {}): Promise<void> {
  const { fabric } = tee;
  const parts = hangingParts(tee.fit, fabric);
  const cloth = { color: fabric, surface: 'jersey' } as const;
  await scene.lay(
    {
      shape:
        '<path d="M0 1.2V-3.4C0 -5 2.6 -5.2 2.6 -7.6C2.6 -10.4 -1.8 -10.6 -2 -7.8" fill="none" stroke="#000" stroke-width=".42" stroke-linecap="round"/>',
      ...{ color: '#b9b6c4', surface: 'smooth', thickness: 0.2, roundness: 0.1, lift: 1.5 },
      gloss: '<rect x="-10" y="-14" width="20" height="20" fill="#fff"/>',
    },
    place,
  );
  await scene.lay({ ...neckInside(fabric), ...cloth, thickness: 0.2, roundness: 0.2, lift: 1.6 }, place);
  await scene.lay(
    {
      shape:
        '<path d="M0 -.6C-6 .6 -12 2.4 -20 5.4C-21 6 -20.6 7.6 -19.4 7.4C-12 5.2 -6 3.4 0 3.4C6 3.4 12 5.2 19.4 7.4C20.6 7.6 21 6 20 5.4C12 2.4 6 .6 0 -.6Z"/>',
      ...{ color: '#b98350', surface: 'smooth', thickness: 0.7, roundness: 0.6 },
      drawing:
        '<g fill="none" stroke="#8a5a30" stroke-width=".14" opacity=".6"><path d="M-19 6C-12 3.4 -6 1.6 0 1.2C6 1.6 12 3.4 19 6"/><path d="M-19 6.8C-12 4.4 -6 2.7 0 2.4C6 2.7 12 4.4 19 6.8"/></g>',
    },
    place,
  );
  const ink = inkOf(tee, tee.print, PRINT_CM, PRINT_TOP_CM);
  for (const part of parts)
    await scene.lay(
      {
        ...cloth,
        ...(part.isBody ? ink : {}),
        shape: part.shape,
        drawing: (part.isBody ? ink.drawing : '') + part.seams,
        reliefs: part.reliefs,
        folds: part.foldsOf(`${tee.name} hung`),
        ...{ thickness: 0.3, roundness: 0.24, lift: part.isBody ? 1.9 : 0.7 },
        seed: `${tee.name} hung ${part.shape.length}`,
      },
      place,
    );
}
