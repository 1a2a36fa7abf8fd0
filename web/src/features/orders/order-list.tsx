import { formatCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ProductImage } from '../../components/product-image.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { classNames } from '../../lib/class-names.ts';
import { orderPath } from '../../lib/paths.ts';
import { formatDay, RETURN_LABELS, STATUS_LABELS } from './order-labels.ts';
import './orders.css';

const THUMBNAILS_MAX = 4;

/** The status of an order as a colored tag. */
export function StatusTag({ status }: { status: Order['status'] }) {
  const { label, tag } = STATUS_LABELS[status];
  return <span className={classNames('tag', tag)}>{label}</span>;
}

function countItems({ lines }: Order): string {
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  return units === 1 ? '1 item' : `${units} items`;
}

/** Orders as cards, in the given order. */
export function OrderList({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState icon="package" art="locked-chest" title="No orders yet">
        <p>Once you have placed an order, you can track it here.</p>
        <ButtonLink to="/shop">Browse the shop</ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul className="order-list" aria-label="Your orders">
      {orders.map((order) => (
        <li key={order.id} className="card order-card">
          <div className="order-card-head">
            <h2>
              <ShopLink to={orderPath(order.id)}>Order {orderNumber(order.id)}</ShopLink>
            </h2>
            <div className="row">
              {order.openReturn && (
                <span className="tag tag-sun">{RETURN_LABELS[order.openReturn].label}</span>
              )}
              <StatusTag status={order.status} />
            </div>
          </div>
          <p className="muted">
            {formatDay(order.createdAt)} · {countItems(order)} ·{' '}
            {order.exchangeOf === undefined
              ? formatCents(order.totalCents)
              : `Exchange for order ${orderNumber(order.exchangeOf.orderId)}`}
          </p>
          <div className="order-thumbnails">
            {order.lines.slice(0, THUMBNAILS_MAX).map((line) => (
              <span className="image-frame" key={`${line.id}|${line.size}`}>
                <ProductImage src={line.image} alt={line.name} size="thumbnail" />
              </span>
            ))}
            {order.lines.length > THUMBNAILS_MAX && (
              <span className="muted">+{order.lines.length - THUMBNAILS_MAX}</span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
