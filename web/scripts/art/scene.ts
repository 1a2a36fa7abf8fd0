// A table seen from above, or a wall seen straight on, in the light of one lamp at the upper left.
// Pieces are laid onto it one after the other; each casts its shadow on the scene. Lengths are in
// centimeters, so that two shirts in two pictures have the same size.
import sharp, { type Sharp } from 'sharp';
import { type Backdrop, layBackdrop } from './backdrop.ts';
import { valueOfLight } from './color.ts';
import { blurField, createField, type Field, sampleField } from './field.ts';
import { bendOf, heightsOf, type Lie } from './heights.ts';
import { type Canvas, castShadow, SHADOW_REACH_CM, shine } from './light.ts';
import { createNoise, seedOf } from './noise.ts';
import type { Piece, Placement } from './piece.ts';
import { boundsOf, type Region, rasterize, toAlpha, toHeight, type View } from './raster.ts';

export interface SceneOptions {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Centimeters from the left edge to the right one. */
  readonly span: number;
  readonly backdrop: Backdrop;
  /** How bright the lamp is; 1 is day. */
  readonly daylight?: number;
}

const optional = <Value, Result>(value: Value | undefined, use: (value: Value) => Promise<Result>) =>
  value === undefined ? undefined : use(value);

export class Scene {
  readonly #options: SceneOptions;
  readonly #pixelsPerCm: number;
  readonly #canvas: Canvas;

  constructor(options: SceneOptions) {
    const { width, height, span, backdrop } = options;
    this.#options = options;
    this.#pixelsPerCm = width / span;
    this.#canvas = {
      width,
      height,
      light: new Float32Array(width * height * 3),
    };
    layBackdrop(this.#canvas, backdrop, this.#pixelsPerCm, options.daylight);
  }

  #view({ x = 0, y = 0, turn = 0, scale = 1 }: Placement, region: Region): View {
    const { width, height } = this.#options;
    return {
      transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
      pixelsPerCm: this.#pixelsPerCm,
      region,
      middle: [width / 2, height / 2],
    };
  }

  #lie({ x = 0, y = 0, turn = 0, scale = 1 }: Placement, region: Region): Lie {
    const angle = (turn * Math.PI) / 180;
    return {
      originX: this.#options.width / 2 + x * this.#pixelsPerCm - region.left,
      originY: this.#options.height / 2 + y * this.#pixelsPerCm - region.top,
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      pixelsPerCm: this.#pixelsPerCm * scale,
    };
  }

  /** Lays a piece onto the scene. */
  async lay(piece: Piece, placement: Placement = {}): Promise<this> {
    const { width, height, daylight = 1 } = this.#options;
    const lift = piece.lift ?? 1;
    const perCm = this.#pixelsPerCm * (placement.scale ?? 1);
    const whole = { left: 0, top: 0, width, height };
    const padding = Math.ceil(SHADOW_REACH_CM * perCm * lift);
    const region = boundsOf(await rasterize(piece.shape, this.#view(placement, whole)), padding);
    if (region === undefined) return this;
    const view = this.#view(placement, region);
    const lie = this.#lie(placement, region);
    const seed = seedOf(piece.seed ?? piece.shape);
    const noise = createNoise(seed);

    const straight = toAlpha(await rasterize(piece.shape, view));
    const bend = bendOf(piece, noise, lie, straight);
    const mask = bent(straight, bend);
    castShadow(this.#canvas, mask, region, perCm, lift);

    const reliefs: Field[] = [];
    for (const { svg, height: raised, softness } of piece.reliefs ?? []) {
      const soft = blurField(toHeight(await rasterize(svg, view)), softness * perCm);
      for (let at = 0; at < soft.data.length; at += 1) soft.data[at] = (soft.data[at] as number) * raised;
      reliefs.push(bent(soft, bend));
    }
    const ink = await optional(piece.ink, async (svg) => toAlpha(await rasterize(svg, view)));
    const heights = heightsOf(piece, mask, reliefs, ink && bent(ink, bend), noise, lie);
    const layers = {
      ...{ mask, heights, bend, ink },
      drawing: await optional(piece.drawing, (svg) => rasterize(svg, view)),
      gloss: await optional(piece.gloss, async (svg) => toAlpha(await rasterize(svg, view))),
      glow: await optional(piece.glow, (svg) => rasterize(svg, view)),
    };
    shine(this.#canvas, piece, layers, region, perCm, { daylight, seed });
    return this;
  }

  /** Adds soft light around bright parts, such as glowing ink. */
  bloom(deviationCm: number, strength: number): this {
    const { light, width, height } = this.#canvas;
    for (let channel = 0; channel < 3; channel += 1) {
      const field = createField(width, height);
      for (let at = 0; at < field.data.length; at += 1) field.data[at] = light[at * 3 + channel] as number;
      const soft = blurField(field, deviationCm * this.#pixelsPerCm);
      for (let at = 0; at < field.data.length; at += 1)
        light[at * 3 + channel] = (light[at * 3 + channel] as number) + (soft.data[at] as number) * strength;
    }
    return this;
  }

  /** The picture: brighter toward the lamp. */
  develop(): Sharp {
    const { width, height, light } = this.#canvas;
    const pixels = Buffer.alloc(width * height * 3);
    const reach = Math.hypot(width, height);
    for (let y = 0, at = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1, at += 3) {
        const distance = Math.hypot(x - width * 0.2, y - height * 0.12) / reach;
        const falloff = 1.08 - 0.34 * distance * distance - 0.06 * distance;
        for (let channel = at; channel < at + 3; channel += 1)
          pixels[channel] = Math.round(valueOfLight((light[channel] as number) * falloff));
      }
    return sharp(pixels, { raw: { width, height, channels: 3 } });
  }
}

/** A field with displaced pixels. */
function bent(field: Field, bend: readonly [Field, Field] | undefined): Field {
  if (bend === undefined) return field;
  const { width, height } = field;
  const result = createField(width, height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1)
      result.data[at] = sampleField(
        field,
        x + (bend[0].data[at] as number),
        y + (bend[1].data[at] as number),
      );
  return result;
}
