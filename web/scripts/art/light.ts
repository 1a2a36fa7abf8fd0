// How much light each pixel of a piece reflects, and the shadow it casts.
import { LIGHT_OF_VALUE, toRgb } from './color.ts';
import { blurField, type Field, sampleField } from './field.ts';
import { createNoise } from './noise.ts';
import type { Piece } from './piece.ts';
import { type Raster, type Region, sampleLight } from './raster.ts';

/** Red, green and blue light of a picture. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly light: Float32Array;
}

/** The direction of the lamp, at the upper left: to the right, down, and out of the picture. */
const LAMP = [-0.52, -0.58, 0.63] as const;
/** The share of ambient light. */
const AMBIENT = 0.4;

/** Offset and softness in centimeters, and strength, of the shadows of one piece. */
const SHADOWS = [
  [0.12, 0.12, 0.5],
  [0.5, 0.45, 0.34],
  [1.3, 1.5, 0.26],
] as const;

/** How far the softest shadow reaches. */
export const SHADOW_REACH_CM = 4.6;

/** The shadow of a silhouette on the scene: dark nearby, soft farther away. */
export function castShadow(
  canvas: Canvas,
  mask: Field,
  region: Region,
  pixelsPerCm: number,
  lift: number,
): void {
  for (const [offset, softness, strength] of SHADOWS) {
    const soft = blurField(mask, softness * pixelsPerCm * lift);
    const [dx, dy] = [offset * pixelsPerCm * lift * 0.75, offset * pixelsPerCm * lift];
    for (let y = 0; y < mask.height; y += 1)
      for (let x = 0; x < mask.width; x += 1) {
        const shadow = sampleField(soft, x - dx, y - dy) * strength;
        if (shadow < 0.003) continue;
        const at = ((y + region.top) * canvas.width + x + region.left) * 3;
        for (let channel = at; channel < at + 3; channel += 1)
          canvas.light[channel] = (canvas.light[channel] as number) * (1 - shadow);
      }
  }
}

/** The layers of a piece as pixels. */
export interface Layers {
  readonly mask: Field;
  readonly heights: Field;
  readonly bend: readonly [Field, Field] | undefined;
  readonly drawing: Raster | undefined;
  readonly ink: Field | undefined;
  readonly gloss: Field | undefined;
  readonly glow: Raster | undefined;
}

/** The brightness of a mirroring surface: stripes of light and dark, like reflections of a room. */
function mirrored(slopeX: number, slopeY: number, unevenness: number): number {
  const angle = slopeX * 1.6 + slopeY * 2.2 + unevenness * 0.9;
  return 0.75 + 0.6 * Math.sin(angle * 3.1) ** 3 + 0.18 * Math.sin(angle * 9);
}

const CLOTH = new Set(['jersey', 'rib', 'stretch', 'canvas']);

/** How much higher the neighborhood toward the lamp is, in centimeters. */
function hiddenBy(
  { width, data }: Field,
  mask: Field,
  x: number,
  y: number,
  step: number,
  fall: number,
): number {
  const here = data[y * width + x] as number;
  let hidden = 0;
  for (let far = 1; far <= 4; far += 1) {
    const [left, top] = [x - far * step, y - Math.round(far * step * 1.1)];
    if (left < 0 || top < 0) break;
    const at = top * width + left;
    const rise = (data[at] as number) - here - far * fall;
    if (rise > hidden && (mask.data[at] as number) > 0.5) hidden = rise;
  }
  return hidden;
}

/** The slope at a pixel, to the right and down. */
function slopeAt(
  { width, height, data }: Field,
  x: number,
  y: number,
  perCm: number,
): readonly [number, number] {
  const at = y * width + x;
  const [left, right] = [data[x > 0 ? at - 1 : at] as number, data[x < width - 1 ? at + 1 : at] as number];
  const above = data[y > 0 ? at - width : at] as number;
  const below = data[y < height - 1 ? at + width : at] as number;
  return [((right - left) / 2) * perCm, ((below - above) / 2) * perCm];
}

/** The material of a pixel: how it reflects light. */
interface Matter {
  /** Red, green, blue and opacity of drawings and of emitted light. */
  readonly drawn: Float32Array;
  readonly glowing: Float32Array;
  inked: number;
  shining: number;
  /** Fibers of cloth vary slightly. */
  fleck: number;
  mirror: number;
}

