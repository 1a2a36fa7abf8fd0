import { ButtonLink } from '../components/button.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ProductImage } from '../components/product-image.tsx';
import { ProsePage } from '../components/prose-page.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';

/** The /about page. */
export function Component() {
  return (
    <ProsePage
      eyebrow="About"
      title="A shop by people who never skip the save point"
      aside={
        <div className="image-frame">
          <ProductImage
            src="/art/save-point-tee-folded.webp"
            alt="The Save Point Tee, folded"
            size="gallery"
          />
        </div>
      }
      lead="Savepoint makes printed tees and collectibles for gamers and anime fans. Every motif you see here was drawn for this shop."
    >
      <PageHead {...PAGE_HEADS.about} />
      <h2>How a print is made</h2>
      <p>
        Every print starts on a grid of 44 by 44 pixels. If a dragon does not read at that size, no amount of
        detail will save it. When it does, we enlarge it, pick six inks at most and print a first run by hand.
      </p>
      <h2>What we print on</h2>
      <p>
        Cotton from 190 to 240 g/m², or a blend where stretch matters. Every product page lists the material,
        the fit and where it was made. Its size guide says what to measure: a tee laid flat, your arm for
        sleeves, your hand for gloves.
      </p>
      <h2>Small runs, honest stock</h2>
      <p>
        When only a few of a size are left, we tell you how many. A sold-out size stays on the page so that
        you can ask us to email you when it is back, and a limited edition is printed once.
      </p>
      <h2>Around the clock</h2>
      <p>Someone reads the support inbox 24 hours a day, 7 days a week. Usually with a controller in hand.</p>
      <p>
        <ButtonLink to="/shop">Browse the shop</ButtonLink>
      </p>
    </ProsePage>
  );
}
