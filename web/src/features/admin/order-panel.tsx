import { formatCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { Button } from '../../components/button.tsx';
import { formatDateTime, orderProblems } from './order-labels.ts';
import { OrderTransitionButtons } from './order-transition-buttons.tsx';

/** What goes into the parcel and where it is sent; no prices. */
function PackingSlip({ order }: { order: Order }) {
  const { address } = order;
  return (
    <section className="card packing-slip" aria-labelledby="slip-title">
      <h2 id="slip-title">Packing slip</h2>
      <p>
        Order {order.id} · {formatDateTime(order.createdAt)} · {order.delivery}
      </p>
      <address style={{ display: 'grid', fontStyle: 'normal' }}>
        {[
          address.name,
          address.line1,
          address.line2,
          `${address.postalCode} ${address.city}`,
          address.region,
          address.country,
        ]
          .filter(Boolean)
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </address>
      <table className="admin-table">
        <thead>
          <tr>
            <th scope="col">Pieces</th>
            <th scope="col">Item</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={`${line.id}|${line.size}`}>
              <td>{line.quantity}</td>
              <th scope="row">{line.name}</th>
              <td>{line.size ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.note && <p>Note: {order.note}</p>}
    </section>
  );
}

function OrderProblems({ order }: { order: Order }) {
  const problems = orderProblems(order);
  if (problems.length === 0) return null;
  return (
    <section className="card stack no-print" aria-labelledby="order-problems">
      <h2 id="order-problems">Needs attention</h2>
      <ul className="admin-rows">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </section>
  );
}

function OrderRefundSummary({ order }: { order: Order }) {
  const { refund, refundedCents = 0 } = order;
  if (refund === undefined && refundedCents === 0) return null;
  return (
    <p className="no-print">
      Refunded: {formatCents(refundedCents)}
      {refund !== undefined && ` of ${formatCents(refund.amountCents)} · ${refund.state} · ${refund.reason}`}
    </p>
  );
}

/** One order on the admin pages: transitions, what needs attention, and timeline. The page prints as its packing slip. */
export function OrderPanel({ order }: { order: Order }) {
  return (
    <>
      <div className="row no-print">
        <span className="tag">{order.status}</span>
        <strong>{formatCents(order.totalCents)}</strong>
        <OrderTransitionButtons order={order} />
        <Button variant="secondary" onClick={() => print()}>
          Print packing slip
        </Button>
      </div>
      <OrderProblems order={order} />
      <OrderRefundSummary order={order} />
      <PackingSlip order={order} />
      <section className="card stack no-print" aria-labelledby="admin-timeline">
        <h2 id="admin-timeline">Timeline</h2>
        <ol className="admin-rows">
          {order.timeline.map((entry) => (
            <li key={`${entry.at}${entry.status}`}>
              <strong>{entry.status}</strong> · {formatDateTime(entry.at)} · {entry.actor}
              {entry.reason && ` · ${entry.reason}`}
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
