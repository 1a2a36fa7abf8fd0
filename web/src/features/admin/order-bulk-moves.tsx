import type { Order, OrderStatus } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { nextStatuses, transitionPermission } from '@savepoint/model/order-status';
import { may } from '@savepoint/model/roles';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { selectUser } from '../../session/session-slice.ts';
import { errorMessage } from './admin-endpoints.ts';
import { downloadCsv } from './download-csv.ts';
import { useUpdateOrderMutation } from './order-endpoints.ts';
import { consequence, statusLabel } from './order-labels.ts';
import { customsRows, labelRows } from './shipping-csv.ts';
import { useUndoToast } from './undo.ts';
import { undoPacking } from './undo-packing.ts';

/** Statuses that several orders can be moved to at once: those that need no reason. */
const MOVES = ['packed', 'shipped', 'delivered'] as const satisfies readonly OrderStatus[];

interface Move {
  readonly orders: readonly Order[];
  readonly status: OrderStatus;
  /** The irreversible consequence to confirm. */
  readonly consequence: string | undefined;
}

const moveLabel = ({ orders, status }: Move) => `Mark ${orders.length} ${statusLabel(status).toLowerCase()}`;

const countOrders = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

/**
 * Moves the selected orders to their next status: one button per possible status. Each order is a
 * separate request, so that one that has changed meanwhile does not block the others; it stays
 * selected, and the message says why.
 */
export function OrderBulkMoves(props: {
  selected: readonly Order[];
  onMoved: (ids: readonly string[]) => void;
}) {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const [update] = useUpdateOrderMutation();
  const showUndo = useUndoToast(undoPacking);
  const { shipping } = useShopSettings().settings;
  const [busy, setBusy] = useState(false);
  /** The move to confirm. */
  const [pending, setPending] = useState<Move>();

  const move = async ({ orders, status }: Move) => {
    setPending(undefined);
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
    const text = `${countOrders(moved.length)} ${label}.`;
    if (moved.length > 0 && status === 'packed') showUndo(text, moved);
    else if (moved.length > 0) dispatch(toastShown({ text }));
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
        const [first] = movable;
        if (first === undefined) return null;
        const chosen = { orders: movable, status, consequence: consequence(status, first.status) };
        return (
          <Button
            key={status}
            busy={busy}
            onClick={() => (chosen.consequence === undefined ? move(chosen) : setPending(chosen))}
          >
            {moveLabel(chosen)}
          </Button>
        );
      })}
      <ButtonLink
        variant="secondary"
        to={`/admin/orders/slips?orders=${props.selected.map(({ id }) => encodeURIComponent(id)).join(',')}`}
      >
        Packing slips
      </ButtonLink>
      <Button
        variant="secondary"
        onClick={() => downloadCsv('labels.csv', labelRows(props.selected, shipping.defaultGrams))}
      >
        Labels CSV
      </Button>
      <Button
        variant="secondary"
        onClick={() => downloadCsv('customs.csv', customsRows(props.selected, shipping.defaultGrams))}
      >
        Customs CSV
      </Button>
      <Dialog
        open={pending !== undefined}
        title={pending === undefined ? '' : moveLabel(pending)}
        onClose={() => setPending(undefined)}
      >
        {pending !== undefined && (
          <div className="stack">
            <p>{pending.consequence}</p>
            <div>
              <Button onClick={() => move(pending)}>{moveLabel(pending)}</Button>
            </div>
          </div>
        )}
      </Dialog>
    </section>
  );
}
