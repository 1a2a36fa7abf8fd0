import { formatCents } from '@savepoint/model/money';

/** The rows after a total that store credit pays a part of; `dueLabel` names what is left. */
export function CreditRows(props: {
  readonly totalCents: number;
  readonly creditCents: number | undefined;
  /** What cards have paid, where that is not what is left of the total. */
  readonly paidCents?: number | undefined;
  readonly dueLabel: string;
  /** The number of the order that was exchanged: what was paid for it pays for this one. */
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
