// Owns how a price looks: $ and 2 decimals, the price before a sale struck through.
import { formatCents, toCents } from '@savepoint/model/money';

/** Dollars, as documents carry them. */
export function Price(props: { price: number; compareAtPrice?: number | undefined }) {
  const wasHigher = props.compareAtPrice !== undefined && props.compareAtPrice > props.price;
  return (
    <span className="price">
      {wasHigher && <span className="visually-hidden">Now </span>}
      <span className={wasHigher ? 'price-sale' : undefined}>{formatCents(toCents(props.price))}</span>
      {wasHigher && (
        <>
          <span className="visually-hidden">, before </span>
          <s className="price-compare-at">{formatCents(toCents(props.compareAtPrice ?? 0))}</s>
        </>
      )}
    </span>
  );
}
