// The outline, the seams and the folds of a tee that lies flat. The highest point of the shoulder
// is at 0, the middle at 0; lengths are in centimeters, of size M.
import { darker, lighter, lightness } from './color.ts';
import type { Fold, Point } from './folds.ts';
import { createRandom, seedOf } from './noise.ts';
import type { Relief } from './piece.ts';

export type Fit = 'Slim' | 'Regular' | 'Relaxed' | 'Oversized';

interface Measures {
  /** Half of the width of the chest. */
  readonly chest: number;
  readonly length: number;
  /** Half of the width of the shoulders. */
  readonly shoulder: number;
  readonly sleeve: number;
  readonly opening: number;
  /** Of the sleeve, in degrees below the horizontal. */
  readonly angle: number;
}

const MEASURES: Readonly<Record<Fit, Measures>> = {
  Slim: { chest: 24, length: 71, shoulder: 20.5, sleeve: 19.5, opening: 14.5, angle: 42 },
  Regular: { chest: 26, length: 72, shoulder: 22, sleeve: 20.5, opening: 15.5, angle: 41 },
  Relaxed: { chest: 28, length: 73, shoulder: 23.5, sleeve: 21, opening: 16.5, angle: 40 },
  Oversized: { chest: 29.8, length: 74, shoulder: 25.2, sleeve: 20.5, opening: 17, angle: 40 },
};

const NECK = 9;
const NECK_DEPTH = 9.8;
const BACK_NECK_DEPTH = 2.1;
const COLLAR = 2.1;
const HEM = 2.3;

type Curve = readonly [Point, Point, Point, Point];

