// The shop's own art (/art/<name>.webp) and uploaded pictures exist in several widths and as AVIF;
// images from other origins are used as they are.
import { isImageUrl } from '@savepoint/model/image-url';
import {
  type ImageFormat,
  imageFile,
  imageFileUrl,
  imageWidths,
  parseUploadedImageUrl,
} from '@savepoint/model/uploaded-image';
import { useState } from 'react';
import { Icon } from './icon.tsx';

const ART_PATTERN = /^\/art\/([a-z0-9-]+)\.webp$/;
/** Widths that scripts/draw-art.ts writes in addition to the 1200 px original. */
const ART_WIDTHS = [400, 800] as const;
const ART_FULL_WIDTH = 1200;
/** Pictures of products and categories are 4:5. */
const ART_FULL_HEIGHT = 1500;

/**
 * The `sizes` attribute for each rendered size, so that the browser downloads the painted width.
 */
const IMAGE_SIZES = {
  card: '(min-width: 64rem) 18rem, (min-width: 40rem) 30vw, 46vw',
  hero: '(min-width: 48rem) 26rem, 42vw',
  gallery: '(min-width: 64rem) 38rem, (min-width: 48rem) 50vw, 100vw',
  thumbnail: '5rem',
  line: '6rem',
} as const;

/** The attributes of an image that exists in several widths and formats. */
interface Sources {
  /** Pixels of the largest file. */
  readonly width: number;
  readonly height: number;
  /** The `srcset` in one format. */
  readonly srcSet: (format: ImageFormat) => string;
}

function joinSources(widths: readonly number[], urlOf: (width: number) => string): string {
  return widths.map((width) => `${urlOf(width)} ${width}w`).join(', ');
}

/** The sources of the shop's own art and of uploaded pictures; undefined for other images. */
function findSources(src: string): Sources | undefined {
  const image = parseUploadedImageUrl(src);
  if (image !== undefined) {
    const { width, height } = image;
    const srcSet = (format: ImageFormat) =>
      joinSources(imageWidths(width), (each) => imageFileUrl(image, imageFile(each, format)));
    return { width, height, srcSet };
  }
  const name = ART_PATTERN.exec(src)?.[1];
  if (name === undefined) return undefined;
  const srcSet = (format: ImageFormat) =>
    joinSources([...ART_WIDTHS, ART_FULL_WIDTH], (width) =>
      width === ART_FULL_WIDTH ? `/art/${name}.${format}` : `/art/${name}-${width}.${format}`,
    );
  return { width: ART_FULL_WIDTH, height: ART_FULL_HEIGHT, srcSet };
}

interface ProductImageProps {
  readonly src: string;
  readonly alt: string;
  readonly size: keyof typeof IMAGE_SIZES;
  /**
   * `high` for the LCP image of a page, `eager` for other images above the fold; lazy-loaded
   * otherwise.
   */
  readonly priority?: 'high' | 'eager' | undefined;
}

/**
 * An image in the smallest sufficient file, with a placeholder if it fails to load or its URL is
 * not allowed.
 */
export function ProductImage({ src, alt, size, priority }: ProductImageProps) {
  const [failed, setFailed] = useState<string>();
  if (failed === src || !isImageUrl(src)) {
    return (
      <span className="image-placeholder" role="img" aria-label={alt || 'Picture not available'}>
        <Icon name="image" />
      </span>
    );
  }
  const sizes = IMAGE_SIZES[size];
  const sources = findSources(src);
  return (
    <picture>
      {sources && <source type="image/avif" srcSet={sources.srcSet('avif')} sizes={sizes} />}
      <img
        src={src}
        srcSet={sources?.srcSet('webp')}
        sizes={sources && sizes}
        alt={alt}
        width={sources?.width ?? ART_FULL_WIDTH}
        height={sources?.height ?? ART_FULL_HEIGHT}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority === 'high' ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        onError={() => setFailed(src)}
      />
    </picture>
  );
}
