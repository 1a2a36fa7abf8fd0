import { type Cart, lineKey } from '@savepoint/model/cart';
import { formatCents } from '@savepoint/model/money';
import { homeRate, parcelOf, rateCents } from '@savepoint/model/shipping';
import { priceOrder } from '@savepoint/model/totals';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { ButtonLink } from '../../components/button.tsx';

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
export function CartSummary(props: { lines: Cart; weights: ReadonlyMap<string, number> }) {
  const { settings, isLoading } = useShopSettings();
  const rate = isLoading ? undefined : homeRate(settings.shipping, 'standard');
  const weighed = props.lines.map((line) => ({ ...line, grams: props.weights.get(lineKey(line)) }));
  const parcel = parcelOf(weighed, settings.shipping);
  const totals = priceOrder(props.lines, { cents: rate === undefined ? 0 : rateCents(rate, parcel) });
  return (
    <section className="card cart-summary" aria-labelledby="cart-summary-title">
      <h2 id="cart-summary-title">Summary</h2>
      {rate?.freeOverCents !== undefined && (
        <FreeShippingProgress subtotal={totals.subtotalCents} over={rate.freeOverCents} />
      )}
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
