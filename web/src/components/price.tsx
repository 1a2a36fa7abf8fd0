import { formatCents, toCents } from '@savepoint/model/money';

/** A price in dollars, with the compare-at price struck through while it is higher. */
export function Price(props: { price: number; compareAtPrice?: number | undefined }) {
  const isOnSale = props.compareAtPrice !== undefined && props.compareAtPrice > props.price;
  return (
    <span className="price">
      {isOnSale && <span className="visually-hidden">Now </span>}
      <span className={isOnSale ? 'price-sale' : undefined}>{formatCents(toCents(props.price))}</span>
      {isOnSale && (
        <>
          <span className="visually-hidden">, before </span>
          <s className="price-compare-at">{formatCents(toCents(props.compareAtPrice ?? 0))}</s>
        </>
      )}
    </span>
  );
}
