import { formatCents } from '@savepoint/model/money';
import type { ShippingRate } from '@savepoint/model/shipping';

interface FreeShippingProgressProps {
  /** In cents. */
  readonly subtotal: number;
  /** The domestic standard rate; undefined while unknown. */
  readonly rate: ShippingRate | undefined;
  /** The shipping price after promotions. */
  readonly shippingCents: number;
  /** A promotion ships larger orders free; undefined if none does. */
  readonly promotedOver?: number | undefined;
}

/**
 * A cart's progress to free domestic shipping, by the rate's limit or a promotion; nothing if it
 * cannot become free.
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
