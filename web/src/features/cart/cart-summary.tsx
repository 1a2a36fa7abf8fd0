import type { Cart } from '@savepoint/model/cart';
import type { Discounts } from '@savepoint/model/evaluate-promotions';
import { formatCents } from '@savepoint/model/money';
import { DOMESTIC_DELIVERY, FREE_SHIPPING_OVER_CENTS, priceOrder } from '@savepoint/model/totals';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../components/button.tsx';
import { TotalsList } from '../../components/totals-list.tsx';

/** `subtotal` in cents. Orders strictly over the threshold ship free. */
function FreeShippingProgress({ subtotal }: { subtotal: number }) {
  const remaining = FREE_SHIPPING_OVER_CENTS - subtotal;
  const text =
    remaining < 0
      ? 'Free standard shipping in the US unlocked!'
      : remaining === 0
        ? 'One more cent and standard shipping in the US is free.'
        : `Add more than ${formatCents(remaining)} for free standard shipping in the US.`;
  return (
    <div className="free-shipping" data-free={remaining < 0 || undefined}>
      <p>{text}</p>
      <meter
        className="visually-hidden"
        min={0}
        max={FREE_SHIPPING_OVER_CENTS}
        value={Math.min(subtotal, FREE_SHIPPING_OVER_CENTS)}
        aria-label="Progress to free shipping"
      />
      <div className="free-shipping-bar" aria-hidden>
        <span style={{ width: `${Math.min(100, (subtotal / FREE_SHIPPING_OVER_CENTS) * 100)}%` }} />
      </div>
    </div>
  );
}

/**
 * Totals of the lines with standard delivery in the United States, progress to free shipping, and
 * the link to the checkout.
 */
export function CartSummary(props: { lines: Cart; discounts: Discounts; promotionField: ReactNode }) {
  const { lines, discounts, promotionField } = props;
  const totals = priceOrder(lines, DOMESTIC_DELIVERY.standard, 0, discounts);
  return (
    <section className="card cart-summary" aria-labelledby="cart-summary-title">
      <h2 id="cart-summary-title">Summary</h2>
      <FreeShippingProgress subtotal={totals.subtotalCents} />
      <TotalsList
        totals={totals}
        promotions={discounts.applied}
        shippingLabel="Standard shipping in the US"
      />
      {promotionField}
      <ButtonLink to="/checkout" fullWidth>
        Check out
      </ButtonLink>
      <p className="muted cart-summary-note">
        We confirm prices when you place your order. Shipping to other countries and tax, if any, are added at
        checkout.
      </p>
    </section>
  );
}
