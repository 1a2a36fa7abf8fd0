// The measures of sizes, by type of product.
import type { SizeGuideType } from '@savepoint/model/limits';
import type { Product } from '@savepoint/model/product';

export interface SizeChart {
  readonly columns: readonly string[];
  /** How to measure. */
  readonly hint: string;
  readonly advice: string;
  /** Centimeters by size, in the order of the columns. */
  readonly cm: Readonly<Record<string, readonly number[]>>;
}

const BETWEEN_SIZES = 'Between two sizes? Take the larger one for a relaxed fit.';

const CHARTS: Readonly<Record<Exclude<SizeGuideType, 'none'>, SizeChart>> = {
  tee: {
    columns: ['Half chest', 'Length', 'Sleeve'],
    hint: 'Measured flat. Lay a shirt you like on a table and compare.',
    advice: BETWEEN_SIZES,
    cm: {
      XS: [46, 66, 19],
      S: [49, 69, 20],
      M: [52, 72, 21],
      L: [55, 74, 22],
      XL: [58, 76, 23],
      '2XL': [61, 78, 24],
      '3XL': [64, 80, 25],
    },
  },
  hoodie: {
    columns: ['Half chest', 'Length', 'Sleeve'],
    hint: 'Measured flat, with the sleeve from the shoulder seam to the cuff. Lay a hoodie you like on a table and compare.',
    advice: BETWEEN_SIZES,
    cm: {
      XS: [50, 64, 60],
      S: [53, 67, 62],
      M: [56, 70, 64],
      L: [59, 72, 66],
      XL: [62, 74, 67],
      '2XL': [65, 76, 68],
      '3XL': [68, 78, 69],
    },
  },
  sleeves: {
    columns: ['Upper arm', 'Wrist', 'Length'],
    hint: 'Put a tape around the middle of your upper arm and around your wrist.',
    advice: 'Between two sizes? Take the smaller one: sleeves stretch, and loose ones slip.',
    cm: {
      XS: [24, 14, 36],
      S: [26, 15, 38],
      M: [29, 16, 40],
      L: [32, 17, 42],
      XL: [35, 18, 43],
      '2XL': [38, 19, 44],
      '3XL': [41, 20, 45],
    },
  },
  gloves: {
    columns: ['Palm', 'Hand length'],
    hint: 'Put a tape around your palm below the knuckles, without the thumb, and measure from the wrist to the tip of the middle finger.',
    advice: 'Between two sizes? Take the smaller one for a firm grip.',
    cm: {
      XS: [17, 16],
      S: [19, 17],
      M: [21, 18],
      L: [23, 19],
      XL: [25, 20],
      '2XL': [27, 21],
      '3XL': [29, 22],
    },
  },
};

/** The first match in the name determines the type. */
const BY_NAME: readonly (readonly [RegExp, keyof typeof CHARTS])[] = [
  [/\b(hoodie|hooded|sweatshirt|sweater)\b/i, 'hoodie'],
  [/\b(tees?|t-?shirts?|shirts?|jersey)\b/i, 'tee'],
  [/\bgloves?\b/i, 'gloves'],
  [/\bsleeves?\b/i, 'sleeves'],
];

/**
 * The chart of a product: the shop's choice, or else the one that matches its name. Undefined if
 * none does.
 */
export function findSizeChart(product: Pick<Product, 'name' | 'sizeGuide'>): SizeChart | undefined {
  const type = product.sizeGuide ?? BY_NAME.find(([pattern]) => pattern.test(product.name))?.[1] ?? 'none';
  return type === 'none' ? undefined : CHARTS[type];
}
