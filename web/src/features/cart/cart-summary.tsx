import { type Cart, lineKey } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { homeRate, parcelOf, rateCents } from '@savepoint/model/shipping';
import { priceOrder } from '@savepoint/model/totals';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { ButtonLink } from '../../components/button.tsx';
import { FreeShippingProgress } from './free-shipping.tsx';

interface CartSums {
  readonly lines: Cart;
  readonly weights: ReadonlyMap<string, number>;
}

/** The sums of a cart with standard delivery at home, and what that costs where there is one. */
function useCartTotals({ lines, weights }: CartSums) {
  const { settings, isLoading } = useShopSettings();
  const rate = isLoading ? undefined : homeRate(settings.shipping, 'standard');
  const weighed = lines.map((line) => ({ ...line, grams: weights.get(lineKey(line)) }));
  const parcel = parcelOf(weighed, settings.shipping);
  return {
    rate,
    totals: priceOrder(lines, { cents: rate === undefined ? 0 : rateCents(rate, parcel) }),
  };
}

/** The total and the way to the checkout, at the bottom of the screen while a long cart is read. */
export function CartBar(props: CartSums) {
  const { totals } = useCartTotals(props);
  return (
    <div className="cart-bar">
      <strong>{formatCents(totals.totalCents)}</strong>
      <ButtonLink to="/checkout">Check out</ButtonLink>
    </div>
  );
}

/**
 * Totals of the lines with standard delivery in the United States, progress to free shipping, and
 * the link to the checkout.
 */
export function CartSummary(props: CartSums) {
  const { rate, totals } = useCartTotals(props);
  return (
    <section className="card cart-summary" aria-labelledby="cart-summary-title">
      <h2 id="cart-summary-title">Summary</h2>
      <FreeShippingProgress subtotal={totals.subtotalCents} />
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatCents(totals.subtotalCents)}</dd>
        </div>
        {rate && (
          <div>
            <dt>Standard shipping in the US</dt>
            <dd>{totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)}</dd>
          </div>
        )}
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