/** Reads the material of a piece's pixels. Ink and drawings lie on the slopes. */
function createReader(piece: Piece, layers: Layers, perCm: number, seed: number) {
  const { bend, drawing, ink, gloss, glow } = layers;
  const speckle = createNoise(seed + 1);
  const isCloth = CLOTH.has(piece.surface);
  const matter: Matter = {
    ...{ drawn: new Float32Array(4), glowing: new Float32Array(4) },
    ...{ inked: 0, shining: 0, fleck: 1, mirror: 0 },
  };
  return (x: number, y: number, at: number, slopeX: number, slopeY: number): Matter => {
    const px = x + (bend === undefined ? 0 : (bend[0].data[at] as number)) + slopeX * 0.05 * perCm;
    const py = y + (bend === undefined ? 0 : (bend[1].data[at] as number)) + slopeY * 0.05 * perCm;
    if (drawing !== undefined) sampleLight(drawing, px, py, matter.drawn);
    if (glow !== undefined) sampleLight(glow, px, py, matter.glowing);
    matter.inked = ink === undefined ? 0 : sampleField(ink, px, py);
    matter.shining = gloss === undefined ? 0 : sampleField(gloss, px, py);
    if (isCloth)
      matter.fleck = 1 + speckle(x * 0.9, y * 0.45) * 0.07 + speckle(x * 0.23, y * 0.11 + 70) * 0.04;
    if (matter.shining > 0)
      matter.mirror = mirrored(slopeX, slopeY, speckle((x + y * 0.4) / perCm / 3, (y - x * 0.4) / perCm / 5));
    return matter;
  };
}

/** Draws a lit piece onto the canvas. */
export function shine(
  canvas: Canvas,
  piece: Piece,
  layers: Layers,
  region: Region,
  perCm: number,
  { daylight, seed }: { readonly daylight: number; readonly seed: number },
): void {
  const { mask, heights } = layers;
  const around = blurField(heights, 0.9 * perCm);
  const base = toRgb(piece.color).map((value) => LIGHT_OF_VALUE[value] as number);
  const isCloth = CLOTH.has(piece.surface);
  const step = Math.max(1, Math.round(0.22 * perCm));
  const fall = (step * 0.82) / perCm;
  const read = createReader(piece, layers, perCm, seed);
  for (let y = 0, at = 0; y < mask.height; y += 1)
    for (let x = 0; x < mask.width; x += 1, at += 1) {
      const cover = mask.data[at] as number;
      if (cover === 0) continue;
      const [slopeX, slopeY] = slopeAt(heights, x, y, perCm);
      const long = Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1);
      const facing = Math.max(0, (-slopeX * LAMP[0] - slopeY * LAMP[1] + LAMP[2]) / long / LAMP[2]);
      const lamp = facing * (1 - Math.min(0.75, hiddenBy(heights, mask, x, y, step, fall) * 6));
      const hollow = Math.max(
        -0.2,
        Math.min(0.45, ((around.data[at] as number) - (heights.data[at] as number)) * 1.6),
      );
      const shade = (AMBIENT * (1 - hollow) + (1 - AMBIENT) * lamp) * daylight;
      const { drawn, glowing, inked, shining, fleck, mirror } = read(x, y, at, slopeX, slopeY);
      // The nap of cloth catches the light on slopes toward the lamp, dark cloth above all.
      const nap = isCloth
        ? 0.014 * Math.max(0, facing * facing * 1.2 - 0.2) * (1 - inked * 0.6) * daylight
        : 0;
      const place = ((y + region.top) * canvas.width + x + region.left) * 3;
      const opacity = drawn[3] as number;
      for (let channel = 0; channel < 3; channel += 1) {
        const albedo =
          (base[channel] as number) * fleck * (1 - opacity) +
          (drawn[channel] as number) * (1 + (fleck - 1) * 0.5) * opacity;
        let lit = albedo * shade * (1 + (1 - channel) * 0.015 * lamp) + nap;
        if (shining > 0)
          lit =
            lit * (1 - shining) +
            shining * daylight * (albedo * (0.35 + mirror * 0.75) * shade + Math.max(0, mirror - 0.95) * 0.6);
        lit += (glowing[channel] as number) * (glowing[3] as number);
        canvas.light[place + channel] = lit * cover + (canvas.light[place + channel] as number) * (1 - cover);
      }
    }
}
