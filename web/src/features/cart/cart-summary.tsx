import type { Cart } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { DOMESTIC_DELIVERY, priceOrder } from '@savepoint/model/totals';
import { ButtonLink } from '../../components/button.tsx';
import { FreeShippingProgress } from './free-shipping.tsx';

/** The total and the way to the checkout, at the bottom of the screen while a long cart is read. */
export function CartBar({ lines }: { lines: Cart }) {
  const { totalCents } = priceOrder(lines, DOMESTIC_DELIVERY.standard);
  return (
    <div className="cart-bar">
      <strong>{formatCents(totalCents)}</strong>
      <ButtonLink to="/checkout">Check out</ButtonLink>
    </div>
  );
}

/**
 * Totals of the lines with standard delivery in the United States, progress to free shipping, and
 * the link to the checkout.
 */
export function CartSummary({ lines }: { lines: Cart }) {
  const totals = priceOrder(lines, DOMESTIC_DELIVERY.standard);
  return (
    <section className="card cart-summary" aria-labelledby="cart-summary-title">
      <h2 id="cart-summary-title">Summary</h2>
      <FreeShippingProgress subtotal={totals.subtotalCents} />
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatCents(totals.subtotalCents)}</dd>
        </div>
        <div>
          <dt>Standard shipping in the US</dt>
          <dd>{totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)}</dd>
        </div>
        <div className="totals-grand">
          <dt>Total</dt>
          <dd>{formatCents(totals.totalCents)}</dd>
        </div>
      </dl>
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
