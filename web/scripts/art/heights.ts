// The height of each pixel of a piece, in centimeters: its edge, its folds, its seams, its weave.
import { blurField, createField, type Field, sampleField } from './field.ts';
import { type Fold, raise } from './folds.ts';
import { layerNoise, type Noise } from './noise.ts';
import type { Piece, Surface } from './piece.ts';

/** The position of a field's pixels on a piece. */
export interface Lie {
  /** The pixel of the piece's 0, 0. */
  readonly originX: number;
  readonly originY: number;
  readonly cos: number;
  readonly sin: number;
  readonly pixelsPerCm: number;
}

/** Folds and undulation are smooth: they are computed for every fourth pixel. */
const COARSE = 4;

const WALES_PER_CM = 13;
const COURSES_PER_CM = 17;
/**
 * Below this width in pixels, loops of a knit are not drawn; from 3.5 on, they are drawn in full.
 */
const WALE_MIN_PIXELS = 2.1;

/** Bends a silhouette a little: no edge of cloth is straight. Pixels to the right and down. */
export function bendOf(
  piece: Piece,
  noise: Noise,
  lie: Lie,
  { width, height }: Field,
): readonly [Field, Field] | undefined {
  const reach =
    piece.surface === 'jersey' || piece.surface === 'tissue'
      ? 0.16 * (piece.waviness ?? 1) * lie.pixelsPerCm
      : 0;
  if (reach === 0) return undefined;
  const make = (shift: number) =>
    enlarge(
      coarse(width, height, (x, y) => {
        const [u, v] = [(x - lie.originX) / lie.pixelsPerCm, (y - lie.originY) / lie.pixelsPerCm];
        return layerNoise(noise, u / 7 + shift, v / 7 + shift, 2) * reach;
      }),
      width,
      height,
    );
  return [make(0), make(40)];
}

/** A field of a quarter of the size, of the places of its pixels in the full size. */
function coarse(width: number, height: number, valueAt: (x: number, y: number) => number): Field {
  const field = createField(Math.ceil(width / COARSE) + 2, Math.ceil(height / COARSE) + 2);
  for (let y = 0, at = 0; y < field.height; y += 1)
    for (let x = 0; x < field.width; x += 1, at += 1) field.data[at] = valueAt(x * COARSE, y * COARSE);
  return field;
}

function enlarge(small: Field, width: number, height: number): Field {
  const field = createField(width, height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) field.data[at] = sampleField(small, x / COARSE, y / COARSE);
  return blurField(field, COARSE * 0.6);
}

/** The undulation of a surface, larger than its weave. */
function undulation(surface: Surface, noise: Noise, u: number, v: number): number {
  switch (surface) {
    case 'jersey': {
      const bentU = u + noise(u / 9, v / 9) * 3;
      const bentV = v + noise(u / 9 + 31, v / 9 + 31) * 3;
      return (
        layerNoise(noise, bentU / 14, bentV / 20, 2) * 0.34 +
        noise(bentU / 5, bentV / 7 + 60) * 0.05 +
        noise(bentU / 2.2, bentV / 2.6) * 0.012
      );
    }
    case 'rib':
      return layerNoise(noise, u / 6, v / 6, 2) * 0.08;
    case 'stretch':
      return layerNoise(noise, u / 6, v / 9, 2) * 0.12;
    case 'canvas':
      return layerNoise(noise, u / 14, v / 14, 2) * 0.2;
    case 'tissue':
      return (
        Math.abs(layerNoise(noise, u / 7, v / 7, 3)) * 0.8 +
        (1 - Math.abs(noise(u / 3.4, v / 3.4))) ** 7 * 0.16
      );
    case 'paper':
      return noise(u / 9, v / 9) * 0.02;
    case 'smooth':
      return 0;
  }
}

/** The loops of a jersey. */
function knit(u: number, v: number): number {
  const across = u * WALES_PER_CM;
  const side = Math.abs(across - Math.floor(across) - 0.5);
  const strand = 1 - ((side - 0.25) / 0.25) ** 2;
  return strand * (0.75 + 0.25 * Math.cos(2 * Math.PI * (v * COURSES_PER_CM + side * 1.6)));
}

/** The threads of a surface. */
function weave(surface: Surface, u: number, v: number, knitShare: number): number {
  if (surface === 'jersey') return knitShare > 0 ? knit(u, v) * 0.014 * knitShare : 0;
  if (surface === 'stretch')
    return knitShare > 0 ? Math.sin(u * 90) * Math.sin(v * 70) * 0.005 * knitShare : 0;
  if (surface === 'rib') return Math.abs(Math.sin(u * Math.PI * 2.4)) * 0.055;
  if (surface === 'canvas') return Math.sin(u * 34) * Math.sin(v * 34) * 0.004;
  return 0;
}

function layFolds(
  folds: readonly Fold[],
  piece: Piece,
  noise: Noise,
  lie: Lie,
  { width, height }: Field,
): Field {
  const waviness = piece.waviness ?? 1;
  const small = coarse(width, height, (x, y) => {
    const [dx, dy] = [x - lie.originX, y - lie.originY];
    return (
      waviness *
      undulation(
        piece.surface,
        noise,
        (dx * lie.cos + dy * lie.sin) / lie.pixelsPerCm,
        (dy * lie.cos - dx * lie.sin) / lie.pixelsPerCm,
      )
    );
  });
  const scale = lie.pixelsPerCm / COARSE;
  const toPixel = (u: number, v: number) =>
    [
      lie.originX / COARSE + (u * lie.cos - v * lie.sin) * scale,
      lie.originY / COARSE + (u * lie.sin + v * lie.cos) * scale,
    ] as const;
  for (const fold of folds) raise(small, fold, toPixel, scale);
  return enlarge(small, width, height);
}

/** The heights of a piece where its mask is. `reliefs` are those of the piece as fields. */
export function heightsOf(
  piece: Piece,
  mask: Field,
  reliefs: readonly Field[],
  ink: Field | undefined,
  noise: Noise,
  lie: Lie,
): Field {
  const heights = layFolds(piece.folds ?? [], piece, noise, lie, mask);
  const near = blurField(mask, (piece.roundness ?? 0.3) * lie.pixelsPerCm);
  const knitShare = Math.max(0, Math.min(1, (lie.pixelsPerCm / WALES_PER_CM - WALE_MIN_PIXELS) / 1.4));
  for (let y = 0, at = 0; y < mask.height; y += 1)
    for (let x = 0; x < mask.width; x += 1, at += 1) {
      if (mask.data[at] === 0) continue;
      const away = 1 - Math.max(0, Math.min(1, ((near.data[at] as number) - 0.5) * 2.2));
      const [dx, dy] = [x - lie.originX, y - lie.originY];
      const inked = ink === undefined ? 0 : (ink.data[at] as number);
      let height =
        (heights.data[at] as number) +
        piece.thickness * Math.sqrt(1 - away * away) +
        inked * 0.012 +
        (1 - inked * 0.55) *
          weave(
            piece.surface,
            (dx * lie.cos + dy * lie.sin) / lie.pixelsPerCm,
            (dy * lie.cos - dx * lie.sin) / lie.pixelsPerCm,
            knitShare,
          );
      for (const relief of reliefs) height += relief.data[at] as number;
      heights.data[at] = height;
    }
  return heights;
}
