import { useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { useDialogInHistory } from '../../components/use-dialog-in-history.ts';
import { ZoomDialog } from './zoom-dialog.tsx';

interface GalleryImage {
  readonly src: string;
  readonly alt: string;
}

interface PicturedProduct {
  readonly name: string;
  readonly image: string;
  readonly images: readonly string[];
  readonly imageAlts?: readonly string[] | undefined;
}

/** The images of a product with alt texts; falls back to its main image when it has no others. */
function galleryImages(product: PicturedProduct): GalleryImage[] {
  const sources = product.images.length > 0 ? product.images : [product.image];
  return sources.map((src, index) => ({
    src,
    alt: product.imageAlts?.[index] ?? `${product.name}, picture ${index + 1}`,
  }));
}

/** One large image with thumbnails and a zoom dialog; the arrow keys change the image. */
function Gallery({ images }: { images: readonly GalleryImage[] }) {
  const [index, setIndex] = useState(0);
  const zoom = useDialogInHistory('zoom');
  const current = images[index] ?? images[0];
  if (current === undefined) return null;
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
      <button type="button" className="gallery-main image-frame" onClick={zoom.open}>
        <ProductImage key={current.src} src={current.src} alt={current.alt} size="gallery" priority="high" />
        <span className="gallery-zoom-hint">
          <Icon name="zoom" />
          <span className="visually-hidden">Look closer</span>
        </span>
      </button>
      {images.length > 1 && (
        <ul className="gallery-thumbs">
          {images.map((image, at) => (
            <li key={image.src}>
              <button
                type="button"
                aria-label={`Show ${image.alt}`}
                aria-current={at === index || undefined}
                onClick={() => setIndex(at)}
              >
                <span className="image-frame">
                  <ProductImage src={image.src} alt="" size="thumbnail" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="visually-hidden" role="status">
        {images.length > 1 && `Picture ${index + 1} of ${images.length}`}
      </p>
      {zoom.isOpen && <ZoomDialog src={current.src} alt={current.alt} onClose={zoom.close} />}
    </section>
  );
}

/** The pictures of a product: one large, thumbnails and a zoom dialog. */
export function ProductGallery({ product }: { product: PicturedProduct }) {
  return <Gallery images={galleryImages(product)} />;
}
