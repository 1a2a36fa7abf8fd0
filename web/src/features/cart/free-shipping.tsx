import { formatCents } from '@savepoint/model/money';
import { homeRate } from '@savepoint/model/shipping';
import { useShopSettings } from '../../api/settings-endpoints.ts';

/**
 * How far a subtotal, in cents, is from free shipping at home, which orders of strictly more have;
 * nothing where no delivery is ever free.
 */
export function FreeShippingProgress({ subtotal }: { subtotal: number }) {
  const { settings, isLoading } = useShopSettings();
  const over = isLoading ? undefined : homeRate(settings.shipping, 'standard')?.freeOverCents;
  if (over === undefined) return null;
  const missing = over + 1 - subtotal;
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
