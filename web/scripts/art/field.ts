// Grids of numbers: heights, masks, shadows.

/** One number for each pixel of a picture, in rows. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

export function createField(width: number, height: number): Field {
  return { width, height, data: new Float32Array(width * height) };
}

/** One pass of a box blur along lines of `count` values that are `step` apart. */
function blurLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  const share = 1 / (2 * radius + 1);
  const last = start + (count - 1) * step;
  let sum = (from[start] as number) * (radius + 1);
  for (let at = 0; at < radius; at += 1) sum += from[start + Math.min(at, count - 1) * step] as number;
  for (let at = 0; at < count; at += 1) {
    const entering = at + radius < count ? start + (at + radius) * step : last;
    const leaving = at - radius - 1 >= 0 ? start + (at - radius - 1) * step : start;
    sum += (from[entering] as number) - (at === 0 ? (from[start] as number) : (from[leaving] as number));
    to[start + at * step] = sum * share;
  }
}

/** A Gaussian blur by three box blurs (Kovesi, Fast Almost-Gaussian Filtering, 2010). */
export function blurField({ width, height, data }: Field, deviation: number): Field {
  const radius = Math.round((Math.sqrt(4 * deviation * deviation + 1) - 1) / 2);
  const blurred = { width, height, data: Float32Array.from(data) };
  if (radius < 1) return blurred;
  const between = new Float32Array(data.length);
  for (let pass = 0; pass < 3; pass += 1) {
    for (let y = 0; y < height; y += 1) blurLine(blurred.data, between, y * width, 1, width, radius);
    for (let x = 0; x < width; x += 1) blurLine(between, blurred.data, x, width, height, radius);
  }
  return blurred;
}

/** The value at a place between pixels; the nearest one beyond the edges. */
export function sampleField({ width, height, data }: Field, x: number, y: number): number {
  const left = Math.max(0, Math.min(width - 1.001, x));
  const top = Math.max(0, Math.min(height - 1.001, y));
  const column = Math.floor(left);
  const row = Math.floor(top);
  const at = row * width + column;
  const right = left - column;
  const down = top - row;
  const upper = (data[at] as number) * (1 - right) + (data[at + 1] as number) * right;
  const lower = (data[at + width] as number) * (1 - right) + (data[at + width + 1] as number) * right;
  return upper * (1 - down) + lower * down;
}
