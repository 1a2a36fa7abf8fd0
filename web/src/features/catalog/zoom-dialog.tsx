import { useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { ProductImage } from '../../components/product-image.tsx';

interface ZoomImage {
  readonly src: string;
  readonly alt: string;
}

function ZoomableImage({ src, alt }: ZoomImage) {
  const [zoomed, setZoomed] = useState(false);
  return (
    <div className="zoom-viewport" data-zoomed={zoomed || undefined}>
      <button
        type="button"
        aria-label={zoomed ? 'Zoom out' : 'Zoom in'}
        aria-pressed={zoomed}
        onClick={() => setZoomed(!zoomed)}
      >
        <ProductImage key={src} src={src} alt={alt} size="gallery" />
      </button>
    </div>
  );
}

/** A dialog with a zoomable image. Open while it is rendered. */
export function ZoomDialog({ src, alt, onClose }: ZoomImage & { onClose: () => void }) {
  return (
    <Dialog open title={alt} onClose={onClose} className="zoom-dialog">
      <ZoomableImage src={src} alt={alt} />
    </Dialog>
  );
}
