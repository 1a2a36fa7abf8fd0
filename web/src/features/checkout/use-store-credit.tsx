import { formatCents } from '@savepoint/model/money';
import { creditToUse, refundableCents } from '@savepoint/model/store-credit';
import { type ReactNode, useState } from 'react';
import { useSelector } from 'react-redux';
import { useStoreCreditQuery } from '../../api/credit-endpoints.ts';
import { useLastOrderQuery } from '../../api/order-endpoints.ts';
import { selectUser } from '../../session/session-slice.ts';

/** The store credit used for an order, and the checkbox that enables it. */
export interface UsedCredit {
  readonly creditCents: number;
  /** Undefined for a shopper without store credit. */
  readonly field: ReactNode;
}

/** The shopper's store credit for an order; credit held by an unpaid order is available as well. */
export function useStoreCredit(): (totalCents: number) => UsedCredit {
  const uid = useSelector(selectUser)?.uid ?? '';
  const { data: credit } = useStoreCreditQuery(uid, { skip: uid === '' });
  const { data: last } = useLastOrderQuery(uid, { skip: uid === '' });
  const [isUsed, setUsed] = useState(true);
  const held =
    last?.status === 'pending' ? refundableCents({ ...last, paidCents: 0, refundedCents: 0 }) : undefined;
  const availableCents = (credit?.cents ?? 0) + (held?.creditCents ?? 0);
  return (totalCents) => {
    const usableCents = creditToUse(totalCents, availableCents);
    if (usableCents === 0) return { creditCents: 0, field: undefined };
    return {
      creditCents: isUsed ? usableCents : 0,
      field: (
        <label className="choice">
          <input type="checkbox" checked={isUsed} onChange={(event) => setUsed(event.target.checked)} />
          <span>
            Use {formatCents(usableCents)} of store credit
            <span className="muted checkout-small checkout-credit">
              You have {formatCents(availableCents)}.
            </span>
          </span>
        </label>
      ),
    };
  };
}