const at = ([a, b, c, d]: Curve, t: number): Point => {
  const s = 1 - t;
  const [w0, w1, w2, w3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [w0 * a[0] + w1 * b[0] + w2 * c[0] + w3 * d[0], w0 * a[1] + w1 * b[1] + w2 * c[1] + w3 * d[1]];
};

const number = (value: number) => value.toFixed(2);
const point = ([x, y]: Point) => `${number(x)} ${number(y)}`;
const mirrorPoint = ([x, y]: Point): Point => [-x, y];
const line = (points: readonly Point[]) => `M${points.map(point).join('L')}`;

/** A curve and the same on the left side. */
const both = (points: readonly Point[]) => `${line(points)}${line(points.map(mirrorPoint))}`;

const sampled = (curve: Curve, count = 24): Point[] =>
  Array.from({ length: count + 1 }, (_, index) => at(curve, index / count));

function offset(points: readonly Point[], by: number): Point[] {
  return points.map(([x, y], index) => {
    const [ax, ay] = points[Math.max(0, index - 1)] as Point;
    const [bx, by2] = points[Math.min(points.length - 1, index + 1)] as Point;
    const long = Math.hypot(bx - ax, by2 - ay) || 1;
    return [x - ((by2 - ay) / long) * by, y + ((bx - ax) / long) * by];
  });
}

interface Outline {
  readonly silhouette: (neckDepth: number) => string;
  readonly armhole: readonly Point[];
  readonly cuff: readonly [Point, Point];
  readonly armpit: Point;
  readonly shoulder: Point;
  readonly measures: Measures;
}

/** From the neck over the shoulder, the sleeve and the side to the hem, on the right. */
export function outlineOf(fit: Fit, drop = 0): Outline {
  const measures = MEASURES[fit];
  const { chest, length, sleeve, opening } = measures;
  const angle = ((measures.angle + drop) * Math.PI) / 180;
  const shoulder: Point = [measures.shoulder, 4.7];
  const end: Point = [shoulder[0] + Math.cos(angle) * sleeve, shoulder[1] + Math.sin(angle) * sleeve];
  const under: Point = [end[0] - Math.sin(angle) * opening, end[1] + Math.cos(angle) * opening];
  const armpit: Point = [chest - 0.7, 24.5];
  const neckCurve = (depth: number): Curve => [
    [NECK, 0],
    [NECK - 0.6, depth * 0.62],
    [NECK * 0.6, depth],
    [0, depth],
  ];
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
function neckLine(depth: number, by: number): Point[] {
  const right = sampled([
    [NECK, 0],
    [NECK - 0.6, depth * 0.62],
    [NECK * 0.6, depth],
    [0, depth],
  ]);
  const whole = [...right.map(mirrorPoint), ...right.slice(0, -1).reverse()];
  return offset(whole, by);
}

const stroke = (d: string, color: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" ${more}/>`;
const RAISED = '#ff0000';
const SUNKEN = '#0000ff';
const STITCH = 'stroke-dasharray=".34 .16"';

/** The thread is a little lighter than dark cloth and a little darker than light cloth. */
const threadOf = (color: string) => (lightness(color) < 0.35 ? lighter(color, 0.16) : darker(color, 0.16));

export interface TeePattern {
  readonly outline: Outline;
  readonly shape: string;
  readonly reliefs: readonly Relief[];
  readonly seams: string;
  /** Those of the collar alone. */
  readonly collarReliefs: readonly Relief[];
  readonly collarSeams: string;
}

/** The outline and the seams of the front or the back. */
export function teePattern(fit: Fit, side: 'front' | 'back', color: string, drop = 0): TeePattern {
  const outline = outlineOf(fit, drop);
  const depth = side === 'front' ? NECK_DEPTH : BACK_NECK_DEPTH;
  const { chest, length } = outline.measures;
  const [end, under] = outline.cuff;
  const inward: Point = [
    (outline.shoulder[0] - end[0]) / outline.measures.sleeve,
    (outline.shoulder[1] - end[1]) / outline.measures.sleeve,
  ];
  const cuffAt = (by: number): readonly Point[] => [
    [end[0] + inward[0] * by + 0.9, end[1] + inward[1] * by - 1],
    [under[0] + inward[0] * by * 0.7, under[1] + inward[1] * by * 0.9 - 0.1],
  ];
  const hemAt = (by: number) =>
    sampled([
      [chest + 1, length - 0.5 - by],
      [chest * 0.6, length + 0.5 - by],
      [-chest * 0.6, length + 0.5 - by],
      [-chest - 1, length - 0.5 - by],
    ]);
  const band = neckLine(depth, COLLAR / 2);
  const edge = neckLine(depth, 0);
  const seam = neckLine(depth, COLLAR);
  const ribs = Array.from({ length: 150 }, (_, index) => {
    const share = (index / 149) * (edge.length - 1);
    const low = Math.min(edge.length - 2, Math.floor(share));
    const part = share - low;
    const between = (points: readonly Point[]): Point => {
      const [a, b] = [points[low] as Point, points[low + 1] as Point];
      return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
    };
    return line([between(edge), between(seam)]);
  }).join('');
  const stitches = line(hemAt(HEM)) + line(hemAt(HEM - 0.55)) + both(cuffAt(HEM)) + both(cuffAt(HEM - 0.5));
  const hemBand = `${line([...hemAt(HEM + 0.1), ...hemAt(-3).reverse()])}Z`;
  const cuffBand = [cuffAt(HEM + 0.1), cuffAt(HEM + 0.1).map(mirrorPoint)]
    .map((points, index) => {
      const away: Point = [inward[0] * (index === 0 ? -4 : 4), -inward[1] * 4];
      return `${line([...points, ...[...points].reverse().map(([x, y]): Point => [x + away[0], y + away[1]])])}Z`;
    })
    .join('');
  const yoke = both([
    [NECK + 0.6, side === 'front' ? 2.2 : 0.9],
    [outline.shoulder[0] - 0.6, outline.shoulder[1] + (side === 'front' ? 1.4 : 0.4)],
  ]);
  const thread = threadOf(color);
  const sewn = (lines: string) => stroke(lines, thread, 0.13, `${STITCH} opacity=".8"`);
  const collarStitches = line(neckLine(depth, COLLAR + 0.5));
  const collarReliefs: readonly Relief[] = [
    { svg: stroke(line(band), RAISED, COLLAR), height: 0.07, softness: 0.07 },
    { svg: stroke(line(seam), SUNKEN, 0.3), height: 0.09, softness: 0.08 },
    { svg: stroke(collarStitches, SUNKEN, 0.2, STITCH), height: 0.05, softness: 0.04 },
    { svg: stroke(ribs, RAISED, 0.11), height: 0.05, softness: 0.03 },
  ];
  return {
    outline,
    shape: `<path d="${outline.silhouette(depth)}"/>`,
    reliefs: [
      ...collarReliefs,
      { svg: `<path d="${hemBand}${cuffBand}" fill="${RAISED}"/>`, height: 0.07, softness: 0.07 },
      {
        svg:
          stroke(both(outline.armhole), SUNKEN, 0.34) +
          stroke(both(outline.armhole.map(([x, y]): Point => [x - 0.45, y])), RAISED, 0.5, 'opacity=".6"') +
          stroke(yoke, SUNKEN, 0.2, 'opacity=".5"'),
        height: 0.09,
        softness: 0.08,
      },
      { svg: stroke(stitches, SUNKEN, 0.2, STITCH), height: 0.05, softness: 0.04 },
    ],
    seams: sewn(stitches + collarStitches),
    collarReliefs,
    collarSeams: sewn(collarStitches),
  };
}

/** What is seen through the neck of the front: the inside of the back, with its collar and tape. */
export function neckInside(color: string): { shape: string; reliefs: readonly Relief[]; drawing: string } {
  const edge = neckLine(BACK_NECK_DEPTH, 0);
  const band = neckLine(BACK_NECK_DEPTH, COLLAR / 2);
  const seam = neckLine(BACK_NECK_DEPTH, COLLAR);
  const tape = neckLine(BACK_NECK_DEPTH, COLLAR + 0.45);
  const ribs = Array.from({ length: edge.length * 2 - 1 }, (_, index) => {
    const low = Math.min(edge.length - 2, Math.floor(index / 2));
    const part = index / 2 - low;
    const between = (points: readonly Point[]): Point => {
      const [a, b] = [points[low] as Point, points[low + 1] as Point];
      return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
    };
    return line([between(edge), between(seam)]);
  }).join('');
  const shade = darker(color, 0.3);
  return {
    shape: `<path d="${line([...edge, [NECK + 2.5, 5], [NECK, 13], [-NECK, 13], [-NECK - 2.5, 5]])}Z"/>`,
    reliefs: [
      { svg: stroke(line(band), RAISED, COLLAR), height: 0.07, softness: 0.07 },
      { svg: stroke(ribs, RAISED, 0.14), height: 0.05, softness: 0.03 },
      { svg: stroke(line(tape), RAISED, 0.9), height: 0.06, softness: 0.05 },
    ],
    drawing:
      `<rect x="-20" y="-2" width="40" height="20" fill="${shade}" opacity=".75"/>` +
      stroke(line(band), color, COLLAR, 'opacity=".55"') +
      stroke(line(tape), lighter(color, 0.12), 0.9, 'opacity=".8"') +
      `<g transform="translate(0 ${BACK_NECK_DEPTH + COLLAR + 2.4})"><rect x="-2.6" y="-1.3" width="5.2" height="2.6" rx=".12" fill="#f6f3ff"/><path d="M0 -.9L.62 -.25L0 .9L-.62 -.25Z" fill="#5a2df5"/></g>`,
  };
}

/**
 * The folds of a shirt that was laid down and smoothed by hand: none is where it was on another.
 */
export function teeFolds({ armpit, cuff, shoulder, measures }: Outline, name: string, strength = 1): Fold[] {
  const random = createRandom(seedOf(name));
  const between = (low: number, high: number) => low + random() * (high - low);
  const { chest, length } = measures;
  const folds: Fold[] = [];
  const add = (from: Point, by: Point, to: Point, width: number, height: number) => {
    folds.push({ from, by, to, width, height: height * strength });
    // Beside each ridge cloth lies lower.
    folds.push({
      from: [from[0] + width * 1.5, from[1] + width * 0.8],
      by: [by[0] + width * 1.5, by[1] + width * 0.8],
      to: [to[0] + width * 1.5, to[1] + width * 0.8],
      width: width * 0.9,
      height: -height * 0.5 * strength,
    });
  };
  for (const side of [-1, 1]) {
    // From the armpit across the chest and down the side.
    for (let index = 0; index < 4; index += 1) {
      const angle = ((20 + index * 21 + between(-7, 7)) * Math.PI) / 180;
      const long = between(11, 20);
      const start: Point = [side * (armpit[0] - between(0.2, 1.5)), armpit[1] + between(-2.5, 2)];
      const tip: Point = [start[0] - side * Math.cos(angle) * long, start[1] + Math.sin(angle) * long];
      add(
        start,
        [(start[0] + tip[0]) / 2 + between(-1.4, 1.4), (start[1] + tip[1]) / 2 + between(0, 2.4)],
        tip,
        between(0.5, 1.1),
        between(0.12, 0.26),
      );
    }
    // Across the sleeve.
    for (let index = 0; index < 3; index += 1) {
      const share = 0.25 + index * 0.24 + between(-0.06, 0.06);
      const top: Point = [
        side * (shoulder[0] + (cuff[0][0] - shoulder[0]) * share - 1.2),
        shoulder[1] + (cuff[0][1] - shoulder[1]) * share + between(0.6, 2.4),
      ];
      const low: Point = [
        side * (armpit[0] + (cuff[1][0] - armpit[0]) * share - between(0, 2)),
        armpit[1] + (cuff[1][1] - armpit[1]) * share - between(1, 4),
      ];
      add(
        top,
        [(top[0] + low[0]) / 2 + side * between(-1, 2), (top[1] + low[1]) / 2],
        low,
        between(0.5, 1),
        between(0.1, 0.22),
      );
    }
    // Up from the hem.
    for (let index = 0; index < 3; index += 1) {
      const x = side * chest * (0.22 + index * 0.29 + between(-0.08, 0.08));
      const long = between(16, 38);
      add(
        [x, length + between(2, 9)],
        [x + between(-3.4, 3.4), length - long * 0.55],
        [x * between(0.7, 1.05), length - long],
        between(0.9, 2),
        between(0.1, 0.24),
      );
    }
  }
  // Two long, low ones across the belly.
  for (let index = 0; index < 2; index += 1) {
    const y = length * (0.56 + index * 0.19) + between(-4, 4);
    const tilt = between(-7, 7);
    add(
      [-chest * between(0.5, 0.95), y - tilt],
      [between(-4, 4), y + between(-2, 4)],
      [chest * between(0.3, 0.9), y + tilt],
      between(0.9, 1.5),
      between(0.08, 0.15),
    );
  }
  return folds;
}

export interface HangingPart {
  readonly isBody: boolean;
  readonly shape: string;
  readonly reliefs: readonly Relief[];
  readonly seams: string;
  readonly foldsOf: (name: string) => readonly Fold[];
}

/** How far sleeves hang down on a hanger, in degrees, and how much narrower they are then. */
const HANGING_ANGLE = 74;
const HANGING_OPENING = 0.6;

/** A tee on a hanger: the body, and sleeves that hang beside it and over it. */
export function hangingParts(fit: Fit, color: string): readonly HangingPart[] {
  const flat = teePattern(fit, 'front', color);
  const { outline } = flat;
  const { shoulder, armpit, measures } = outline;
  const { length } = measures;
  const chest = measures.chest - 1.6;
  const depth = NECK_DEPTH;
  const thread = threadOf(color);
  const neck = neckLine(depth, 0);
  const side = sampled([shoulder, [shoulder[0] + 1.2, shoulder[1] + 8], [chest - 1.4, 20], [chest - 1, 27]]);
  const right: Point[] = [
    ...sampled([[NECK, 0], [NECK + 5, 1.5], [shoulder[0] - 5, shoulder[1] - 2], shoulder]),
    ...side,
    ...sampled([
      [chest - 1, 27],
      [chest - 1.8, 42],
      [chest - 0.8, 58],
      [chest + 0.4, length],
    ]),
  ];
  const hemCurve = (by: number): Curve => [
    [chest + 0.4, length - by],
    [chest * 0.6, length + 1.1 - by],
    [-chest * 0.6, length + 0.7 - by],
    [-chest - 0.4, length - by],
  ];
  const body = `${line([...neck, ...right, ...sampled(hemCurve(0)), ...[...right].reverse().map(mirrorPoint)])}Z`;
  const stitches = line(sampled(hemCurve(HEM))) + line(sampled(hemCurve(HEM - 0.55)));
  const hemBand = `${line([...sampled(hemCurve(HEM)), ...sampled(hemCurve(-3)).reverse()])}Z`;
  const angle = (HANGING_ANGLE * Math.PI) / 180;
  const along: Point = [Math.cos(angle), Math.sin(angle)];
  const reach = measures.sleeve + 1;
  const opening = measures.opening * HANGING_OPENING;
  const end: Point = [shoulder[0] + along[0] * reach + 1.2, shoulder[1] + along[1] * reach];
  const under: Point = [end[0] - along[1] * opening, end[1] + along[0] * opening];
  const armhole: Curve = [[chest - 3, 23], [armpit[0] - 5.4, 17], [shoulder[0] - 1.8, 10], shoulder];
  const sleeveOf = (mirrored: boolean): HangingPart => {
    const turned = (points: readonly Point[]) => (mirrored ? points.map(mirrorPoint) : points);
    const cuffAt = (by: number): readonly Point[] => [
      [end[0] - along[0] * by + 1, end[1] - along[1] * by - 0.5],
      [under[0] - along[0] * by - 1, under[1] - along[1] * by + 0.5],
    ];
    const cuffStitches = line(turned(cuffAt(HEM))) + line(turned(cuffAt(HEM - 0.5)));
    return {
      isBody: false,
      shape: `<path d="${line(
        turned([
          ...sampled([
            shoulder,
            [shoulder[0] + 3.2, shoulder[1] + 2.2],
            [end[0] - along[0] * 6 + 0.6, end[1] - along[1] * 6],
            end,
          ]),
          ...sampled([end, [end[0] - 1.4, end[1] + 0.9], [under[0] + 1.4, under[1] + 0.5], under], 8),
          ...sampled([under, [under[0] + 0.2, under[1] - 2.4], [chest - 4.4, 26], [chest - 3, 23]], 8),
          ...sampled(armhole),
        ]),
      )}Z"/>`,
      reliefs: [
        { svg: stroke(cuffStitches, SUNKEN, 0.2, STITCH), height: 0.05, softness: 0.04 },
        {
          svg: stroke(line(turned(sampled(armhole).map(([x, y]): Point => [x + 0.5, y]))), SUNKEN, 0.4),
          height: 0.09,
          softness: 0.1,
        },
      ],
      seams: stroke(cuffStitches, thread, 0.13, `${STITCH} opacity=".8"`),
      foldsOf: (name) => {
        const random = createRandom(seedOf(`${name} ${mirrored}`));
        return Array.from({ length: 4 }, (_, index): Fold => {
          const sign = mirrored ? -1 : 1;
          const share = 0.15 + index * 0.2;
          return {
            from: [
              sign * (shoulder[0] + along[0] * reach * share - 1),
              shoulder[1] + along[1] * reach * share,
            ],
            by: [sign * (shoulder[0] - 3 + random() * 3), shoulder[1] + 8 + index * 4],
            to: [sign * (under[0] + 1 + random() * 3), under[1] - 5 + index * 2],
            width: 0.6 + random() * 0.6,
            height: (0.12 + random() * 0.16) * (index % 2 === 0 ? 1 : -0.8),
          };
        });
      },
    };
  };
  return [
    {
      isBody: true,
      shape: `<path d="${body}"/>`,
      reliefs: [
        ...flat.collarReliefs,
        { svg: `<path d="${hemBand}" fill="${RAISED}"/>`, height: 0.07, softness: 0.07 },
        { svg: stroke(stitches, SUNKEN, 0.2, STITCH), height: 0.05, softness: 0.04 },
      ],
      seams: flat.collarSeams + stroke(stitches, thread, 0.13, `${STITCH} opacity=".8"`),
      foldsOf: (name) => hangingFolds(name, chest, length),
    },
    sleeveOf(true),
    sleeveOf(false),
  ];
}

/** From the ends of the hanger down to the hem. */
function hangingFolds(name: string, chest: number, length: number): Fold[] {
  const random = createRandom(seedOf(name));
  const between = (low: number, high: number) => low + random() * (high - low);
  return Array.from({ length: 14 }, (_, index): Fold => {
    const side = index % 2 === 0 ? -1 : 1;
    const share = (Math.floor(index / 2) + 0.5) / 7;
    const x = side * chest * (0.1 + share * 0.86 + between(-0.06, 0.06));
    const top = between(12, 34) * (1 - share * 0.3);
    return {
      from: [side * (7 + share * (chest - 9)), top],
      by: [x + between(-2, 2), (top + length) / 2],
      to: [x + between(-1.5, 1.5), length + between(2, 16)],
      width: between(0.8, 1.7),
      height: between(0.18, 0.42) * (random() < 0.5 ? -0.8 : 1),
    };
  });
}
