import { ButtonLink } from '../components/button.tsx';
import { ProsePage } from '../components/prose-page.tsx';
import { usePageHead } from '../lib/page-head.ts';

/** The /about page. */
export function Component() {
  usePageHead({
    title: 'About',
    description: 'Who draws the prints, how a shirt is made, and why there is a crystal on everything.',
  });
  return (
    <ProsePage
      eyebrow="About"
      title="A shop by people who never skip the save point"
      lead="Savepoint makes printed tees and small treasures for players and anime people. Everything you see here was drawn for this shop."
    >
      <h2>How a print is made</h2>
      <p>
        Every motif starts on a grid of 44 by 44 pixels. If a dragon does not read at that size, no amount of
        detail will save it. When it does, we enlarge it, pick six inks at most and print a first run by hand.
      </p>
      <h2>What we print on</h2>
      <p>
        Cotton from 190 to 240 g/m², or a blend where stretch matters. The page of each product names its
        material, its fit and where it was printed, and its size guide was measured on the garment itself.
      </p>
      <h2>Small runs, honest stock</h2>
      <p>
        The number beside a size is the number in stock. A sold-out size stays on the page so that you know it
        exists, and a limited edition is printed once.
      </p>
      <h2>Around the clock</h2>
      <p>
        Somebody reads the support inbox 24 hours a day, 7 days a week. Usually with a controller in hand.
      </p>
      <p>
        <ButtonLink to="/shop">Look around</ButtonLink>
      </p>
    </ProsePage>
  );
}
