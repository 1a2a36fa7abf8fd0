import { type Cart, lineKey } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { homeRate, parcelOf, rateCents } from '@savepoint/model/shipping';
import { priceOrder } from '@savepoint/model/totals';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { ButtonLink } from '../../components/button.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import type { EvaluateCart } from '../../lib/cart-promotions.ts';

/** `subtotal` and `over` in cents. Orders strictly over that ship free. */
function FreeShippingProgress({ subtotal, over }: { subtotal: number; over: number }) {
  const remaining = over - subtotal;
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
        max={over}
        value={Math.min(subtotal, over)}
        aria-label="Progress to free shipping"
      />
      <div className="free-shipping-bar" aria-hidden>
        <span style={{ width: `${Math.min(100, (subtotal / over) * 100)}%` }} />
      </div>
    </div>
  );
}

/**
 * Totals of the lines with standard delivery in the United States, progress to free shipping, and
 * the link to the checkout.
 */
export function CartSummary(props: {
  lines: Cart;
  weights: ReadonlyMap<string, number>;
  evaluate: EvaluateCart;
}) {
  const { settings, isLoading } = useShopSettings();
  const rate = isLoading ? undefined : homeRate(settings.shipping, 'standard');
  const weighed = props.lines.map((line) => ({ ...line, grams: props.weights.get(lineKey(line)) }));
  const parcel = parcelOf(weighed, settings.shipping);
  const option = { id: 'standard', cents: rate === undefined ? 0 : rateCents(rate, parcel) } as const;
  const promotions = props.evaluate(option);
  const totals = priceOrder(props.lines, option, 0, promotions.discounts);
  return (
    <section className="card cart-summary" aria-labelledby="cart-summary-title">
      <h2 id="cart-summary-title">Summary</h2>
      {rate?.freeOverCents !== undefined && (
        <FreeShippingProgress subtotal={totals.subtotalCents} over={rate.freeOverCents} />
      )}
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
        We confirm prices when you place your order. Shipping to other countries and tax, if any, are added at
        checkout.
      </p>
    </section>
  );
}
