import { formatCents } from '@savepoint/model/money';
import type { ShippingRate } from '@savepoint/model/shipping';

interface FreeShippingProgressProps {
  /** In cents. */
  readonly subtotal: number;
  /** Of standard delivery at home; undefined while it is not known. */
  readonly rate: ShippingRate | undefined;
  /** What promotions leave of its price. */
  readonly shippingCents: number;
  /** Orders of more are shipped free by a promotion; undefined where none does. */
  readonly promotedOver?: number | undefined;
}

/**
 * How far a cart is from free shipping at home, which orders of strictly more than the rate's limit
 * have, and those that a promotion ships free; nothing where it cannot become free.
 */
export function FreeShippingProgress(props: FreeShippingProgressProps) {
  const { subtotal, rate, shippingCents, promotedOver = Infinity } = props;
  const over = Math.min(rate?.freeOverCents ?? Infinity, promotedOver);
  const isFree = shippingCents === 0;
  if (rate === undefined || (over === Infinity && !isFree)) return null;
  const end = over === Infinity ? subtotal : over;
  return (
    <div className="free-shipping" data-free={isFree || undefined}>
      <p>
        {isFree
          ? 'You’ve unlocked free US shipping'
          : `You’re ${formatCents(end + 1 - subtotal)} away from free US shipping`}
      </p>
      <meter
        className="visually-hidden"
        min={0}
        max={end}
        value={isFree ? end : subtotal}
        aria-label="Progress to free shipping"
      />
      <div className="free-shipping-bar" aria-hidden>
        <span style={{ width: isFree ? '100%' : `${(subtotal / end) * 100}%` }} />
      </div>
    </div>
  );
}
