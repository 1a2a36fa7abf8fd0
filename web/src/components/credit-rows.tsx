import { formatCents } from '@savepoint/model/money';
import { dueCents } from '@savepoint/model/store-credit';

/** The rows after a total that store credit pays a part of; `dueLabel` names what is left. */
export function CreditRows(props: {
  readonly totalCents: number;
  readonly creditCents: number | undefined;
  readonly dueLabel: string;
}) {
  const { creditCents = 0 } = props;
  if (creditCents === 0) return null;
  return (
    <>
      <div className="totals-discount">
        <dt>Store credit</dt>
        <dd>{formatCents(-creditCents)}</dd>
      </div>
      <div className="totals-grand">
        <dt>{props.dueLabel}</dt>
        <dd>{formatCents(dueCents({ totalCents: props.totalCents, creditCents }))}</dd>
      </div>
    </>
  );
}
