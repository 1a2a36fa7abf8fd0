import { describeEdition } from '@savepoint/model/edition';
import { describeLineChange } from '@savepoint/model/line-changes';
import { formatCents, toCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { type HistoryEntry, orderHistory } from '@savepoint/model/order-history';
import { orderNumber } from '@savepoint/model/order-number';
import { describeExchange, describeReturned, describeReturnState } from '@savepoint/model/order-return';
import { RETURN_OUTCOME_NAMES, RETURN_REASON_NAMES } from '@savepoint/model/return-status';
import { creditedCents, providerRefundedCents } from '@savepoint/model/store-credit';
import { DELIVERY_NAMES } from '@savepoint/model/totals';
import type { ReactNode } from 'react';
import { AddressLines } from '../../components/address-lines.tsx';
import { CreditRows } from '../../components/credit-rows.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { TotalsList } from '../../components/totals-list.tsx';
import { formatOrderArrival } from '../../lib/format-delivery.ts';
import { orderPath, productPath } from '../../lib/paths.ts';
import { actorLabel, eventLabel, formatDateTime, RETURN_LABELS } from './order-labels.ts';
import { StatusTag } from './order-list.tsx';

function entryTitle(entry: HistoryEntry, before: readonly HistoryEntry[], isExchange: boolean): string {
  if (entry.kind === 'return') return describeReturnState(entry.of, entry.state);
  if (entry.kind === 'address') return 'Delivery address corrected';
  if (entry.kind === 'edit') return 'Order changed';
  const wasPacked = before.some((each) => each.kind === 'status' && each.status === 'packed');
  if (isExchange && entry.kind === 'status' && entry.status === 'paid' && !wasPacked) return 'Nothing to pay';
  return entry.kind === 'status'
    ? eventLabel(entry, wasPacked)
    : `Refunded ${formatCents(entry.amountCents)}`;
}

function reasonOf(entry: HistoryEntry): string | undefined {
  if (entry.kind === 'address') return undefined;
  return entry.kind === 'return' ? entry.text : entry.reason;
}

function OrderTimeline({ order }: { order: Order }) {
  const history = orderHistory(order);
  return (
    <ol className="timeline" aria-label="Order history">
      {history.map((entry, index) => {
        const actor = actorLabel('actor' in entry ? entry.actor : 'admin');
        return (
          <li
            key={`${entry.at}${entry.kind === 'status' ? entry.status : entry.kind}`}
            aria-current={index === history.length - 1 ? 'step' : undefined}
          >
            <strong>{entryTitle(entry, history.slice(0, index), order.exchangeOf !== undefined)}</strong>
            <span className="muted">
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              {actor && `, ${actor}`}
            </span>
            {entry.kind === 'refund' && entry.units.length > 0 && (
              <span className="timeline-reason">For {entry.units.join(', ')}</span>
            )}
            {entry.kind === 'return' && (
              <span className="timeline-reason">{describeReturned(entry.of, order.lines)}</span>
            )}
            {entry.kind === 'edit' && (
              <span className="timeline-reason">
                {[
                  ...entry.lines.map(describeLineChange),
                  `Total ${formatCents(entry.beforeCents)} to ${formatCents(entry.afterCents)}`,
                ].join(', ')}
              </span>
            )}
            {reasonOf(entry) && <span className="timeline-reason">{reasonOf(entry)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** The state of each return, and instructions for approved ones. */
function OrderReturns({ order }: { order: Order }) {
  const { returns = [], exchangeOf } = order;
  if (returns.length === 0 && exchangeOf === undefined) return null;
  return (
    <section className="card stack" aria-labelledby="order-returns">
      <h2 id="order-returns">Returns and exchanges</h2>
      {exchangeOf !== undefined && (
        <p>
          This is the exchange for{' '}
          <ShopLink to={orderPath(exchangeOf.orderId)}>order {orderNumber(exchangeOf.orderId)}</ShopLink>.
        </p>
      )}
      {returns.map((each) => (
        <div key={each.number} className="order-return">
          <p className="row">
            <strong>{describeReturned(each, order.lines)}</strong>
            <span className={`tag ${RETURN_LABELS[each.state].tag}`}>{RETURN_LABELS[each.state].label}</span>
          </p>
          <p className="muted">
            {RETURN_REASON_NAMES[each.reason]} · {RETURN_OUTCOME_NAMES[each.outcome]}
          </p>
          {each.state === 'approved' && <p className="order-return-text">{each.events.at(-1)?.text}</p>}
          {each.exchangeOrderId !== undefined && (
            <ShopLink to={orderPath(each.exchangeOrderId)}>
              See the exchange, order {orderNumber(each.exchangeOrderId)}
            </ShopLink>
          )}
        </div>
      ))}
    </section>
  );
}

/** The address of an order. */
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
  const { returns = [], exchangeOf } = order;
  const refundedCents = providerRefundedCents(order);
  const backCents = creditedCents(order);
  return (
    <TotalsList
      totals={order}
      promotions={order.promotions}
      shippingLabel={`${DELIVERY_NAMES[order.delivery]} shipping`}
    >
      <CreditRows
        totalCents={order.totalCents}
        creditCents={order.creditCents}
        paidCents={order.paidCents}
        dueLabel="By card"
        exchangedNumber={exchangeOf && orderNumber(exchangeOf.orderId)}
      />
      {refundedCents > 0 && (
        <div>
          <dt>Refunded</dt>
          <dd>{formatCents(refundedCents)}</dd>
        </div>
      )}
      {backCents > 0 && (
        <div>
          <dt>Back in store credit</dt>
          <dd>{formatCents(backCents)}</dd>
        </div>
      )}
      {returns.map(
        ({ number, units, exchangeOrderId }) =>
          exchangeOrderId !== undefined && (
            <div key={number}>
              <dt>{describeExchange(units)}</dt>
              <dd>
                <ShopLink to={orderPath(exchangeOrderId)}>Order {orderNumber(exchangeOrderId)}</ShopLink>
              </dd>
            </div>
          ),
      )}
    </TotalsList>
  );
}

/** The lines of an order with their pictures, and its totals. */
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

/** A pending edit that the shopper has to pay for. */
function EditToPay({ order: { pendingEdit } }: { order: Order }) {
  if (!pendingEdit?.paymentUrl) return null;
  return (
    <section className="card stack" aria-labelledby="order-edit">
      <h2 id="order-edit">Change of your order</h2>
      <p>
        {pendingEdit.lines.map(describeLineChange).join(', ')}. We make it when you have paid, until{' '}
        {formatDateTime(pendingEdit.expiresAt)}; otherwise your order stays as it is.
      </p>
      <div>
        <a className="button" href={pendingEdit.paymentUrl}>
          Pay {formatCents(pendingEdit.afterCents - pendingEdit.beforeCents)}
        </a>
      </div>
    </section>
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
  const arrival = formatOrderArrival(order, new Date());
  return (
    <>
      <div className="order-head">
        <p className="row">
          <StatusTag status={order.status} />
          {arrival !== undefined && <strong>Get it by {arrival}</strong>}
        </p>
        <div className="row">{actions}</div>
      </div>
      <EditToPay order={order} />
      <div className="order-columns">
        <section className="card stack" aria-labelledby="order-items">
          <h2 id="order-items">Items</h2>
          <OrderItems order={order} />
        </section>
        <div className="stack">
          <OrderReturns order={order} />
          <section className="card stack" aria-labelledby="order-timeline">
            <h2 id="order-timeline">Timeline</h2>
            <OrderTimeline order={order} />
            {order.trackingUrl && (
              <a href={order.trackingUrl} rel="noreferrer" target="_blank">
                Track the package (opens the carrier's page)
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
