import { formatCents } from '@savepoint/model/money';
import type { DeliveryOption } from '@savepoint/model/totals';

/** A way of delivery with what promotions leave of its price. */
export interface OfferedDelivery extends DeliveryOption {
  readonly paidCents: number;
}

/** What is paid for a way of delivery, with its own price struck through where that is more. */
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
