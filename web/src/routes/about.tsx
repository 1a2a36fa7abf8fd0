import { ButtonLink } from '../components/button.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ProductImage } from '../components/product-image.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';
import { WrittenPage } from '../features/content/text-page.tsx';

/** The /about page. */
export function Component() {
  return (
    <WrittenPage
      name="about"
      eyebrow="About"
      aside={
        <div className="image-frame">
          <ProductImage
            src="/art/save-point-tee-folded.webp"
            alt="The Save Point Tee, folded"
            size="gallery"
          />
        </div>
      }
      after={
        <p>
          <ButtonLink to="/shop">Browse the shop</ButtonLink>
        </p>
      }
    >
      <PageHead {...PAGE_HEADS.about} />
    </WrittenPage>
  );
}
