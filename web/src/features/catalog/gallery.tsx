// Owns the pictures of a product page: one large, the others as thumbnails, and the way to a closer look.
import { lazy, Suspense, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { ProductImage } from '../../components/product-image.tsx';

interface GalleryImage {
  readonly src: string;
  readonly alt: string;
}

/** `images` with their texts; the product's main image stands in when there are none. */
export function galleryImages(product: {
  readonly name: string;
  readonly image: string;
  readonly images: readonly string[];
  readonly imageAlts?: readonly string[] | undefined;
}): GalleryImage[] {
  const sources = product.images.length > 0 ? product.images : [product.image];
  return sources.map((src, index) => ({
    src,
    alt: product.imageAlts?.[index] ?? `${product.name}, picture ${index + 1}`,
  }));
}

// Fetched when somebody looks closer, not with the page.
const ZoomDialog = lazy(async () => ({ default: (await import('./zoom-dialog.tsx')).ZoomDialog }));

export function Gallery({ pictures: images }: { pictures: readonly GalleryImage[] }) {
  const [index, setIndex] = useState(0);
  const [open, setOpen] = useState(false);
  const shown = images[index] ?? images[0];
  if (shown === undefined) return null;
  const step = (by: number) => setIndex((index + by + images.length) % images.length);
  return (
    <section
      className="gallery"
      aria-label="Pictures"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1);
        if (event.key === 'ArrowLeft') step(-1);
      }}
    >
      <button type="button" className="gallery-main image-frame" onClick={() => setOpen(true)}>
        <ProductImage key={shown.src} src={shown.src} alt={shown.alt} size="gallery" priority="first" />
        <span className="gallery-zoom-hint">
          <Icon name="zoom" />
          <span className="visually-hidden">Look closer</span>
        </span>
      </button>
      {images.length > 1 && (
        <ul className="gallery-thumbs">
          {images.map((picture, at) => (
            <li key={picture.src}>
              <button
                type="button"
                aria-label={`Show ${picture.alt}`}
                aria-current={at === index || undefined}
                onClick={() => setIndex(at)}
              >
                <span className="image-frame">
                  <ProductImage src={picture.src} alt="" size="thumbnail" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {images.length > 1 && `Picture ${index + 1} of ${images.length}`}
      </p>
      {open && (
        <Suspense>
          <ZoomDialog src={shown.src} alt={shown.alt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
