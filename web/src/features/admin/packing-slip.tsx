import { describeEdition } from '@savepoint/model/edition';
import type { Order } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { DELIVERY_NAMES } from '@savepoint/model/totals';
import { unitsToSend } from '@savepoint/model/units-to-send';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { AddressLines } from '../../components/address-lines.tsx';
import { Wordmark } from '../../components/wordmark.tsx';
import { formatDateTime } from './format-date-time.ts';

/** The recipient and the address of an order. */
export function OrderAddress({ order }: { order: Order }) {
  const { address } = order;
  return (
    <address className="admin-address">
      <span>{address.name}</span>
      <AddressLines address={address} />
    </address>
  );
}

/**
 * The content of the parcel, its recipient and the return address; no prices. Each prints on a
 * separate page.
 */
export function PackingSlip({ order }: { order: Order }) {
  const { store } = useShopSettings().settings;
  const lines = order.lines
    .map((line) => ({ ...line, quantity: unitsToSend(order, line) }))
    .filter(({ quantity }) => quantity > 0);
  const titleId = `slip-${order.id}`;
  return (
    <section className="card packing-slip" aria-labelledby={titleId}>
      <header className="packing-slip-head">
        <p className="logo">
          <Wordmark />
        </p>
        {store.returnAddress !== '' && (
          <address className="packing-slip-sender">
            Return to:{'\n'}
            {store.senderName}
            {'\n'}
            {store.returnAddress}
          </address>
        )}
      </header>
      <h2 id={titleId}>Packing slip</h2>
      <p>
        Order {orderNumber(order.id)} · {formatDateTime(order.createdAt)} · {DELIVERY_NAMES[order.delivery]}{' '}
        delivery
      </p>
      <OrderAddress order={order} />
      <table className="admin-table">
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Item</th>
            <th scope="col">Size</th>
            <th scope="col">SKU</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.id}|${line.size}`}>
              <td>{line.quantity}</td>
              <th scope="row">
                {line.name}
                {line.edition !== undefined && `, ${describeEdition(line.edition)}`}
              </th>
              <td>{line.size ?? '–'}</td>
              <td>{line.sku ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.note && <p>Note: {order.note}</p>}
      {order.packingNote && <p>Note of the shop: {order.packingNote}</p>}
    </section>
  );
}
