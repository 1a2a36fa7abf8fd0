import type { LedgerEntry } from '@savepoint/model/ledger';
import { formatCents } from '@savepoint/model/money';
import { orderNumber } from '@savepoint/model/order-number';
import { formatDay } from '../lib/format-date.ts';
import { ShopLink } from './shop-link.tsx';
import './credit-entries.css';

const LABELS: Readonly<Record<LedgerEntry['kind'], string>> = {
  granted: 'Given by the shop',
  issued: 'Gift card issued',
  redeemed: 'Gift card',
  spent: 'Spent',
  returned: 'Back from an unpaid order',
  refunded: 'Refund',
  exchanged: 'Exchange',
  forfeited: 'Account deleted',
};

/** The credits and debits of a store credit account; `orderPath` returns the page of an order. */
export function CreditEntries(props: {
  readonly entries: readonly LedgerEntry[];
  readonly orderPath: (orderId: string) => string;
}) {
  return (
    <ul className="credit-entries" aria-label="Entries">
      {props.entries.map(({ id, at, kind, to, cents, orderId, reason }) => (
        <li key={id}>
          <span>
            <strong>{LABELS[kind]}</strong>
            <span className="muted credit-detail">
              <time dateTime={at}>{formatDay(at)}</time>
              {orderId !== undefined && (
                <>
                  {' · '}
                  <ShopLink to={props.orderPath(orderId)}>Order {orderNumber(orderId)}</ShopLink>
                </>
              )}
              {reason !== undefined && ` · ${reason}`}
            </span>
          </span>
          <strong className="credit-cents">
            {to.startsWith('credit:') ? `+${formatCents(cents)}` : formatCents(-cents)}
          </strong>
        </li>
      ))}
    </ul>
  );
}
