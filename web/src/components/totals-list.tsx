import type { AppliedPromotion } from '@savepoint/model/evaluate-promotions';
import { formatCents } from '@savepoint/model/money';
import type { Totals } from '@savepoint/model/totals';
import type { ReactNode } from 'react';

const nameOf = ({ name, code }: AppliedPromotion) => (code === undefined ? name : `${name} (${code})`);

/**
 * The totals of a cart or an order, with its promotions by name. `children` are rows after the
 * total.
 */
export function TotalsList(props: {
  readonly totals: Totals;
  readonly promotions?: readonly AppliedPromotion[] | undefined;
  /** Absent while shipping is unknown. */
  readonly shippingLabel?: string;
  readonly children?: ReactNode;
}) {
  const { totals, promotions = [] } = props;
  const { discountCents = 0 } = totals;
  // While the server's totals differ from those of these promotions, they are not named.
  const ofItems = promotions.find((each) => each.discountCents === discountCents);
  const ofShipping = promotions.find((each) => each.shippingCents > 0);
  return (
    <dl className="totals">
      <div>
        <dt>Subtotal</dt>
        <dd>{formatCents(totals.subtotalCents)}</dd>
      </div>
      {discountCents > 0 && (
        <div className="totals-discount">
          <dt>{ofItems === undefined ? 'Discount' : nameOf(ofItems)}</dt>
          <dd>{formatCents(-discountCents)}</dd>
        </div>
      )}
      {props.shippingLabel !== undefined && (
        <div>
          <dt>
            {props.shippingLabel}
            {ofShipping !== undefined && <span className="totals-note">{nameOf(ofShipping)}</span>}
          </dt>
          <dd>{totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)}</dd>
        </div>
      )}
      {totals.taxCents > 0 && (
        <div>
          <dt>Tax</dt>
          <dd>{formatCents(totals.taxCents)}</dd>
        </div>
      )}
      <div className="totals-grand">
        <dt>Total</dt>
        <dd>{formatCents(totals.totalCents)}</dd>
      </div>
      {props.children}
    </dl>
  );
}
