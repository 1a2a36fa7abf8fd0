// Renders every drawing in the widths and formats that the pages use. Run with `npm run art
// --workspace web`, optionally with the names of some drawings, or with `--large` and the names of
// images of the large catalog; the output in public/art is committed.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { CATEGORY_IMAGES, drawLifestyle, LIFESTYLE_SIZE } from './art/arrangements.ts';
import { drawLargeImage } from './art/large.ts';
import { PRODUCT_VIEWS } from './art/product-views.ts';
import { drawAppIcon, drawHero, drawSocialImage } from './art/scenes.ts';
import { drawSharePanel, SHARE_HEIGHT, SHARE_WIDTH } from './art/share.ts';
import { drawState, STATES } from './art/states.ts';

const OUT = join(import.meta.dirname, '..', 'public', 'art');
const LARGE_OUT = join(OUT, 'large');
const PRODUCT_WIDTHS = [400, 800, 1200] as const;
const PRODUCT_FULL_WIDTH = 1200;
const LARGE_WIDTH = 600;

/** Writes one drawing as AVIF and WebP; the file of the widest has no width suffix. */
async function writeImage(
  name: string,
  drawing: string,
  widths: readonly number[],
  fullWidth: number,
): Promise<void> {
  const rendered = await sharp(Buffer.from(drawing)).png({ compressionLevel: 1 }).toBuffer();
  for (const width of widths) {
    const file = join(OUT, width === fullWidth ? name : `${name}-${width}`);
    const image = sharp(rendered).resize(width);
    await image.clone().avif({ quality: 50, effort: 2 }).toFile(`${file}.avif`);
    await image.clone().webp({ quality: 74, effort: 5 }).toFile(`${file}.webp`);
  }
}

/**
 * Writes the picture of a product for link previews (Open Graph, 1200 x 630), as PNG, which every
 * reader takes: the drawing, and its name on a panel. Its name follows from that of the drawing:
 * features/catalog/share-image.ts.
 */
async function writeShareImage(name: string, drawing: string, backdrop: string): Promise<void> {
  const square = await sharp(Buffer.from(drawing)).resize(SHARE_HEIGHT, SHARE_HEIGHT).png().toBuffer();
  const panel = Buffer.from(drawSharePanel(name.replaceAll('-', ' '), backdrop));
  await sharp({ create: { width: SHARE_WIDTH, height: SHARE_HEIGHT, channels: 3, background: '#120a38' } })
    .composite([
      { input: panel, left: SHARE_HEIGHT, top: 0 },
      { input: square, left: 0, top: 0 },
    ])
    .png({ palette: true, colors: 64, effort: 8 })
    .toFile(join(OUT, `${name}-share.png`));
}

async function drawSamples(requested: readonly string[]): Promise<void> {
  const isRequested = (name: string) => requested.length === 0 || requested.includes(name);
  for (const { id, backdrop, drawings } of PRODUCT_VIEWS) {
    if (!isRequested(id)) continue;
    for (const { name, draw, isMain } of drawings) {
      const drawing = draw();
      await writeImage(name, drawing, PRODUCT_WIDTHS, PRODUCT_FULL_WIDTH);
      if (isMain) await writeShareImage(id, drawing, backdrop);
    }
  }
  for (const [slug, draw] of Object.entries(CATEGORY_IMAGES))
    if (isRequested(slug)) await writeImage(`category-${slug}`, draw(), PRODUCT_WIDTHS, PRODUCT_FULL_WIDTH);
  if (isRequested('lifestyle'))
    await writeImage('lifestyle', drawLifestyle(), [800, LIFESTYLE_SIZE[0]], LIFESTYLE_SIZE[0]);
  if (isRequested('hero')) await writeImage('hero', drawHero(), [480, 960], 960);
  if (isRequested('states'))
    for (const [name, draw] of Object.entries(STATES))
      await writeFile(join(OUT, `${name}.svg`), drawState(draw()));
  if (!isRequested('brand')) return;
  await sharp(Buffer.from(drawSocialImage())).png({ palette: true }).toFile(join(OUT, 'social.png'));
  for (const width of [180, 192, 512]) {
    const icon = await sharp(Buffer.from(drawAppIcon()))
      .resize(width, width, { kernel: 'nearest' })
      .png({ palette: true })
      .toBuffer();
    await writeFile(join(OUT, `icon-${width}.png`), icon);
  }
}

/** One WebP each, since there are hundreds. */
async function drawLarge(names: readonly string[]): Promise<void> {
  await mkdir(LARGE_OUT, { recursive: true });
  // Half of the default density: drawn at the width that is written, in a quarter of the time.
  for (const name of names)
    await sharp(Buffer.from(drawLargeImage(name)), { density: 36 })
      .resize(LARGE_WIDTH)
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
