import { formatCents, toCents } from '@savepoint/model/money';
import { isOnSale } from '../lib/on-sale.ts';

/** A price in dollars, with the compare-at price struck through if it is higher. */
export function Price(props: { price: number; compareAtPrice?: number | undefined }) {
  const isReduced = isOnSale(props);
  return (
    <span className="price">
      {isReduced && <span className="visually-hidden">Now </span>}
      <span className={isReduced ? 'price-sale' : undefined}>{formatCents(toCents(props.price))}</span>
      {isReduced && (
        <>
          <span className="visually-hidden">, before </span>
          <s className="price-compare-at">{formatCents(toCents(props.compareAtPrice ?? 0))}</s>
        </>
      )}
    </span>
  );
}
