import { deliveryZone, describeWorkingDays, findDeliveryOption } from '@savepoint/model/delivery-zones';
import type { Order } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { DELIVERY_NAMES } from '@savepoint/model/totals';
import { EmailText } from '../../components/email-text.tsx';
import { DUTIES_NOTICE } from '../../config/duties-notice.ts';
import { OrderAddress, OrderItems } from './order-details.tsx';

function NextSteps({ order }: { order: Order }) {
  const delivery = findDeliveryOption(order.address, order.delivery);
  return (
    <ol className="order-next" aria-label="What happens next">
      {order.status === 'pending' && <li>The payment service confirms your payment.</li>}
      <li>
        We email a confirmation
        {order.email !== undefined && (
          <>
            {' '}
            to{' '}
            <strong>
              <EmailText>{order.email}</EmailText>
            </strong>
          </>
        )}
        .
      </li>
      <li>We pack your order. Until then you can cancel it on its page.</li>
      {delivery && (
        <li>
          {DELIVERY_NAMES[delivery.id]} delivery: {describeWorkingDays(delivery.workingDays)}, once we have
          handed it to the courier. An email tells you when, with a tracking link if the courier gives one.
        </li>
      )}
      {deliveryZone(order.address).isAbroad && <li>{DUTIES_NOTICE}</li>}
    </ol>
  );
}

/** What was ordered, where it goes and what happens next, after the payment. */
export function OrderConfirmation({ order }: { order: Order }) {
  return (
    <div className="order-columns">
      <section className="card stack" aria-labelledby="confirmation-items">
        <h2 id="confirmation-items">Order {orderNumber(order.id)}</h2>
        <OrderItems order={order} />
      </section>
      <div className="stack">
        <section className="card stack" aria-labelledby="confirmation-next">
          <h2 id="confirmation-next">What happens next</h2>
          <NextSteps order={order} />
        </section>
        <section className="card stack" aria-labelledby="confirmation-address">
          <h2 id="confirmation-address">Delivery address</h2>
          <OrderAddress order={order} />
        </section>
      </div>
    </div>
  );
}
