// Draws every image of the shop and writes it in the widths and formats that the pages use. Run with
// `npm run art --workspace web`, or with names for some of them; the files in public/art are committed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawDetail, drawGloves, drawSleeves, drawTee, type Look } from './art/garments.ts';
import { PRINTS } from './art/prints.ts';
import { CATEGORY_SCENES, drawAppIcon, drawHero, drawSocial } from './art/scenes.ts';

const OUT = join(import.meta.dirname, '..', 'public', 'art');
const PRODUCT_WIDTHS = [400, 800, 1200] as const;
const PRODUCT_FULL_WIDTH = 1200;

const VARIANTS: Readonly<Record<string, Look>> = {
  'pixel-ronin-tee': { cloth: '#f7f3ea', backdrop: '#ff7a5c', accent: '#ff9d85', pattern: 'rays' },
  'boss-rush-tee': { cloth: '#1d1a2e', backdrop: '#ffd23f', accent: '#ffe27a', pattern: 'dots' },
  'save-point-tee': { cloth: '#1a2456', backdrop: '#8be9ff', accent: '#c2f4ff', pattern: 'rays' },
  'neon-mecha-tee': { cloth: '#17142b', backdrop: '#f15bb5', accent: '#ff8fd0', pattern: 'grid' },
  'respawn-club-tee': { cloth: '#ff6b81', backdrop: '#5a2df5', accent: '#7c5cff', pattern: 'dots' },
  'mana-potion-tee': { cloth: '#cfd8ff', backdrop: '#3c46e0', accent: '#5a6dff', pattern: 'steps' },
  'spirit-fox-tee': { cloth: '#23305c', backdrop: '#ffb066', accent: '#ffd0a1', pattern: 'rays' },
  'combo-breaker-sleeves': { cloth: '#201c38', backdrop: '#35f2bd', accent: '#8df9dc', pattern: 'grid' },
  'lag-slayer-gloves': { cloth: '#3d3a52', backdrop: '#b8f35a', accent: '#d5fa97', pattern: 'dots' },
  'dungeon-map-tee': { cloth: '#37503f', backdrop: '#e8d9b0', accent: '#f6ecd2', pattern: 'grid' },
  'arcade-dragon-tee': { cloth: '#150c36', backdrop: '#20c997', accent: '#63e6be', pattern: 'steps' },
  'moonlit-shinobi-tee': { cloth: '#39457f', backdrop: '#a78bff', accent: '#c5b3ff', pattern: 'dots' },
  'golden-cartridge-tee': { cloth: '#131118', backdrop: '#ffc928', accent: '#ffe08a', pattern: 'rays' },
};

const GARMENTS: Readonly<Record<string, typeof drawTee>> = {
  'combo-breaker-sleeves': drawSleeves,
  'lag-slayer-gloves': drawGloves,
};

/** Writes one drawing as AVIF and WebP in several widths; the file of full width has no suffix. */
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
  const variant = VARIANTS[id];
  if (variant === undefined) throw new Error(`The print '${id}' has no colors. Add them to VARIANTS.`);
  if (!isRequested(id)) continue;
  await writeImage(id, (GARMENTS[id] ?? drawTee)(variant, print()), PRODUCT_WIDTHS, PRODUCT_FULL_WIDTH);
  await writeImage(`${id}-detail`, drawDetail(variant, print()), PRODUCT_WIDTHS, PRODUCT_FULL_WIDTH);
}
for (const [slug, draw] of Object.entries(CATEGORY_SCENES)) {
  if (isRequested(slug)) await writeImage(`category-${slug}`, draw(), PRODUCT_WIDTHS, PRODUCT_FULL_WIDTH);
}
if (isRequested('hero')) await writeImage('hero', drawHero(), [480, 960], 960);
if (isRequested('brand')) {
  await sharp(Buffer.from(drawSocial())).png({ palette: true }).toFile(join(OUT, 'social.png'));
  for (const width of [180, 192, 512]) {
    const icon = await sharp(Buffer.from(drawAppIcon()))
      .resize(width, width, { kernel: 'nearest' })
      .png({ palette: true })
      .toBuffer();
    await writeFile(join(OUT, `icon-${width}.png`), icon);
  }
}
