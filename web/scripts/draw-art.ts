// Renders every drawing in the widths and formats that the pages use. Run with `npm run art --workspace web`, optionally
// with the names of some drawings; the output in public/art is committed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawDetail, drawGloves, drawSleeves, drawTee, type GarmentStyle } from './art/garments.ts';
import { PRINTS } from './art/prints.ts';
import { CATEGORY_SCENES, drawAppIcon, drawHero, drawSocialImage } from './art/scenes.ts';

const OUT = join(import.meta.dirname, '..', 'public', 'art');
const PRODUCT_WIDTHS = [400, 800, 1200] as const;
const PRODUCT_FULL_WIDTH = 1200;

const GARMENT_STYLES: Readonly<Record<string, GarmentStyle>> = {
  'pixel-ronin-tee': { fabric: '#f7f3ea', backdrop: '#ff7a5c', accent: '#ff9d85', pattern: 'rays' },
  'boss-rush-tee': { fabric: '#1d1a2e', backdrop: '#ffd23f', accent: '#ffe27a', pattern: 'dots' },
  'save-point-tee': { fabric: '#1a2456', backdrop: '#8be9ff', accent: '#c2f4ff', pattern: 'rays' },
  'neon-mecha-tee': { fabric: '#17142b', backdrop: '#f15bb5', accent: '#ff8fd0', pattern: 'grid' },
  'respawn-club-tee': { fabric: '#ff6b81', backdrop: '#5a2df5', accent: '#7c5cff', pattern: 'dots' },
  'mana-potion-tee': { fabric: '#cfd8ff', backdrop: '#3c46e0', accent: '#5a6dff', pattern: 'steps' },
  'spirit-fox-tee': { fabric: '#23305c', backdrop: '#ffb066', accent: '#ffd0a1', pattern: 'rays' },
  'combo-breaker-sleeves': { fabric: '#201c38', backdrop: '#35f2bd', accent: '#8df9dc', pattern: 'grid' },
  'lag-slayer-gloves': { fabric: '#3d3a52', backdrop: '#b8f35a', accent: '#d5fa97', pattern: 'dots' },
  'dungeon-map-tee': { fabric: '#37503f', backdrop: '#e8d9b0', accent: '#f6ecd2', pattern: 'grid' },
  'arcade-dragon-tee': { fabric: '#150c36', backdrop: '#20c997', accent: '#63e6be', pattern: 'steps' },
  'moonlit-shinobi-tee': { fabric: '#39457f', backdrop: '#a78bff', accent: '#c5b3ff', pattern: 'dots' },
  'golden-cartridge-tee': { fabric: '#131118', backdrop: '#ffc928', accent: '#ffe08a', pattern: 'rays' },
};

const GARMENTS: Readonly<Record<string, typeof drawTee>> = {
  'combo-breaker-sleeves': drawSleeves,
  'lag-slayer-gloves': drawGloves,
};

/** Writes one drawing as AVIF and WebP; the file of the widest has no width suffix. */
async function writeImage(
  name: string,
  drawing: string,
  widths: readonly number[],
  fullWidth: number,
): Promise<void> {
  for (const width of widths) {
    const file = join(OUT, width === fullWidth ? name : `${name}-${width}`);
    const image = sharp(Buffer.from(drawing)).resize(width);
    await image.clone().avif({ quality: 55, effort: 2 }).toFile(`${file}.avif`);
    await image.clone().webp({ quality: 80, effort: 5 }).toFile(`${file}.webp`);
  }
}

await mkdir(OUT, { recursive: true });
const requested = process.argv.slice(2);
const isRequested = (name: string) => requested.length === 0 || requested.includes(name);

for (const [id, print] of Object.entries(PRINTS)) {
  const style = GARMENT_STYLES[id];
  if (style === undefined)
    throw new Error(`There is no garment style for '${id}'. Add one to GARMENT_STYLES.`);
  if (!isRequested(id)) continue;
  await writeImage(id, (GARMENTS[id] ?? drawTee)(style, print()), PRODUCT_WIDTHS, PRODUCT_FULL_WIDTH);
  await writeImage(`${id}-detail`, drawDetail(style, print()), PRODUCT_WIDTHS, PRODUCT_FULL_WIDTH);
}
for (const [slug, draw] of Object.entries(CATEGORY_SCENES)) {
  if (isRequested(slug)) await writeImage(`category-${slug}`, draw(), PRODUCT_WIDTHS, PRODUCT_FULL_WIDTH);
}
if (isRequested('hero')) await writeImage('hero', drawHero(), [480, 960], 960);
if (isRequested('brand')) {
  await sharp(Buffer.from(drawSocialImage())).png({ palette: true }).toFile(join(OUT, 'social.png'));
  for (const width of [180, 192, 512]) {
    const icon = await sharp(Buffer.from(drawAppIcon()))
      .resize(width, width, { kernel: 'nearest' })
      .png({ palette: true })
      .toBuffer();
    await writeFile(join(OUT, `icon-${width}.png`), icon);
  }
}
