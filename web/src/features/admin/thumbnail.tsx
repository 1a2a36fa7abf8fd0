import { ProductImage } from '../../components/product-image.tsx';

/** The picture of a row's subject. Decorative: the row names it. */
export function Thumbnail({ src }: { src: string }) {
  return (
    <span className="image-frame admin-thumbnail" aria-hidden>
      <ProductImage src={src} alt="" size="thumbnail" />
    </span>
  );
}
