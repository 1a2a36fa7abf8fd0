import { ProductImage } from '../../components/product-image.tsx';

/** The picture of what a row is about. Decorative: the row names it. */
export function Thumbnail({ src }: { src: string }) {
  return (
    <span className="image-frame admin-thumbnail" aria-hidden>
      <ProductImage src={src} alt="" size="thumbnail" />
    </span>
  );
}
