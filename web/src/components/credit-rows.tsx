import { formatCents } from '@savepoint/model/money';

/** The rows after a total that is partly paid by store credit; `dueLabel` labels the rest. */
export function CreditRows(props: {
  readonly totalCents: number;
  readonly creditCents: number | undefined;
  /** The total of card payments, if it differs from the rest. */
  readonly paidCents?: number | undefined;
  readonly dueLabel: string;
  /** The number of the exchanged order: its payment covers this one. */
  readonly exchangedNumber?: string | undefined;
}) {
  const { totalCents, creditCents = 0, paidCents = totalCents - creditCents, exchangedNumber } = props;
  if (creditCents === 0) return null;
  return (
    <>
      <div className="totals-discount">
        <dt>{exchangedNumber === undefined ? 'Store credit' : `Paid with order ${exchangedNumber}`}</dt>
        <dd>{formatCents(-creditCents)}</dd>
      </div>
      {(exchangedNumber === undefined || paidCents > 0) && (
        <div className="totals-grand">
          <dt>{props.dueLabel}</dt>
          <dd>{formatCents(paidCents)}</dd>
        </div>
      )}
    </>
  );
}
