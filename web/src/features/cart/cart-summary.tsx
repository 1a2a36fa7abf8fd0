import type { Cart } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { priceOrder } from '@savepoint/model/totals';
import { ButtonLink } from '../../components/button.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import type { EvaluateCart } from '../../lib/cart-promotions.ts';
import { FreeShippingProgress } from './free-shipping.tsx';
import { useHomeDelivery } from './use-home-delivery.ts';

interface CartSummaryProps {
  readonly lines: Cart;
  readonly weights: ReadonlyMap<string, number>;
  readonly evaluate: EvaluateCart;
}

/**
 * Totals of the lines with standard delivery in the United States, progress to free shipping, and
 * the link to the checkout; and a bar with the total at the bottom of the screen for long carts.
 */
export function CartSummary(props: CartSummaryProps) {
  const { rate, option } = useHomeDelivery(props.lines, props.weights);
  const promotions = props.evaluate(option);
  const totals = priceOrder(props.lines, option, 0, promotions.discounts);
  return (
    <>
      <div className="cart-bar">
        <strong>{formatCents(totals.totalCents)}</strong>
        <ButtonLink to="/checkout">Check out</ButtonLink>
      </div>
      <section className="card cart-summary" aria-labelledby="cart-summary-title">
        <h2 id="cart-summary-title">Summary</h2>
        <FreeShippingProgress
          subtotal={totals.subtotalCents}
          rate={rate}
          shippingCents={totals.shippingCents}
          promotedOver={promotions.freeShippingOverCents}
        />
        <TotalsList
          totals={totals}
          promotions={promotions.discounts.applied}
          {...(rate && { shippingLabel: 'Standard shipping in the US' })}
        />
        {promotions.field}
        <ButtonLink to="/checkout" fullWidth>
          Check out
        </ButtonLink>
        <p className="muted cart-summary-note">
          We confirm prices when you place your order. Shipping to other countries and tax, if any, are added
          at checkout.
        </p>
      </section>
    </>
  );
}
