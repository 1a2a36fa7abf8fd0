// Folds of cloth as lines with a height, and how they raise a grid of heights. Lengths are in
// centimeters.
import type { Field } from './field.ts';

export type Point = readonly [number, number];

/** A ridge along a curve: from `from` by `by` to `to`, highest in its middle, flat at its ends. */
export interface Fold {
  readonly from: Point;
  readonly by: Point;
  readonly to: Point;
  /** How far it reaches to its steep side; twice as far to the other one. */
  readonly width: number;
  /** Negative for a crease. */
  readonly height: number;
}

/** The pixel of a place. */
export type ToPixel = (x: number, y: number) => Point;

const STEPS = 28;

/** Adds a fold to the heights. */
export function raise(field: Field, fold: Fold, toPixel: ToPixel, pixelsPerCm: number): void {
  const points = Array.from({ length: STEPS + 1 }, (_, index): Point => {
    const t = index / STEPS;
    const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
    return toPixel(
      a * fold.from[0] + b * fold.by[0] + c * fold.to[0],
      a * fold.from[1] + b * fold.by[1] + c * fold.to[1],
    );
  });
  const steep = fold.width * pixelsPerCm;
  const flat = steep * 2;
  const reach = flat * 2.6;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs) - reach));
  const right = Math.min(field.width - 1, Math.ceil(Math.max(...xs) + reach));
  const top = Math.max(0, Math.floor(Math.min(...ys) - reach));
  const bottom = Math.min(field.height - 1, Math.ceil(Math.max(...ys) + reach));
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      let [nearest, side, along] = [Number.POSITIVE_INFINITY, 1, 0];
      for (let index = 0; index < STEPS; index += 1) {
        const [ax, ay] = points[index] as Point;
        const [bx, by] = points[index + 1] as Point;
        const [dx, dy] = [bx - ax, by - ay];
        const length = dx * dx + dy * dy || 1;
        const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
        const [ox, oy] = [x - ax - t * dx, y - ay - t * dy];
        const distance = ox * ox + oy * oy;
        if (distance < nearest) {
          nearest = distance;
          side = dx * oy - dy * ox;
          along = (index + t) / STEPS;
        }
      }
      const distance = Math.sqrt(nearest) / (side > 0 ? steep : flat);
      if (distance > 2.6) continue;
      const taper = Math.sin(Math.PI * Math.min(1, Math.max(0, along))) ** 1.4;
      const at = y * field.width + x;
      field.data[at] = (field.data[at] as number) + fold.height * taper * Math.exp(-distance * distance);
    }
}
