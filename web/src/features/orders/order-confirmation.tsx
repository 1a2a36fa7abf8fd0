import type { Order } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { describeWorkingDays, shippingZone } from '@savepoint/model/shipping';
import { DELIVERY_NAMES } from '@savepoint/model/totals';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { EmailText } from '../../components/email-text.tsx';
import { OrderAddress, OrderItems } from './order-details.tsx';

function NextSteps({ order }: { order: Order }) {
  const { shipping } = useShopSettings().settings;
  const zone = shippingZone(shipping, order.address);
  // The time promised when it was ordered, whatever the current settings.
  const workingDays = order.workingDays ?? zone?.rates.find(({ id }) => id === order.delivery)?.workingDays;
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
      {workingDays && (
        <li>
          {DELIVERY_NAMES[order.delivery]} delivery: {describeWorkingDays(workingDays)}, once we have handed
          it to the carrier. An email tells you when, with a tracking link if the carrier gives one.
        </li>
      )}
      {zone?.isAbroad && <li>{shipping.dutiesNotice}</li>}
    </ol>
  );
}

/** The ordered items, the address and the next steps, after the payment. */
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
