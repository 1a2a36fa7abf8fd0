// The folds of tees, different for each.
import type { Fold, Point } from './folds.ts';
import { createRandom, seedOf } from './noise.ts';
import type { Outline } from './tee-outline.ts';

/** Random numbers of a tee, from `low` to `high`. */
type Between = (low: number, high: number) => number;

/** Adds a fold, its width and its height. */
type Add = (from: Point, by: Point, to: Point, width: number, height: number) => void;

function betweenOf(name: string): Between {
  const random = createRandom(seedOf(name));
  return (low, high) => low + random() * (high - low);
}

/** From the armpit across the chest and down the side. */
function foldArmpit({ armpit }: Outline, side: number, between: Between, add: Add): void {
  for (let index = 0; index < 4; index += 1) {
    const angle = ((20 + index * 21 + between(-7, 7)) * Math.PI) / 180;
    const long = between(11, 20);
    const start: Point = [side * (armpit[0] - between(0.2, 1.5)), armpit[1] + between(-2.5, 2)];
    const tip: Point = [start[0] - side * Math.cos(angle) * long, start[1] + Math.sin(angle) * long];
    const by: Point = [
      (start[0] + tip[0]) / 2 + between(-1.4, 1.4),
      (start[1] + tip[1]) / 2 + between(0, 2.4),
    ];
    add(start, by, tip, between(0.5, 1.1), between(0.12, 0.26));
  }
}

function foldSleeve({ armpit, cuff, shoulder }: Outline, side: number, between: Between, add: Add): void {
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
    const by: Point = [(top[0] + low[0]) / 2 + side * between(-1, 2), (top[1] + low[1]) / 2];
    add(top, by, low, between(0.5, 1), between(0.1, 0.22));
  }
}

/** Up from the hem. */
function foldHem({ measures: { chest, length } }: Outline, side: number, between: Between, add: Add): void {
  for (let index = 0; index < 3; index += 1) {
    const x = side * chest * (0.22 + index * 0.29 + between(-0.08, 0.08));
    const long = between(16, 38);
    const from: Point = [x, length + between(2, 9)];
    const by: Point = [x + between(-3.4, 3.4), length - long * 0.55];
    add(from, by, [x * between(0.7, 1.05), length - long], between(0.9, 2), between(0.1, 0.24));
  }
}

/** Long and low, from side to side. */
function foldBelly({ measures: { chest, length } }: Outline, between: Between, add: Add): void {
  for (let index = 0; index < 2; index += 1) {
    const y = length * (0.56 + index * 0.19) + between(-4, 4);
    const tilt = between(-7, 7);
    const from: Point = [-chest * between(0.5, 0.95), y - tilt];
    const by: Point = [between(-4, 4), y + between(-2, 4)];
    add(from, by, [chest * between(0.3, 0.9), y + tilt], between(0.9, 1.5), between(0.08, 0.15));
  }
}

/** The folds of a tee laid out by hand. */
export function flatFolds(outline: Outline, name: string, strength: number): Fold[] {
  const between = betweenOf(name);
  const folds: Fold[] = [];
  const add: Add = (from, by, to, width, height) => {
    folds.push({ from, by, to, width, height: height * strength });
    // Beside each ridge the cloth lies lower.
    const beside = ([x, y]: Point): Point => [x + width * 1.5, y + width * 0.8];
    folds.push({
      ...{ from: beside(from), by: beside(by), to: beside(to) },
      ...{ width: width * 0.9, height: -height * 0.5 * strength },
    });
  };
  for (const side of [-1, 1]) {
    foldArmpit(outline, side, between, add);
    foldSleeve(outline, side, between, add);
    foldHem(outline, side, between, add);
  }
  foldBelly(outline, between, add);
  return folds;
}

/** The folds of a folded tee, from its sides inward. */
export function foldedFolds(name: string, width: number): Fold[] {
  const between = betweenOf(name);
  return Array.from({ length: 9 }, (_, index): Fold => {
    const side = index % 2 === 0 ? -1 : 1;
    const y = 9 + index * 3.6 + between(-2, 2);
    return {
      from: [side * width * 0.5, y],
      by: [side * between(9, 12), y + between(-3, 3)],
      to: [side * between(2, 8), y + between(-4, 6)],
      width: between(0.5, 1.2),
      height: between(0.1, 0.22) * (index % 3 === 0 ? -1 : 1),
    };
  });
}

/** From the ends of the hanger down to the hem. */
export function hangingFolds(name: string, chest: number, length: number): Fold[] {
  const between = betweenOf(name);
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
      height: between(0.18, 0.42) * (between(0, 1) < 0.5 ? -0.8 : 1),
    };
  });
}
