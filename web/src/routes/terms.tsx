import { PageHead } from '../components/page-head.tsx';
import { ProsePage } from '../components/prose-page.tsx';
import { ShopLink } from '../components/shop-link.tsx';
import { PAGE_HEADS } from '../config/page-heads.ts';

/** The /terms page. */
export function Component() {
  return (
    <ProsePage eyebrow="Legal" title="Terms" lead="The rules of the game, in the order you meet them.">
      <PageHead {...PAGE_HEADS.terms} />
      <h2>1. The agreement</h2>
      <p>
        A product page is an invitation. Your order is an offer, and it becomes a contract when the payment is
        confirmed. We may refuse an order we cannot fulfill; what was paid is then refunded.
      </p>
      <h2>2. Prices</h2>
      <p>
        Prices are in US dollars. The price that counts is the one our server confirms when you place the
        order; delivery and tax are shown before you pay.
      </p>
      <h2>3. Stock and limited editions</h2>
      <p>
        Placing an order reserves its items for a short time. If it is not paid in that time they go back into
        stock. Limited editions are printed once.
      </p>
      <h2>4. Delivery and returns</h2>
      <p>
        Delivery times and prices are on the page about{' '}
        <ShopLink to="/shipping">shipping and returns</ShopLink>. You may return unworn items within 30 days
        of delivery.
      </p>
      <h2>5. Accounts</h2>
      <p>
        Keep your password to yourself. We may close accounts that are used to harm other shoppers or the
        shop; paid orders are delivered all the same.
      </p>
      <h2>6. Reviews</h2>
      <p>
        Write what is true and what you experienced. We remove reviews that insult, advertise or reveal
        someone else's data, and we note why.
      </p>
      <h2>7. Artwork</h2>
      <p>All drawings are ours. Wear them, photograph them, draw your own; do not sell copies.</p>
    </ProsePage>
  );
}
