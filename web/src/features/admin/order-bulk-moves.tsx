import type { Order, OrderStatus } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { nextStatuses, transitionPermission } from '@savepoint/model/order-status';
import { may } from '@savepoint/model/roles';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { selectUser } from '../../session/session-slice.ts';
import { errorMessage } from './admin-endpoints.ts';
import { useUpdateOrderMutation } from './order-endpoints.ts';
import { statusLabel } from './order-labels.ts';

/** Statuses that orders can be moved to together: those that need no reason. */
const MOVES = ['packed', 'shipped', 'delivered'] as const satisfies readonly OrderStatus[];

const countOrders = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

/**
 * Moves the selected orders to their next status: a button for each status that some of them can have next. One request each, so that an
 * order that has changed in the meantime keeps none of the others from moving; it stays selected, and the message says why.
 */
export function OrderBulkMoves(props: {
  selected: readonly Order[];
  onMoved: (ids: readonly string[]) => void;
}) {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const [update] = useUpdateOrderMutation();
  const [busy, setBusy] = useState(false);

  const move = async (orders: readonly Order[], status: OrderStatus) => {
    setBusy(true);
    const moved: string[] = [];
    const failures: string[] = [];
    for (const { id } of orders) {
      const { error } = await update({ orderId: id, status });
      if (error === undefined) moved.push(id);
      else failures.push(`${orderNumber(id)}: ${errorMessage(error)}`);
    }
    setBusy(false);
    props.onMoved(moved);
    const label = statusLabel(status).toLowerCase();
    if (moved.length > 0) dispatch(toastShown({ text: `${countOrders(moved.length)} ${label}.` }));
    if (failures.length > 0)
      dispatch(
        toastShown({ text: `${countOrders(failures.length)} not ${label}. ${failures[0]}`, tone: 'error' }),
      );
  };

  return (
    <section className="notice admin-bulk row" aria-label="Selected orders">
      <strong>{countOrders(props.selected.length)} selected</strong>
      {MOVES.map((status) => {
        const movable = props.selected.filter(
          (order) =>
            nextStatuses(order.status, 'admin').includes(status) &&
            transitionPermission(order.status, status) === 'fulfilOrders' &&
            may(user?.role, 'fulfilOrders'),
        );
        if (movable.length === 0) return null;
        return (
          <Button key={status} busy={busy} onClick={() => move(movable, status)}>
            Mark {movable.length} {statusLabel(status).toLowerCase()}
          </Button>
        );
      })}
    </section>
  );
}
