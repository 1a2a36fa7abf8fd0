// The shop's own art (/art/<name>.webp) exists in several widths and as AVIF; images from other origins are used as
// they are.
import { isImageUrl } from '@savepoint/model/image-url';
import { useState } from 'react';
import { Icon } from './icon.tsx';

const ART_PATTERN = /^\/art\/([a-z0-9-]+)\.webp$/;
/** Widths that scripts/draw-art.ts writes in addition to the 1200 px original. */
const ART_WIDTHS = [400, 800] as const;
const ART_FULL_WIDTH = 1200;

/** The `sizes` attribute for each rendered size, so that the browser downloads the width it will paint. */
const IMAGE_SIZES = {
  card: '(min-width: 64rem) 18rem, (min-width: 40rem) 30vw, 46vw',
  gallery: '(min-width: 64rem) 38rem, 100vw',
  thumbnail: '5rem',
  line: '6rem',
} as const;

/** The `srcset` of the shop's own art in one format; undefined for other images. */
function artSrcSet(src: string, format: 'avif' | 'webp'): string | undefined {
  const name = ART_PATTERN.exec(src)?.[1];
  if (name === undefined) return undefined;
  return [
    ...ART_WIDTHS.map((width) => `/art/${name}-${width}.${format} ${width}w`),
    `/art/${name}.${format} ${ART_FULL_WIDTH}w`,
  ].join(', ');
}

interface ProductImageProps {
  readonly src: string;
  readonly alt: string;
  readonly size: keyof typeof IMAGE_SIZES;
  /** `high` for the LCP image of a page, `eager` for other images above the fold; lazy-loaded otherwise. */
  readonly priority?: 'high' | 'eager' | undefined;
}

/**
 * A square image in the smallest sufficient file, and a placeholder when it fails to load or its URL is not
 * allowed.
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
  return (
    <picture>
      {artSrcSet(src, 'avif') && <source type="image/avif" srcSet={artSrcSet(src, 'avif')} sizes={sizes} />}
      <img
        src={src}
        srcSet={artSrcSet(src, 'webp')}
        sizes={artSrcSet(src, 'webp') && sizes}
        alt={alt}
        width={ART_FULL_WIDTH}
        height={ART_FULL_WIDTH}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority === 'high' ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        onError={() => setFailed(src)}
      />
    </picture>
  );
}
