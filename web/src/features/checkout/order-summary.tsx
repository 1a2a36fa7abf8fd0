import { type Cart, countUnits, lineKey, lineTotalCents } from '@savepoint/model/cart';
import { formatCents, toCents } from '@savepoint/model/money';
import { dueCents } from '@savepoint/model/store-credit';
import type { Totals } from '@savepoint/model/totals';
import { CreditRows } from '../../components/credit-rows.tsx';
import { Icon } from '../../components/icon.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import type { CartPromotions } from '../../lib/cart-promotions.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import type { UsedCredit } from './use-store-credit.tsx';

/** The minimum width for the summary beside the steps; checkout.css has the same width. */
const WIDE = '(min-width: 64rem)';
const TITLE = 'Your order';

interface OrderSummaryProps {
  readonly lines: Cart;
  readonly totals: Totals;
  readonly promotions: CartPromotions;
  readonly credit: UsedCredit;
  readonly deliveryName: string;
}

function SummaryContent({ lines, totals, promotions, credit, deliveryName }: OrderSummaryProps) {
  // The content of an open details element is in a separate box, which has no gaps.
  return (
    <div className="stack">
      <ul className="checkout-lines" aria-label="Your items">
        {lines.map((line) => (
          <li key={lineKey(line)}>
            <span className="image-frame">
              <ProductImage src={line.image} alt="" size="thumbnail" />
            </span>
            <span>
              <span className="checkout-line-name">{line.name}</span>
              <span className="muted checkout-small">
                {line.size !== undefined && `Size ${line.size} · `}
                {line.quantity} × {formatCents(toCents(line.price))}
              </span>
            </span>
            <strong>{formatCents(lineTotalCents(line))}</strong>
          </li>
        ))}
      </ul>
      {promotions.field}
      {credit.field}
      <TotalsList
        totals={totals}
        promotions={promotions.discounts.applied}
        shippingLabel={`${deliveryName} shipping`}
      >
        <CreditRows totalCents={totals.totalCents} creditCents={credit.creditCents} dueLabel="To pay" />
      </TotalsList>
    </div>
  );
}

/**
 * The lines and totals of the order: beside the steps on a wide screen, otherwise a row with the
 * total that can be opened; it opens by itself if a code does not apply.
 */
export function OrderSummary(props: OrderSummaryProps) {
  const isWide = useMediaQuery(WIDE);
  if (isWide) {
    return (
      <section className="card checkout-summary" aria-labelledby="checkout-summary-title">
        <h2 id="checkout-summary-title">{TITLE}</h2>
        <SummaryContent {...props} />
      </section>
    );
  }
  const units = countUnits(props.lines);
  return (
    <details className="card checkout-summary" open={props.promotions.hasProblem}>
      <summary>
        <span>
          {TITLE}
          <span className="muted checkout-small">
            {units} {units === 1 ? 'item' : 'items'}
          </span>
        </span>
        <strong>
          {formatCents(
            dueCents({ totalCents: props.totals.totalCents, creditCents: props.credit.creditCents }),
          )}
        </strong>
        <Icon name="chevron" />
      </summary>
      <SummaryContent {...props} />
    </details>
  );
}
