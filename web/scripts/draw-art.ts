// Renders every picture in the widths and formats that the pages use. Run with `npm run art
// --workspace web`, optionally with the names of some pictures, or with `--large` and the names of
// images of the large catalog; the output in public/art is committed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { CATEGORY_IMAGES, drawLifestyle, LIFESTYLE_SIZE } from './art/arrangements.ts';
import { drawLargeImage } from './art/large.ts';
import { PICTURE_SIZE } from './art/looks.ts';
import { PRODUCT_VIEWS } from './art/product-views.ts';
import type { Scene } from './art/scene.ts';
import { drawAppIcon, drawSocialImage } from './art/scenes.ts';
import { drawSharePanel, SHARE_HEIGHT, SHARE_WIDTH } from './art/share.ts';
import { drawState, STATES } from './art/states.ts';

const OUT = join(import.meta.dirname, '..', 'public', 'art');
const LARGE_OUT = join(OUT, 'large');
const PICTURE_WIDTHS = [400, 800, PICTURE_SIZE.width] as const;

/** Writes one picture as AVIF and WebP; the widest file has no width suffix. */
async function writeImage(name: string, scene: Scene, widths: readonly number[]): Promise<Buffer> {
  const picture = await scene.develop().png({ compressionLevel: 1 }).toBuffer();
  const fullWidth = Math.max(...widths);
  for (const width of widths) {
    const file = join(OUT, width === fullWidth ? name : `${name}-${width}`);
    const image = sharp(picture).resize(width);
    await image.clone().avif({ quality: 48, effort: 3 }).toFile(`${file}.avif`);
    await image.clone().webp({ quality: 72, effort: 5 }).toFile(`${file}.webp`);
  }
  return picture;
}

/**
 * Writes the picture of a product for link previews (Open Graph, 1200 x 630), as JPEG, which every
 * reader supports: the product, and its name on a panel. features/catalog/share-image.ts derives
 * its name from that of the picture.
 */
async function writeShareImage(name: string, picture: Buffer, backdrop: string): Promise<void> {
  const square = await sharp(picture).resize(SHARE_HEIGHT, SHARE_HEIGHT).png().toBuffer();
  const panel = Buffer.from(drawSharePanel(name.replaceAll('-', ' '), backdrop));
  await sharp({ create: { width: SHARE_WIDTH, height: SHARE_HEIGHT, channels: 3, background: '#120a38' } })
    .composite([
      { input: panel, left: SHARE_HEIGHT, top: 0 },
      { input: square, left: 0, top: 0 },
    ])
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(OUT, `${name}-share.jpg`));
}

async function writeBrand(): Promise<void> {
  await sharp(Buffer.from(drawSocialImage())).png({ palette: true }).toFile(join(OUT, 'social.png'));
  for (const width of [180, 192, 512]) {
    const icon = await sharp(Buffer.from(drawAppIcon()))
      .resize(width, width, { kernel: 'nearest' })
      .png({ palette: true })
      .toBuffer();
    await writeFile(join(OUT, `icon-${width}.png`), icon);
  }
}

async function drawSamples(requested: readonly string[]): Promise<void> {
  const isRequested = (name: string) => requested.length === 0 || requested.includes(name);
  for (const { id, backdrop, pictures } of PRODUCT_VIEWS) {
    if (!isRequested(id)) continue;
    for (const { name, photograph, isMain } of pictures) {
      const picture = await writeImage(name, await photograph(), PICTURE_WIDTHS);
      if (isMain) await writeShareImage(id, picture, backdrop);
    }
  }
  for (const [slug, draw] of Object.entries(CATEGORY_IMAGES))
    if (isRequested(slug)) await writeImage(`category-${slug}`, await draw(), PICTURE_WIDTHS);
  if (isRequested('lifestyle'))
    await writeImage('lifestyle', await drawLifestyle(), [800, LIFESTYLE_SIZE.width]);
  if (isRequested('states'))
    for (const [name, draw] of Object.entries(STATES))
      await writeFile(join(OUT, `${name}.svg`), drawState(draw()));
  if (isRequested('brand')) await writeBrand();
}

/** One WebP each, because there are hundreds. */
async function drawLarge(names: readonly string[]): Promise<void> {
  await mkdir(LARGE_OUT, { recursive: true });
  for (const name of names)
    await (await drawLargeImage(name))
      .develop()
      .webp({ quality: 68, effort: 5 })
      .toFile(join(LARGE_OUT, `${name}.webp`));
}

await mkdir(OUT, { recursive: true });
const { values: flags, positionals: names } = parseArgs({
  options: { large: { type: 'boolean', default: false } },
  allowPositionals: true,
});
if (flags.large) await drawLarge(names);
else await drawSamples(names);
