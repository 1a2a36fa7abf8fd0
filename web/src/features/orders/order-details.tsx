import { describeEdition } from '@savepoint/model/edition';
import { formatCents, toCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { type HistoryEntry, orderHistory } from '@savepoint/model/order-history';
import { DELIVERY_NAMES } from '@savepoint/model/totals';
import type { ReactNode } from 'react';
import { AddressLines } from '../../components/address-lines.tsx';
import { CreditRows } from '../../components/credit-rows.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import { productPath } from '../../lib/paths.ts';
import { actorLabel, eventLabel, formatDateTime } from './order-labels.ts';
import { StatusTag } from './order-list.tsx';

function entryTitle(entry: HistoryEntry): string {
  if (entry.kind === 'address') return 'Delivery address corrected';
  return entry.kind === 'status' ? eventLabel(entry) : `Refunded ${formatCents(entry.amountCents)}`;
}

function OrderTimeline({ order }: { order: Order }) {
  const history = orderHistory(order);
  return (
    <ol className="timeline" aria-label="Order history">
      {history.map((entry, index) => {
        const actor = actorLabel(entry.kind === 'refund' ? 'admin' : entry.actor);
        return (
          <li
            key={`${entry.at}${entry.kind === 'status' ? entry.status : entry.kind}`}
            aria-current={index === history.length - 1 ? 'step' : undefined}
          >
            <strong>{entryTitle(entry)}</strong>
            <span className="muted">
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              {actor && `, ${actor}`}
            </span>
            {entry.kind === 'refund' && entry.units.length > 0 && (
              <span className="timeline-reason">For {entry.units.join(', ')}</span>
            )}
            {entry.kind !== 'address' && entry.reason && (
              <span className="timeline-reason">{entry.reason}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Where an order goes. */
export function OrderAddress({ order }: { order: Order }) {
  const { address } = order;
  return (
    <address className="order-address">
      <span>{address.name}</span>
      <AddressLines address={address} />
      {address.phone && <span>{address.phone}</span>}
    </address>
  );
}

function OrderTotals({ order }: { order: Order }) {
  return (
    <TotalsList
      totals={order}
      promotions={order.promotions}
      shippingLabel={`${DELIVERY_NAMES[order.delivery]} shipping`}
    >
      <CreditRows totalCents={order.totalCents} creditCents={order.creditCents} dueLabel="By card" />
      {order.refundedCents !== undefined && order.refundedCents > 0 && (
        <div>
          <dt>Refunded</dt>
          <dd>{formatCents(order.refundedCents)}</dd>
        </div>
      )}
      {order.creditReturnedCents !== undefined && (
        <div>
          <dt>Back in store credit</dt>
          <dd>{formatCents(order.creditReturnedCents)}</dd>
        </div>
      )}
    </TotalsList>
  );
}

/** The lines of an order with their pictures, and its sums. */
export function OrderItems({ order }: { order: Order }) {
  return (
    <>
      <ul className="order-lines">
        {order.lines.map((line) => (
          <li key={`${line.id}|${line.size}`}>
            <span className="image-frame">
              <ProductImage src={line.image} alt="" size="thumbnail" />
            </span>
            <span>
              <ShopLink to={productPath(line.id)}>{line.name}</ShopLink>
              <span className="muted order-line-note">
                {line.size !== undefined && `Size ${line.size} · `}
                {line.quantity} × {formatCents(toCents(line.price))}
              </span>
              {line.edition !== undefined && (
                <strong className="order-line-note">{describeEdition(line.edition)}</strong>
              )}
            </span>
            <strong>{formatCents(toCents(line.price) * line.quantity)}</strong>
          </li>
        ))}
      </ul>
      <OrderTotals order={order} />
    </>
  );
}

/**
 * One order: status, line items, totals, timeline and address. `actions` are its buttons,
 * `correction` is the one at its address.
 */
export function OrderDetails({
  order,
  actions,
  correction,
}: {
  order: Order;
  actions: ReactNode;
  correction: ReactNode;
}) {
  return (
    <>
      <div className="order-head">
        <StatusTag status={order.status} />
        <div className="row">{actions}</div>
      </div>
      <div className="order-columns">
        <section className="card stack" aria-labelledby="order-items">
          <h2 id="order-items">Items</h2>
          <OrderItems order={order} />
        </section>
        <div className="stack">
          <section className="card stack" aria-labelledby="order-timeline">
            <h2 id="order-timeline">Timeline</h2>
            <OrderTimeline order={order} />
            {order.trackingUrl && (
              <a href={order.trackingUrl} rel="noreferrer" target="_blank">
                Track the parcel (opens the courier's page)
              </a>
            )}
          </section>
          <section className="card stack" aria-labelledby="order-address">
            <h2 id="order-address">Delivery address</h2>
            <OrderAddress order={order} />
            {correction}
            {order.note && <p className="muted">Note: {order.note}</p>}
          </section>
        </div>
      </div>
    </>
  );
}
