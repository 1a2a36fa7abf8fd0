// Descriptions of the items of the large catalog, except tees. Drawings are in units of half a
// millimeter, 1200 wide, around the middle.
import { darker, lighter, lightness } from './color.ts';
import type { Fold } from './folds.ts';
import { createRandom, seedOf } from './noise.ts';
import type { Piece } from './piece.ts';
import type { PixelCanvas } from './pixel-canvas.ts';

/** The colors of an item and of its backdrop. */
export interface Palette {
  readonly fabric: string;
  readonly backdrop: string;
}

/** The pieces of an item, in the order in which they are laid down. */
export type Good = (palette: Palette, print: PixelCanvas) => readonly Piece[];

const UNIT_CM = 0.05;
const units = (svg: string) => `<g transform="scale(${UNIT_CM}) translate(-600 -600)">${svg}</g>`;
export const area = (d: string) => `<path d="${d}"/>`;
export const printAt = (print: PixelCanvas, x: number, y: number, width: number) =>
  print.toSvg(x - width / 2, y - width / 2, width / print.width);
export const RAISED = '#ff0000';
export const SUNKEN = '#0000ff';

/** A piece whose drawings are in units. */
export function inUnits(piece: Piece): Piece {
  const wrap = (svg: string | undefined) => (svg === undefined ? undefined : units(svg));
  const layers = { drawing: wrap(piece.drawing), ink: wrap(piece.ink), gloss: wrap(piece.gloss) };
  return {
    ...piece,
    shape: units(piece.shape),
    ...Object.fromEntries(Object.entries(layers).filter(([, svg]) => svg !== undefined)),
    reliefs: (piece.reliefs ?? []).map((relief) => ({ ...relief, svg: units(relief.svg) })),
  };
}

export const cloth = (color: string, d: string, more: Partial<Piece> = {}): Piece =>
  inUnits({ shape: area(d), color, surface: 'jersey', thickness: 0.35, roundness: 0.3, ...more });
export const solid = (color: string, d: string, more: Partial<Piece> = {}): Piece =>
  inUnits({ shape: area(d), color, surface: 'smooth', thickness: 0.3, roundness: 0.2, ...more });

const threadOf = (color: string) => (lightness(color) < 0.35 ? lighter(color, 0.18) : darker(color, 0.18));
export const seam = (d: string) => ({
  svg: `<path d="${d}" fill="none" stroke="${SUNKEN}" stroke-width="5"/>`,
  height: 0.08,
  softness: 0.06,
});
export const stitches = (d: string, color: string) =>
  `<path d="${d}" fill="none" stroke="${threadOf(color)}" stroke-width="3" stroke-dasharray="8 4" opacity=".85"/>`;
export const inked = (print: PixelCanvas, x: number, y: number, width: number) => {
  const svg = printAt(print, x, y, width);
  return { ink: svg, drawing: svg };
};

/** Random folds within a box of units. */
export function folds(
  name: string,
  [left, top, right, bottom]: readonly [number, number, number, number],
  count: number,
): Fold[] {
  const random = createRandom(seedOf(name));
  const place = (x: number, y: number) => [(x - 600) * UNIT_CM, (y - 600) * UNIT_CM] as const;
  return Array.from({ length: count }, (): Fold => {
    const x = left + random() * (right - left);
    const y = top + random() * (bottom - top);
    const lean = (random() - 0.5) * 160;
    const long = 120 + random() * 260;
    return {
      from: place(x, y),
      by: place(x + lean * 0.2, y + long / 2),
      to: place(x + lean, y + long),
      width: 0.6 + random() * 0.8,
      height: (0.12 + random() * 0.2) * (random() < 0.5 ? -0.8 : 1),
    };
  });
}

export const ribsOf = (from: number, to: number, y: number, height: number, step = 12) =>
  Array.from(
    { length: Math.floor((to - from) / step) },
    (_, index) =>
      `<path d="M${from + index * step} ${y}V${y + height}" stroke="${RAISED}" stroke-width="6"/>`,
  ).join('');
export const ribs = (svg: string) => ({ svg, height: 0.09, softness: 0.05 });
