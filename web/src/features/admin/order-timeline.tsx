import { describeLineChange } from '@savepoint/model/line-changes';
import { formatCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { type HistoryEntry, orderHistory } from '@savepoint/model/order-history';
import { describeReturned, describeReturnState } from '@savepoint/model/order-return';
import { may } from '@savepoint/model/roles';
import { MOVEMENT_ACTORS } from '@savepoint/model/stock-movement';
import { useSelector } from 'react-redux';
import { selectUser } from '../../session/session-slice.ts';
import { formatDateTime } from './format-date-time.ts';
import { useOrderAuditQuery } from './order-endpoints.ts';
import { statusLabel } from './order-labels.ts';

const restockedLabel = (isRestocked: boolean | undefined) =>
  isRestocked ? 'back in stock' : 'not back in stock';

/** What happened, and its details. */
function describeEntry(entry: HistoryEntry, { lines }: Order): [string, ...(string | undefined)[]] {
  switch (entry.kind) {
    case 'refund':
      return [
        `Refunded ${formatCents(entry.amountCents)}`,
        entry.reason,
        entry.units.length > 0 ? `for ${entry.units.join(', ')}` : undefined,
        entry.restocked.length > 0 ? `${entry.restocked.join(', ')} back in stock` : undefined,
      ];
    case 'return':
      return [
        describeReturnState(entry.of, entry.state),
        describeReturned(entry.of, lines),
        entry.text,
        entry.state === 'received' ? restockedLabel(entry.of.restocked) : undefined,
      ];
    case 'address':
      return ['Delivery address corrected'];
    case 'edit':
      return [
        'Order edited',
        ...entry.lines.map(describeLineChange),
        `Total ${formatCents(entry.beforeCents)} to ${formatCents(entry.afterCents)}`,
        entry.reason,
      ];
    case 'status':
      return [
        statusLabel(entry.status),
        entry.reason,
        entry.restocked === undefined ? undefined : restockedLabel(entry.restocked),
      ];
  }
}

/**
 * The history of an order. The order itself does not say which member of the staff made a change,
 * since its customer reads it; the audit log does, to those who may read that.
 */
export function OrderTimeline({ order }: { order: Order }) {
  const role = useSelector(selectUser)?.role;
  const { data: audit = [] } = useOrderAuditQuery(
    { orderId: order.id, updatedAt: order.updatedAt },
    { skip: !may(role, 'readAuditLog') },
  );
  return (
    <section className="card stack no-print" aria-labelledby="admin-timeline">
      <h2 id="admin-timeline">Timeline</h2>
      <ol className="admin-rows">
        {orderHistory(order).map((entry) => {
          const [title, ...details] = describeEntry(entry, order);
          const actor = 'actor' in entry ? entry.actor : 'admin';
          const author = actor === 'admin' && audit.find(({ at }) => at === entry.at)?.email;
          const detail = details.filter(Boolean).join(' · ');
          return (
            <li key={`${entry.at}${entry.kind}${title}`}>
              <strong>{title}</strong>
              {detail !== '' && <span className="admin-detail">{detail}</span>}
              <span className="muted admin-small">
                {formatDateTime(entry.at)} · {author || MOVEMENT_ACTORS[actor]}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
