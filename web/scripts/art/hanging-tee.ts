// A tee on a hanger: the body, and sleeves that hang beside it and over it. The neck is at 0, 0.
import { type Curve, line, mirrorPoint, RAISED, STITCH, SUNKEN, sampled, sewn, stroke } from './curves.ts';
import type { Fold, Point } from './folds.ts';
import { createRandom, seedOf } from './noise.ts';
import type { Relief } from './piece.ts';
import { hangingFolds } from './tee-folds.ts';
import { type Fit, HEM, NECK, NECK_DEPTH, neckLine, type Outline, outlineOf } from './tee-outline.ts';
import { teePattern } from './tee-pattern.ts';

export interface HangingPart {
  readonly isBody: boolean;
  readonly shape: string;
  readonly reliefs: readonly Relief[];
  readonly seams: string;
  readonly foldsOf: (name: string) => readonly Fold[];
}

/** How far sleeves hang down, in degrees, and how much narrower that makes them. */
const ANGLE = (74 * Math.PI) / 180;
const OPENING = 0.6;
const ALONG: Point = [Math.cos(ANGLE), Math.sin(ANGLE)];
/** How much narrower the body is. */
const DRAWN_IN = 1.6;

const ridge = (svg: string) => ({ svg, height: 0.07, softness: 0.07 });
const needle = (d: string): Relief => ({
  svg: stroke(d, SUNKEN, 0.2, STITCH),
  ...{ height: 0.05, softness: 0.04 },
});

/** The parts of a tee on a hanger, in the order in which they are laid down. */
export function hangingParts(fit: Fit, color: string): readonly HangingPart[] {
  const outline = outlineOf(fit);
  return [bodyOf(fit, outline, color), sleeveOf(outline, color, -1), sleeveOf(outline, color, 1)];
}

function bodyOf(fit: Fit, { shoulder, measures }: Outline, color: string): HangingPart {
  const { collar } = teePattern(fit, 'front', color);
  const { length } = measures;
  const chest = measures.chest - DRAWN_IN;
  const right: Point[] = [
    ...sampled([[NECK, 0], [NECK + 5, 1.5], [shoulder[0] - 5, shoulder[1] - 2], shoulder]),
    ...sampled([shoulder, [shoulder[0] + 1.2, shoulder[1] + 8], [chest - 1.4, 20], [chest - 1, 27]]),
    ...sampled([
      [chest - 1, 27],
      [chest - 1.8, 42],
      [chest - 0.8, 58],
      [chest + 0.4, length],
    ]),
  ];
  const hemAt = (by: number) =>
    sampled([
      [chest + 0.4, length - by],
      [chest * 0.6, length + 1.1 - by],
      [-chest * 0.6, length + 0.7 - by],
      [-chest - 0.4, length - by],
    ]);
  const stitches = line(hemAt(HEM)) + line(hemAt(HEM - 0.55));
  const left = [...right].reverse().map(mirrorPoint);
  return {
    isBody: true,
    shape: `<path d="${line([...neckLine(NECK_DEPTH, 0), ...right, ...hemAt(0), ...left])}Z"/>`,
    reliefs: [
      ...collar.reliefs,
      ridge(`<path d="${line([...hemAt(HEM), ...hemAt(-3).reverse()])}Z" fill="${RAISED}"/>`),
      needle(stitches),
    ],
    seams: collar.seams + sewn(stitches, color),
    foldsOf: (name) => hangingFolds(name, chest, length),
  };
}

/** The sleeve of a side: -1 is the left one. */
function sleeveOf({ shoulder, armpit, measures }: Outline, color: string, side: -1 | 1): HangingPart {
  const chest = measures.chest - DRAWN_IN;
  const reach = measures.sleeve + 1;
  const opening = measures.opening * OPENING;
  const end: Point = [shoulder[0] + ALONG[0] * reach + 1.2, shoulder[1] + ALONG[1] * reach];
  const under: Point = [end[0] - ALONG[1] * opening, end[1] + ALONG[0] * opening];
  const armhole: Curve = [[chest - 3, 23], [armpit[0] - 5.4, 17], [shoulder[0] - 1.8, 10], shoulder];
  const turned = (points: readonly Point[]) => points.map(([x, y]): Point => [side * x, y]);
  const cuffAt = (by: number): readonly Point[] => [
    [end[0] - ALONG[0] * by + 1, end[1] - ALONG[1] * by - 0.5],
    [under[0] - ALONG[0] * by - 1, under[1] - ALONG[1] * by + 0.5],
  ];
  const edge: Point[] = [
    ...sampled([
      shoulder,
      [shoulder[0] + 3.2, shoulder[1] + 2.2],
      [end[0] - ALONG[0] * 6 + 0.6, end[1] - ALONG[1] * 6],
      end,
    ]),
    ...sampled([end, [end[0] - 1.4, end[1] + 0.9], [under[0] + 1.4, under[1] + 0.5], under], 8),
    ...sampled([under, [under[0] + 0.2, under[1] - 2.4], [chest - 4.4, 26], [chest - 3, 23]], 8),
    ...sampled(armhole),
  ];
  const stitches = line(turned(cuffAt(HEM))) + line(turned(cuffAt(HEM - 0.5)));
  const seam = line(turned(sampled(armhole).map(([x, y]): Point => [x + 0.5, y])));
  return {
    isBody: false,
    shape: `<path d="${line(turned(edge))}Z"/>`,
    reliefs: [needle(stitches), { svg: stroke(seam, SUNKEN, 0.4), height: 0.09, softness: 0.1 }],
    seams: sewn(stitches, color),
    foldsOf: (name) => {
      const random = createRandom(seedOf(`${name} ${side < 0}`));
      return Array.from({ length: 4 }, (_, index): Fold => {
        const share = 0.15 + index * 0.2;
        return {
          from: [side * (shoulder[0] + ALONG[0] * reach * share - 1), shoulder[1] + ALONG[1] * reach * share],
          by: [side * (shoulder[0] - 3 + random() * 3), shoulder[1] + 8 + index * 4],
          to: [side * (under[0] + 1 + random() * 3), under[1] - 5 + index * 2],
          width: 0.6 + random() * 0.6,
          height: (0.12 + random() * 0.16) * (index % 2 === 0 ? 1 : -0.8),
        };
      });
    },
  };
}
