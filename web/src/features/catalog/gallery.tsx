import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../components/controls.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { useDialogInHistory } from '../../components/use-dialog-in-history.ts';
import { useCardPicture } from './use-picture-transition.ts';
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

/** The images of a product with alt texts; falls back to its main image if it has no others. */
function galleryImages(product: PicturedProduct): GalleryImage[] {
  const sources = product.images.length > 0 ? product.images : [product.image];
  return sources.map((src, index) => ({
    src,
    alt: product.imageAlts?.[index] ?? `${product.name}, picture ${index + 1}`,
  }));
}

/**
 * Pictures side by side, to swipe on a phone; thumbnails on a wide screen, dots on a phone, and a
 * dialog to zoom. The arrow keys change the picture.
 */
function Gallery({ images }: { images: readonly GalleryImage[] }) {
  const [index, setIndex] = useState(0);
  const track = useRef<HTMLUListElement>(null);
  // The page waits for the first picture; the others must not compete with it.
  const isHydrated = useHydrated();
  const zoom = useDialogInHistory('zoom');
  const cardPicture = useCardPicture();
  const followTrack = () => {
    const { scrollLeft = 0, clientWidth = 0 } = track.current ?? {};
    if (clientWidth > 0) setIndex(Math.round(scrollLeft / clientWidth));
  };
  // The shopper may have swiped before hydration.
  useEffect(followTrack, []);
  const current = images[index] ?? images[0];
  if (current === undefined) return null;
  const show = (at: number) => {
    setIndex(at);
    track.current?.scrollTo?.({ left: at * track.current.clientWidth, behavior: 'instant' });
  };
  return (
    <section
      className="gallery"
      aria-label="Pictures"
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        show((index + by + images.length) % images.length);
      }}
    >
      <div className="gallery-main">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below zooms, too */}
        <ul
          ref={track}
          className="gallery-track"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          onScroll={followTrack}
          onClick={zoom.open}
        >
          {images.map((image, at) => (
            <li
              key={image.src}
              className="image-frame"
              style={at === 0 && cardPicture ? { backgroundImage: `url("${cardPicture}")` } : undefined}
              aria-hidden={at !== index}
            >
              {(at === 0 || isHydrated) && (
                <ProductImage
                  src={image.src}
                  alt={image.alt}
                  size="gallery"
                  priority={at === 0 ? 'high' : undefined}
                />
              )}
            </li>
          ))}
        </ul>
        <button type="button" className="gallery-zoom" onClick={zoom.open}>
          <Icon name="zoom" />
          <span className="visually-hidden">Look closer</span>
        </button>
      </div>
      {images.length > 1 && (
        <>
          <p className="gallery-dots" aria-hidden>
            {images.map((image, at) => (
              <span key={image.src} data-current={at === index || undefined} />
            ))}
          </p>
          <ul className="gallery-thumbs">
            {images.map((image, at) => (
              <li key={image.src}>
                <button
                  type="button"
                  aria-label={`Show ${image.alt}`}
                  aria-current={at === index || undefined}
                  onClick={() => show(at)}
                >
                  <span className="image-frame">
                    <ProductImage src={image.src} alt="" size="thumbnail" />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="visually-hidden" role="status">
        {images.length > 1 && `Picture ${index + 1} of ${images.length}`}
      </p>
      {zoom.isOpen && <ZoomDialog src={current.src} alt={current.alt} onClose={zoom.close} />}
    </section>
  );
}

/** The pictures of a product, to swipe or choose, and a zoom dialog. */
export function ProductGallery({ product }: { product: PicturedProduct }) {
  return <Gallery images={galleryImages(product)} />;
}
