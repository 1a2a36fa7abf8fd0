import { formatCents } from '@savepoint/model/money';
import { FREE_SHIPPING_OVER_CENTS } from '@savepoint/model/totals';

/** How far a subtotal, in cents, is from free shipping: orders strictly over the threshold have it. */
export function FreeShippingProgress({ subtotal }: { subtotal: number }) {
  const missing = FREE_SHIPPING_OVER_CENTS + 1 - subtotal;
  return (
    <div className="free-shipping" data-free={missing <= 0 || undefined}>
      <p>
        {missing <= 0
          ? 'You’ve unlocked free US shipping'
          : `You’re ${formatCents(missing)} away from free US shipping`}
      </p>
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
