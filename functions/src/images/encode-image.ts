// Decodes an uploaded file and encodes it again. Nothing of the file itself is published: a file
// that is not a picture has no pixels, and metadata, such as a photo's location, is dropped.
import {
  IMAGE_FORMATS,
  IMAGE_MAX_HEIGHT,
  IMAGE_MAX_WIDTH,
  IMAGE_PIXELS_MAX,
  IMAGE_SIDE_MAX,
  IMAGE_SIDE_MIN,
  imageFile,
  imageWidths,
  SHARE_FILE,
  SHARE_HEIGHT,
  SHARE_WIDTH,
} from '@savepoint/model/uploaded-image';
import type { Metadata, Sharp } from 'sharp';

/** Why a file cannot become a product picture, as a message for the uploader. */
export class ImageError extends Error {}

/** One file of a picture. */
interface EncodedFile {
  /** Within the picture's folder. */
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface EncodedImage {
  /** Pixels of the largest file. */
  readonly width: number;
  readonly height: number;
  readonly files: readonly EncodedFile[];
}

/**
 * Decoders of libvips that may see an uploaded file. All others, for SVG and PDF for instance, are
 * blocked.
 */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}`);
const DECODING_SECONDS = 60;
const NOT_A_IMAGE =
  'This file is not a picture that the shop can show. Choose a JPEG, PNG, WebP or AVIF file.';
const DAMAGED =
  'This picture is damaged or incomplete. Open it in a picture editor, save it again and upload that file.';

type SharpModule = typeof import('sharp').default;
let loading: Promise<SharpModule> | undefined;

/** sharp is loaded with the first picture, not with every function. */
function loadSharp(): Promise<SharpModule> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: DECODERS });
    sharp.cache(false);
    return sharp;
  });
  return loading;
}

const inThousands = (pixels: number) => pixels.toLocaleString('en-US');

/** Throws unless the dimensions are acceptable, before any pixel is decoded. */
function requireDimensions(width: number, height: number): void {
  const dimensions = `This picture has ${inThousands(width)} × ${inThousands(height)} pixels.`;
  if (Math.max(width, height) > IMAGE_SIDE_MAX || width * height > IMAGE_PIXELS_MAX)
    throw new ImageError(
      `${dimensions} At most ${inThousands(IMAGE_SIDE_MAX)} on a side and ${IMAGE_PIXELS_MAX / 1_000_000} million in all can be used: make it smaller, 2,000 on a side are plenty.`,
    );
  if (Math.min(width, height) < IMAGE_SIDE_MIN)
    throw new ImageError(
      `${dimensions} It would look blurred: choose one with at least ${IMAGE_SIDE_MIN} on each side.`,
    );
}

async function readMetadata(image: Sharp): Promise<Metadata> {
  const metadata = await image.metadata().catch((error: unknown) => {
    throw new ImageError(/unsupported image format/.test(String(error)) ? NOT_A_IMAGE : DAMAGED);
  });
  // Phones' HEIF files are not coded in AV1, the only supported codec.
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw new ImageError(NOT_A_IMAGE);
  return metadata;
}

/**
 * The files of a picture in all widths and formats and for link previews, upright, in sRGB, without
 * metadata; of an animation the first frame.
 * @throws ImageError for a file that is not a picture, is damaged, or has too many or too few
 *   pixels
 */
export async function encodeImage(content: Buffer): Promise<EncodedImage> {
  if (content.length === 0) throw new ImageError(NOT_A_IMAGE);
  const sharp = await loadSharp();
  // requireDimensions enforces the limits, with better messages.
  const image = sharp(content, { failOn: 'error', limitInputPixels: false });
  const { autoOrient } = await readMetadata(image);
  requireDimensions(autoOrient.width, autoOrient.height);
  const { data, info } = await image
    .autoOrient()
    .resize({
      width: IMAGE_MAX_WIDTH,
      height: IMAGE_MAX_HEIGHT,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColorspace('srgb')
    .timeout({ seconds: DECODING_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new ImageError(DAMAGED);
    });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const files: EncodedFile[] = [];
  // Sequential: each one uses memory and all cores.
  for (const width of imageWidths(info.width))
    for (const format of IMAGE_FORMATS) {
      const resized = sharp(data, { raw }).resize({ width });
      const encoded =
        format === 'avif' ? resized.avif({ quality: 55, effort: 2 }) : resized.webp({ quality: 80 });
      files.push({
        name: imageFile(width, format),
        contentType: `image/${format}`,
        content: await encoded.toBuffer(),
      });
    }
  const white = '#ffffff';
  const share = sharp(data, { raw })
    .flatten({ background: white })
    .resize({ width: SHARE_WIDTH, height: SHARE_HEIGHT, fit: 'contain', background: white });
  files.push({ name: SHARE_FILE, contentType: 'image/jpeg', content: await share.jpeg().toBuffer() });
  return { width: info.width, height: info.height, files };
}
