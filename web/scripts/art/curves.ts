// Curves of patterns, and the strokes that draw them.
import { darker, lighter, lightness } from './color.ts';
import type { Point } from './folds.ts';

export type Curve = readonly [Point, Point, Point, Point];

const pointAt = ([a, b, c, d]: Curve, t: number): Point => {
  const s = 1 - t;
  const [w0, w1, w2, w3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [w0 * a[0] + w1 * b[0] + w2 * c[0] + w3 * d[0], w0 * a[1] + w1 * b[1] + w2 * c[1] + w3 * d[1]];
};

const number = (value: number) => value.toFixed(2);
const point = ([x, y]: Point) => `${number(x)} ${number(y)}`;
export const mirrorPoint = ([x, y]: Point): Point => [-x, y];
export const line = (points: readonly Point[]) => `M${points.map(point).join('L')}`;

/** A curve, and its mirror image on the left side. */
export const both = (points: readonly Point[]) => `${line(points)}${line(points.map(mirrorPoint))}`;

export const sampled = (curve: Curve, count = 24): Point[] =>
  Array.from({ length: count + 1 }, (_, index) => pointAt(curve, index / count));

/** The line beside a line, at a distance. */
export function offset(points: readonly Point[], by: number): Point[] {
  return points.map(([x, y], index) => {
    const [ax, ay] = points[Math.max(0, index - 1)] as Point;
    const [bx, by2] = points[Math.min(points.length - 1, index + 1)] as Point;
    const long = Math.hypot(bx - ax, by2 - ay) || 1;
    return [x - ((by2 - ay) / long) * by, y + ((bx - ax) / long) * by];
  });
}

export const stroke = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" ${more}/>`;
/** Colors of a relief. */
export const RAISED = '#ff0000';
export const SUNKEN = '#0000ff';
export const STITCH = 'stroke-dasharray=".34 .16"';

/** Thread is slightly lighter than dark cloth and slightly darker than light cloth. */
const threadOf = (color: string) => (lightness(color) < 0.35 ? lighter(color, 0.16) : darker(color, 0.16));

/** Stitches along a line, in the thread of a cloth. */
export const sewn = (d: string, color: string) => stroke(d, threadOf(color), 0.13, `${STITCH} opacity=".8"`);
