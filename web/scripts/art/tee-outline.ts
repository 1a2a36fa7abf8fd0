// The outline of a flat tee. The highest point of the shoulder is at 0, the middle at 0; lengths
// are in centimeters, for size M.
import { type Curve, line, mirrorPoint, offset, sampled } from './curves.ts';
import type { Point } from './folds.ts';

export type Fit = 'Slim' | 'Regular' | 'Relaxed' | 'Oversized';

interface Measures {
  /** Half of the width of the chest. */
  readonly chest: number;
  readonly length: number;
  /** Half of the width of the shoulders. */
  readonly shoulder: number;
  readonly sleeve: number;
  readonly opening: number;
  /** The sleeve's angle, in degrees below the horizontal. */
  readonly angle: number;
}

const MEASURES: Readonly<Record<Fit, Measures>> = {
  Slim: { chest: 24, length: 71, shoulder: 20.5, sleeve: 19.5, opening: 14.5, angle: 42 },
  Regular: { chest: 26, length: 72, shoulder: 22, sleeve: 20.5, opening: 15.5, angle: 41 },
  Relaxed: { chest: 28, length: 73, shoulder: 23.5, sleeve: 21, opening: 16.5, angle: 40 },
  Oversized: { chest: 29.8, length: 74, shoulder: 25.2, sleeve: 20.5, opening: 17, angle: 40 },
};

/** Half the width of the neck, and its depth in front and behind. */
export const NECK = 9;
export const NECK_DEPTH = 9.8;
export const BACK_NECK_DEPTH = 2.1;
export const COLLAR = 2.1;
export const HEM = 2.3;

export interface Outline {
  readonly silhouette: (neckDepth: number) => string;
  readonly armhole: readonly Point[];
  readonly cuff: readonly [Point, Point];
  readonly armpit: Point;
  readonly shoulder: Point;
  readonly measures: Measures;
}

/** The right half of the neck, from the shoulder to the middle. */
const neckCurve = (depth: number): Curve => [
  [NECK, 0],
  [NECK - 0.6, depth * 0.62],
  [NECK * 0.6, depth],
  [0, depth],
];

/** From the neck over the shoulder, the sleeve and the side to the hem, on the right. */
export function outlineOf(fit: Fit): Outline {
  const measures = MEASURES[fit];
  const { chest, length, sleeve, opening } = measures;
  const angle = (measures.angle * Math.PI) / 180;
  const shoulder: Point = [measures.shoulder, 4.7];
  const end: Point = [shoulder[0] + Math.cos(angle) * sleeve, shoulder[1] + Math.sin(angle) * sleeve];
  const under: Point = [end[0] - Math.sin(angle) * opening, end[1] + Math.cos(angle) * opening];
  const armpit: Point = [chest - 0.7, 24.5];
  const side: Curve = [armpit, [chest - 1.5, 38], [chest - 1.1, 54], [chest - 0.2, length - 0.5]];
  const half: Point[] = [
    ...sampled([[NECK, 0], [NECK + 5, 1.6], [shoulder[0] - 5, shoulder[1] - 2.2], shoulder]),
    ...sampled([
      shoulder,
      [shoulder[0] + 2.6, shoulder[1] + 1.3],
      [end[0] - Math.cos(angle) * 8, end[1] - Math.sin(angle) * 8],
      end,
    ]),
    ...sampled([end, [end[0] - 0.4, end[1] + 0.8], [under[0] + 0.8, under[1] + 0.1], under], 8),
    ...sampled([under, [under[0] - 0.3, under[1] - 1.4], [armpit[0] + 1, armpit[1] + 1.4], armpit], 8),
    ...sampled(side),
  ];
  const hem = sampled([
    [chest - 0.2, length - 0.5],
    [chest * 0.6, length + 0.5],
    [-chest * 0.6, length + 0.5],
    [-chest + 0.2, length - 0.5],
  ]);
  return {
    silhouette: (depth) => {
      const neck = sampled(neckCurve(depth)).reverse();
      return `${line([...neck.slice(0, -1), ...half, ...hem.slice(1), ...[...half].reverse().map(mirrorPoint), ...neck.slice(0, -1).reverse().map(mirrorPoint)])}Z`;
    },
    armhole: sampled([shoulder, [shoulder[0] - 1.6, 9.5], [armpit[0] - 4.6, 18], armpit]),
    cuff: [end, under],
    armpit,
    shoulder,
    measures,
  };
}

/** The neck as a line from left to right, `by` below its edge. */
export function neckLine(depth: number, by: number): Point[] {
  const right = sampled(neckCurve(depth));
  return offset([...right.map(mirrorPoint), ...right.slice(0, -1).reverse()], by);
}

/** The ribs of a collar, from its edge to its seam. */
export function collarRibs(depth: number, count: number): string {
  const [edge, seam] = [neckLine(depth, 0), neckLine(depth, COLLAR)];
  return Array.from({ length: count }, (_, index) => {
    const share = (index / (count - 1)) * (edge.length - 1);
    const low = Math.min(edge.length - 2, Math.floor(share));
    const between = (points: readonly Point[]): Point => {
      const [a, b] = [points[low] as Point, points[low + 1] as Point];
      return [a[0] + (b[0] - a[0]) * (share - low), a[1] + (b[1] - a[1]) * (share - low)];
    };
    return line([between(edge), between(seam)]);
  }).join('');
}
