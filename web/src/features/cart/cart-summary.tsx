import { type Cart, lineKey } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { homeRate, parcelOf, rateCents } from '@savepoint/model/shipping';
import { priceOrder } from '@savepoint/model/totals';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { ButtonLink } from '../../components/button.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import type { EvaluateCart } from '../../lib/cart-promotions.ts';
import { FreeShippingProgress } from './free-shipping.tsx';

interface CartSummaryProps {
  readonly lines: Cart;
  readonly weights: ReadonlyMap<string, number>;
  readonly evaluate: EvaluateCart;
}

/**
 * Totals of the lines with standard delivery in the United States, progress to free shipping, and
 * the link to the checkout; and a bar with the total, at the bottom of the screen while a long cart
 * is read.
 */
export function CartSummary(props: CartSummaryProps) {
  const { settings, isLoading } = useShopSettings();
  const rate = isLoading ? undefined : homeRate(settings.shipping, 'standard');
  const weighed = props.lines.map((line) => ({ ...line, grams: props.weights.get(lineKey(line)) }));
  const parcel = parcelOf(weighed, settings.shipping);
  const option = { id: 'standard', cents: rate === undefined ? 0 : rateCents(rate, parcel) } as const;
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
        <FreeShippingProgress subtotal={totals.subtotalCents} />
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
