// The surfaces that pieces lie or hang on.
import { LIGHT_OF_VALUE, toRgb } from './color.ts';
import type { Canvas } from './light.ts';
import { createNoise, layerNoise, type Noise, seedOf } from './noise.ts';

export interface Backdrop {
  readonly color: string;
  readonly surface: 'paper' | 'plaster' | 'wood';
}

const PLANK_CM = 14;

function woodAt(noise: Noise, u: number, v: number): number {
  const plank = Math.floor(v / PLANK_CM);
  const seam = Math.abs(v / PLANK_CM - Math.round(v / PLANK_CM)) * PLANK_CM;
  const along = u / 60 + plank * 7.7;
  const rings = Math.sin((v * 1.1 + layerNoise(noise, along * 2, v / 5, 3) * 5 + plank * 3) * 1.7);
  const fiber = noise(u / 3, v * 7) * 0.05;
  const tone = noise(plank * 9.1, 3.3) * 0.16;
  return (1 + rings * 0.05 + fiber + tone) * (seam < 0.14 ? 0.55 : 1);
}

/** Covers the canvas. */
export function layBackdrop(
  canvas: Canvas,
  { color, surface }: Backdrop,
  pixelsPerCm: number,
  daylight = 1,
): void {
  const { width, height, light } = canvas;
  const noise = createNoise(seedOf(surface));
  const base = toRgb(color).map((value) => LIGHT_OF_VALUE[value] as number);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const [u, v] = [x / pixelsPerCm, y / pixelsPerCm];
      let shade = 1 + layerNoise(noise, u / 22, v / 22, 2) * 0.015;
      if (surface === 'plaster') shade += layerNoise(noise, u / 4, v / 4, 4) * 0.02;
      if (surface === 'wood') shade *= woodAt(noise, u, v);
      for (let channel = 0; channel < 3; channel += 1)
        light[at * 3 + channel] = (base[channel] as number) * shade * daylight;
    }
}
