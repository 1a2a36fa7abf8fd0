// The pictures of the sample products match their texts.
import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PRODUCTS } from '../../seed/src/products.ts';
import { shopPath } from '../support/shop-project.ts';

/** A product's entry in web/scripts/art/looks.ts. */
interface Look {
  readonly category: string;
  readonly garment: string;
  readonly color: string;
  readonly fit: string;
  readonly motif: readonly string[];
}

// The web app is type-checked with a browser's types, so its modules are loaded without theirs.
const load = async (name: string) => import(shopPath(`web/scripts/art/${name}.ts`));
const {
  LOOKS,
  PICTURE_SIZE,
}: {
  readonly LOOKS: Readonly<Record<string, Look>>;
  readonly PICTURE_SIZE: { readonly width: number; readonly height: number };
} = await load('looks');
const {
  PRODUCT_VIEWS,
}: {
  readonly PRODUCT_VIEWS: readonly {
    readonly id: string;
    readonly pictures: readonly { readonly name: string }[];
  }[];
} = await load('product-views');

/** Hue in degrees, saturation and lightness from 0 to 1. */
function toHsl([red, green, blue]: readonly [number, number, number]) {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const spread = max - min;
  const lightness = (max + min) / 2;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1));
  const sector =
    spread === 0
      ? 0
      : max === r
        ? ((g - b) / spread + 6) % 6
        : max === g
          ? (b - r) / spread + 2
          : (r - g) / spread + 4;
  return { hue: sector * 60, saturation, lightness };
}

const between = (low: number, value: number, high: number) => value >= low && value <= high;

/** The test of whether a color matches its word. */
const IS_COLOR: Readonly<Record<string, (color: ReturnType<typeof toHsl>) => boolean>> = {
  black: ({ lightness }) => lightness < 0.25,
  gray: ({ saturation, lightness }) => saturation < 0.12 && between(0.3, lightness, 0.75),
  cream: ({ hue, lightness }) => between(30, hue, 60) && lightness > 0.8,
  navy: ({ hue, lightness }) => between(215, hue, 245) && lightness < 0.35,
  blue: ({ hue, lightness }) => between(205, hue, 240) && between(0.35, lightness, 0.65),
  teal: ({ hue, lightness }) => between(170, hue, 200) && lightness < 0.45,
  green: ({ hue, saturation }) => between(90, hue, 165) && saturation > 0.15,
  purple: ({ hue, lightness }) => between(250, hue, 285) && lightness < 0.5,
  lavender: ({ hue, lightness }) => between(235, hue, 265) && lightness > 0.7,
  coral: ({ hue, lightness }) => (hue > 345 || hue < 15) && between(0.55, lightness, 0.8),
};

/** The color of the cloth in the main picture, outside of the print. */
async function clothOf(id: string, garment: string): Promise<readonly [number, number, number]> {
  const [left, top] = garment === 'T-shirt' ? [0.44, 0.7] : garment === 'Gloves' ? [0.27, 0.6] : [0.33, 0.45];
  const { width, height } = { width: 400, height: 500 };
  const patch = await sharp(shopPath(`web/public/art/${id}-400.webp`))
    .extract({ left: Math.round(left * width), top: Math.round(top * height), width: 12, height: 12 })
    .png()
    .toBuffer();
  const { channels } = await sharp(patch).stats();
  const [red, green, blue] = channels.map(({ mean }) => mean);
  return [red ?? 0, green ?? 0, blue ?? 0];
}

describe('the pictures of the sample products', () => {
  it.each(PRODUCTS.map(([id, product]) => ({ id, product })))(
    '$id: show the garment, the color, the fit and the motif in its text',
    async ({ id, product }) => {
      const look = LOOKS[id] as Look;
      const { productType, tags = [], imageAlts = [], specifications, category, name, description } = product;
      expect([look.garment, look.category]).toEqual([productType, category]);
      expect(tags[0]).toBe(look.color);
      expect(imageAlts[0]).toContain(look.color);
      if (look.garment === 'T-shirt') expect(specifications.Fit).toBe(look.fit);
      const words = [name, description, ...tags, ...imageAlts].join(' ').toLowerCase();
      for (const motif of look.motif) {
        expect(words).toContain(motif.toLowerCase());
        expect(imageAlts[0]?.toLowerCase()).toContain(motif.toLowerCase());
      }
      const cloth = await clothOf(id, look.garment);
      expect(IS_COLOR[look.color]?.(toHsl(cloth)), `${look.color} is ${cloth.map(Math.round)}`).toBe(true);
    },
  );

  it('are the files of the products, each with a different alternative text', () => {
    for (const { id, pictures } of PRODUCT_VIEWS) {
      const product = Object.fromEntries(PRODUCTS)[id];
      expect(product?.images).toEqual(pictures.map(({ name }) => `/art/${name}.webp`));
      expect(new Set(product?.imageAlts).size).toBe(pictures.length);
    }
  });

  it('are 4:5 in each width and format, and have a picture for link previews', async () => {
    expect(PICTURE_SIZE.width / PICTURE_SIZE.height).toBe(4 / 5);
    for (const { id, pictures } of PRODUCT_VIEWS) {
      expect(existsSync(shopPath(`web/public/art/${id}-share.jpg`)), id).toBe(true);
      for (const { name } of pictures)
        for (const file of [400, 800, 1200].flatMap((width) =>
          ['avif', 'webp'].map((format) => ({
            width,
            path: `${name}${width === 1200 ? '' : `-${width}`}.${format}`,
          })),
        )) {
          const { width, height } = await sharp(shopPath(`web/public/art/${file.path}`)).metadata();
          expect([width, height], file.path).toEqual([file.width, (file.width * 5) / 4]);
        }
    }
  });
});
