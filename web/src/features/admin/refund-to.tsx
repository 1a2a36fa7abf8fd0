import { formatCents } from '@savepoint/model/money';
import type { RefundableCents } from '@savepoint/model/store-credit';

/** `$45.00 to the card, $10.00 to store credit`. */
function describeParts({ cardCents, creditCents }: RefundableCents): string {
  return [
    ...(cardCents > 0 ? [`${formatCents(cardCents)} to the card`] : []),
    ...(creditCents > 0 ? [`${formatCents(creditCents)} to store credit`] : []),
  ].join(', ');
}

/**
 * The choice of a refund's destination, for a form: the value `refundTo` is `credit` or nothing.
 * `all` is the refunded amount, if that is everything left.
 */
export function RefundTo({ all }: { all?: RefundableCents }) {
  return (
    <fieldset>
      <legend>Refund to</legend>
      <label className="choice">
        <input type="radio" name="refundTo" value="" defaultChecked />{' '}
        {all === undefined ? 'The card, then store credit that was spent' : `As paid: ${describeParts(all)}`}
      </label>
      {all?.cardCents !== 0 && (
        <label className="choice">
          <input type="radio" name="refundTo" value="credit" />{' '}
          {all === undefined
            ? 'Store credit'
            : `All ${formatCents(all.cardCents + all.creditCents)} to store credit`}
        </label>
      )}
    </fieldset>
  );
}
