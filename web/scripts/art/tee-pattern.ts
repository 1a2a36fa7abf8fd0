// The seams of a tee that lies flat.
import { darker, lighter } from './color.ts';
import { both, line, mirrorPoint, RAISED, STITCH, SUNKEN, sampled, sewn, stroke } from './curves.ts';
import type { Point } from './folds.ts';
import type { Relief } from './piece.ts';
import {
  BACK_NECK_DEPTH,
  COLLAR,
  collarRibs,
  type Fit,
  HEM,
  NECK,
  NECK_DEPTH,
  neckLine,
  type Outline,
  outlineOf,
} from './tee-outline.ts';

export interface TeePattern {
  readonly outline: Outline;
  readonly shape: string;
  readonly reliefs: readonly Relief[];
  readonly seams: string;
  readonly collar: Collar;
}

interface Collar {
  readonly reliefs: readonly Relief[];
  readonly seams: string;
}

function collarOf(depth: number, color: string): Collar {
  const stitches = line(neckLine(depth, COLLAR + 0.5));
  return {
    reliefs: [
      { svg: stroke(line(neckLine(depth, COLLAR / 2)), RAISED, COLLAR), height: 0.07, softness: 0.07 },
      { svg: stroke(line(neckLine(depth, COLLAR)), SUNKEN, 0.3), height: 0.09, softness: 0.08 },
      { svg: stroke(stitches, SUNKEN, 0.2, STITCH), height: 0.05, softness: 0.04 },
      { svg: stroke(collarRibs(depth, 150), RAISED, 0.11), height: 0.05, softness: 0.03 },
    ],
    seams: sewn(stitches, color),
  };
}

/** The outline and the seams of the front or the back. */
export function teePattern(fit: Fit, side: 'front' | 'back', color: string): TeePattern {
  const outline = outlineOf(fit);
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
  const collar = collarOf(depth, color);
  return {
    outline,
    shape: `<path d="${outline.silhouette(depth)}"/>`,
    reliefs: [
      ...collar.reliefs,
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
    seams: sewn(stitches, color) + collar.seams,
    collar,
  };
}

/** The visible part of the inside through the neck: the back, with its collar and tape. */
export function neckInside(color: string): { shape: string; reliefs: readonly Relief[]; drawing: string } {
  const edge = neckLine(BACK_NECK_DEPTH, 0);
  const band = neckLine(BACK_NECK_DEPTH, COLLAR / 2);
  const tape = neckLine(BACK_NECK_DEPTH, COLLAR + 0.45);
  const ribs = collarRibs(BACK_NECK_DEPTH, 97);
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
