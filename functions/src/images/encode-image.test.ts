import { IMAGE_PIXELS_MAX } from '@savepoint/model/uploaded-image';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeImage, ImageError } from './encode-image.ts';

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4a6' } });

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>`;

describe('encodeImage', () => {
  it('writes each page width as AVIF and WebP, in a box of 1200 by 1600, and a file for link previews', async () => {
    const { width, height, files } = await encodeImage(await image(3000, 2000).jpeg().toBuffer());
    expect([width, height]).toEqual([1200, 800]);
    const written = [];
    for (const { name, contentType, content } of files) {
      const metadata = await sharp(content).metadata();
      written.push([name, contentType, metadata.format, metadata.width, metadata.height]);
    }
    expect(written).toEqual([
      ['400.avif', 'image/avif', 'heif', 400, 267],
      ['400.webp', 'image/webp', 'webp', 400, 267],
      ['800.avif', 'image/avif', 'heif', 800, 533],
      ['800.webp', 'image/webp', 'webp', 800, 533],
      ['1200.avif', 'image/avif', 'heif', 1200, 800],
      ['1200.webp', 'image/webp', 'webp', 1200, 800],
      ['share.jpg', 'image/jpeg', 'jpeg', 1200, 630],
    ]);
    expect(await encodeImage(await image(1500, 3000).png().toBuffer())).toMatchObject({
      width: 800,
      height: 1600,
    });
  });

  it('does not enlarge a smaller picture', async () => {
    const { width, files } = await encodeImage(await image(500, 300).webp().toBuffer());
    expect(width).toBe(500);
    expect(files.map(({ name }) => name)).toEqual([
      '400.avif',
      '400.webp',
      '500.avif',
      '500.webp',
      'share.jpg',
    ]);
  });

  it('turns a photo upright and drops its metadata, including the location', async () => {
    const photo = await image(900, 600)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { width, height, files } = await encodeImage(photo);
    expect([width, height]).toEqual([600, 900]);
    for (const { content } of files) {
      const { exif, xmp, iptc, orientation } = await sharp(content).metadata();
      expect([exif, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1]);
    }
  });

  it.each([
    ['a text', async () => Buffer.from('Press start. '.repeat(50))],
    ['an empty file', async () => Buffer.alloc(0)],
    ['an SVG with a script', async () => Buffer.from(SVG)],
    ['a GIF', async () => image(300, 300).gif().toBuffer()],
    ['a TIFF', async () => image(300, 300).tiff().toBuffer()],
  ])('rejects %s as no picture that the shop can show', async (_what, content) => {
    const rejected = await encodeImage(await content()).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(ImageError);
    expect((rejected as Error).message).toMatch(/not a picture that the shop can show/);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'rejects a %s whose second half is missing as incomplete',
    async (format) => {
      const noise = sharp({
        create: {
          width: 600,
          height: 600,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
        },
      });
      const content = await noise[format]().toBuffer();
      await expect(encodeImage(content.subarray(0, content.length / 2))).rejects.toThrow(
        /damaged or incomplete/,
      );
    },
  );

  it('rejects a picture of 20,000 pixels on a side, or too many in all, by its header', async () => {
    const wide = await image(20_000, 300).png().toBuffer();
    await expect(encodeImage(wide)).rejects.toThrow('20,000 × 300 pixels');
    const side = Math.ceil(Math.sqrt(IMAGE_PIXELS_MAX)) + 1;
    const large = await image(side, side).png().toBuffer();
    await expect(encodeImage(large)).rejects.toThrow('50 million in all');
  });

  it('rejects a picture that would look blurred', async () => {
    await expect(encodeImage(await image(400, 120).png().toBuffer())).rejects.toThrow('at least 200');
  });
});
