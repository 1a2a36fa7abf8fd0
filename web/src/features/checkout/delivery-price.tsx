import { formatCents } from '@savepoint/model/money';
import type { DeliveryOption } from '@savepoint/model/totals';

/** A delivery option with its price after promotions. */
export interface OfferedDelivery extends DeliveryOption {
  readonly paidCents: number;
}

/** The price of a delivery option, with the original price struck through if it is higher. */
export function DeliveryPrice({ cents, paidCents }: Pick<OfferedDelivery, 'cents' | 'paidCents'>) {
  const isReduced = paidCents < cents;
  return (
    <span className="price">
      {isReduced && <span className="visually-hidden">Now </span>}
      <span>{paidCents === 0 ? 'Free' : formatCents(paidCents)}</span>
      {isReduced && (
        <>
          <span className="visually-hidden">, before </span>
          <s className="price-compare-at">{formatCents(cents)}</s>
        </>
      )}
    </span>
  );
}
