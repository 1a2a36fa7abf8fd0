// SVG as pixels.
import sharp from 'sharp';
import { LIGHT_OF_VALUE } from './color.ts';
import { createField, type Field } from './field.ts';

/** A part of a picture, in its pixels. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The transformation of an SVG, and the region of the picture to draw. */
export interface View {
  readonly transform: string;
  readonly pixelsPerCm: number;
  readonly region: Region;
  /** The middle of the picture is at 0, 0 of the SVG. */
  readonly middle: readonly [number, number];
}

/** Pixels of red, green, blue and opacity. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export async function rasterize(svg: string, view: View): Promise<Raster> {
  const { region, pixelsPerCm, middle, transform } = view;
  const box = [
    (region.left - middle[0]) / pixelsPerCm,
    (region.top - middle[1]) / pixelsPerCm,
    region.width / pixelsPerCm,
    region.height / pixelsPerCm,
  ];
  const document = `<svg xmlns="http://www.w3.org/2000/svg" width="${region.width}" height="${region.height}" viewBox="${box.join(' ')}"><g transform="${transform}">${svg}</g></svg>`;
  const { data, info } = await sharp(Buffer.from(document), { unlimited: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The opacity of each pixel, 0 to 1. */
export function toAlpha({ data, width, height }: Raster): Field {
  const field = createField(width, height);
  for (let at = 0; at < field.data.length; at += 1) field.data[at] = (data[at * 4 + 3] as number) / 255;
  return field;
}

/** How much more red than blue each pixel is, -1 to 1. */
export function toHeight({ data, width, height }: Raster): Field {
  const field = createField(width, height);
  for (let at = 0; at < field.data.length; at += 1) {
    const opacity = data[at * 4 + 3] as number;
    if (opacity > 0)
      field.data[at] = (((data[at * 4] as number) - (data[at * 4 + 2] as number)) * opacity) / 65_025;
  }
  return field;
}

/**
 * The box around everything that is not transparent, extended by `padding`, clipped to the picture;
 * undefined if nothing is there.
 */
export function boundsOf({ data, width, height }: Raster, padding: number): Region | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, at = 3; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4)
      if ((data[at] as number) > 0) {
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < top) top = y;
        bottom = y;
      }
  if (left > right) return undefined;
  left = Math.max(0, left - padding);
  top = Math.max(0, top - padding);
  return {
    left,
    top,
    width: Math.max(1, Math.min(width, right + padding + 1) - left),
    height: Math.max(1, Math.min(height, bottom + padding + 1) - top),
  };
}

/** Writes the light and the opacity at a position between pixels into `result`. */
export function sampleLight(
  { data, width, height }: Raster,
  x: number,
  y: number,
  result: Float32Array,
): void {
  const left = Math.max(0, Math.min(width - 1.001, x));
  const top = Math.max(0, Math.min(height - 1.001, y));
  const column = Math.floor(left);
  const row = Math.floor(top);
  let [r, g, b, opacity] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner += 1) {
    const dx = corner & 1;
    const dy = corner >> 1;
    const at = ((row + dy) * width + column + dx) * 4;
    const alpha = data[at + 3] as number;
    if (alpha === 0) continue;
    const weight =
      ((dx === 0 ? 1 - (left - column) : left - column) * (dy === 0 ? 1 - (top - row) : top - row) * alpha) /
      255;
    r += (LIGHT_OF_VALUE[data[at] as number] as number) * weight;
    g += (LIGHT_OF_VALUE[data[at + 1] as number] as number) * weight;
    b += (LIGHT_OF_VALUE[data[at + 2] as number] as number) * weight;
    opacity += weight;
  }
  result[0] = opacity === 0 ? 0 : r / opacity;
  result[1] = opacity === 0 ? 0 : g / opacity;
  result[2] = opacity === 0 ? 0 : b / opacity;
  result[3] = opacity;
}
