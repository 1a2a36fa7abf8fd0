import { UpdateOrderRequestSchema } from '@savepoint/model/callables';
import { describeEdition } from '@savepoint/model/edition';
import { linePaidCents } from '@savepoint/model/line-amounts';
import { formatCents, toCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { cardRefundedSoFar, refundedSoFar } from '@savepoint/model/order-changes';
import { canEditOrder } from '@savepoint/model/order-edit';
import { orderNumber } from '@savepoint/model/order-number';
import { describeExchange } from '@savepoint/model/order-return';
import { canRefundPart } from '@savepoint/model/order-status';
import { may } from '@savepoint/model/roles';
import { creditedCents, dueCents, providerRefundedCents } from '@savepoint/model/store-credit';
import { unitsRestocked } from '@savepoint/model/units-to-send';
import { useDispatch, useSelector } from 'react-redux';
import { useCorrectAddressMutation } from '../../api/order-endpoints.ts';
import { AddressCorrection } from '../../components/address-correction.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { productPath } from '../../lib/paths.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { selectUser } from '../../session/session-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { adminOrderPath } from './admin-pages.ts';
import { CopyLink } from './copy-link.tsx';
import { formatDateTime } from './format-date-time.ts';
import { OrderEdit, PendingEdit } from './order-edit.tsx';
import { OrderEmails } from './order-emails.tsx';
import { useOrderPaymentQuery, useUpdateOrderMutation } from './order-endpoints.ts';
import { cardPaidCents, orderProblems, statusLabel } from './order-labels.ts';
import { OrderNotes } from './order-notes.tsx';
import { OrderRefund } from './order-refund.tsx';
import { OrderReturns, StartReturn } from './order-returns.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { OrderActionBar, UnpackButton } from './order-transition-buttons.tsx';
import { OrderAddress, PackingSlip } from './packing-slip.tsx';

const TRACKED = ['packed', 'shipped', 'delivered'];

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

function Customer({ order }: { order: Order }) {
  const role = useSelector(selectUser)?.role;
  const { phone } = order.address;
  const [correct] = useCorrectAddressMutation();
  return (
    <section className="card stack no-print" aria-labelledby="order-customer">
      <h2 id="order-customer">Customer</h2>
      <ul className="admin-rows">
        {order.email && (
          <li>
            <a href={`mailto:${order.email}`}>{order.email}</a>
          </li>
        )}
        {phone && (
          <li>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
          </li>
        )}
        <li>
          <OrderAddress order={order} />
          {may(role, 'correctAddresses') && (
            <AddressCorrection
              order={order}
              packedMessage="This order has been packed in the meantime. Close this, mark it not packed, then correct the address."
              packedNote={
                <div className="stack">
                  <p>Packed: mark it not packed to change the address.</p>
                  <div>
                    <UnpackButton order={order} />
                  </div>
                </div>
              }
              onSave={async (address) => {
                const { error } = await correct({ orderId: order.id, address });
                return error === undefined ? undefined : toFailure(error);
              }}
            />
          )}
        </li>
        <li>
          <ShopLink to={`/admin/orders?customer=${encodeURIComponent(order.userId)}`}>
            All orders of this customer
          </ShopLink>
          {order.isGuest && <span className="muted admin-small">Without an account</span>}
        </li>
      </ul>
    </section>
  );
}

/** `Discount: WELCOME10`. */
function discountLabel({ promotions = [] }: Order): string {
  const names = promotions.filter((each) => each.discountCents > 0).map(({ name, code }) => code ?? name);
  return ['Discount', ...names].join(': ');
}

/** `Shipping, $5.99 waived: Free shipping on gear`. */
function shippingLabel({ promotions = [] }: Order): string {
  const waived = promotions.find((each) => each.shippingCents > 0);
  if (waived === undefined) return 'Shipping';
  return `Shipping, ${formatCents(waived.shippingCents)} waived: ${waived.code ?? waived.name}`;
}

function Items({ order }: { order: Order }) {
  const totals: readonly (readonly [string, number])[] = [
    ['Subtotal', order.subtotalCents],
    ...(order.discountCents === undefined ? [] : ([[discountLabel(order), -order.discountCents]] as const)),
    [shippingLabel(order), order.shippingCents],
    ...(order.taxCents > 0 ? ([['Tax', order.taxCents]] as const) : []),
    ['Total', order.totalCents],
    ...(order.creditCents === undefined
      ? []
      : ([
          [
            order.exchangeOf === undefined
              ? 'Store credit'
              : `Paid with order ${orderNumber(order.exchangeOf.orderId)}`,
            -order.creditCents,
          ],
          ...(order.exchangeOf === undefined || dueCents(order) > 0
            ? ([['By card', dueCents(order)]] as const)
            : []),
        ] as const)),
  ];
  return (
    <section className="card stack no-print" aria-labelledby="order-items">
      <h2 id="order-items">Items</h2>
      <div className="admin-scroll">
        <table className="admin-table admin-items">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="admin-amount">
                Price
              </th>
              <th scope="col" className="admin-amount">
                Quantity
              </th>
              <th scope="col" className="admin-amount">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <tr key={`${line.id}|${line.size}`}>
                <th scope="row">
                  <ShopLink to={productPath(line.id)}>{line.name}</ShopLink>
                  {line.size !== undefined && <span className="muted admin-small">Size {line.size}</span>}
                  {line.edition !== undefined && (
                    <strong className="admin-small">{describeEdition(line.edition)}</strong>
                  )}
                </th>
                <td className="admin-amount">{formatCents(toCents(line.price))}</td>
                <td className="admin-amount">
                  {line.quantity}
                  {unitsRestocked(order, line) > 0 && (
                    <span className="muted admin-small">{unitsRestocked(order, line)} back in stock</span>
                  )}
                </td>
                <td className="admin-amount">
                  {formatCents(toCents(line.price) * line.quantity)}
                  {line.discountCents !== undefined && (
                    <span className="muted admin-small">{formatCents(linePaidCents(line))} paid</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals.map(([label, cents]) => (
              <tr key={label}>
                <th scope="row" colSpan={3}>
                  {label}
                </th>
                <td className="admin-amount">{formatCents(cents)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function Payment({ order }: { order: Order }) {
  const { data: payment, isLoading } = useOrderPaymentQuery({ orderId: order.id, status: order.status });
  const { refund, addedPayments = [], returns = [], exchangeOf } = order;
  const refundedCents = providerRefundedCents(order);
  const unsentCents = cardRefundedSoFar(order) - refundedCents;
  const { firstCents, addedCents } = cardPaidCents(order, payment);
  const cardCents = firstCents + addedCents;
  const { creditCents = 0 } = order;
  const backCents = creditedCents(order);
  return (
    <section className="card stack no-print" aria-labelledby="order-payment">
      <h2 id="order-payment">Payment</h2>
      {order.paidBy !== undefined && (
        <p>
          {formatCents(dueCents(order) - addedCents)} paid outside the shop: {order.paidBy}. Return it by hand
          if you cancel the order.
        </p>
      )}
      {isLoading && <Skeleton height="1.55em" />}
      {!isLoading && cardCents === 0 && creditCents === 0 && order.paidBy === undefined && (
        <p className="muted">
          {order.totalCents === 0 && order.status !== 'pending' ? 'Free of charge.' : 'Not paid.'}
        </p>
      )}
      {order.staffDiscount !== undefined && <p>Discount: {order.staffDiscount.reason}</p>}
      {order.status === 'pending' && order.paymentUrl !== undefined && (
        <p>
          <CopyLink url={order.paymentUrl} /> It was emailed and is valid until{' '}
          {formatDateTime(order.expiresAt)}.
        </p>
      )}
      {creditCents > 0 && (
        <p>
          {exchangeOf === undefined
            ? `${formatCents(creditCents)} with store credit`
            : `Paid with order ${orderNumber(exchangeOf.orderId)}, which it is the exchange for.`}
        </p>
      )}
      {payment?.paymentIntentId !== undefined && (
        <p>
          {formatCents(firstCents)} paid by card, reference <code>{payment.paymentIntentId}</code>
        </p>
      )}
      {addedPayments.map(({ cents, paymentIntentId }) => (
        <p key={paymentIntentId}>
          {formatCents(cents)} paid for an edit, reference <code>{paymentIntentId}</code>
        </p>
      ))}
      {(refund !== undefined || refundedCents > 0) && (
        <p>
          Refunded {formatCents(refundedCents)} of the {formatCents(cardCents || dueCents(order))} paid
          {unsentCents > 0 && `, ${formatCents(unsentCents)} ${refund?.state}`}. {refund?.reason}
        </p>
      )}
      {backCents > 0 && <p>{formatCents(backCents)} went into the store credit</p>}
      {returns.map(
        ({ number, units, exchangeOrderId }) =>
          exchangeOrderId !== undefined && (
            <p key={number}>
              {describeExchange(units)},{' '}
              <ShopLink to={adminOrderPath(exchangeOrderId)}>order {orderNumber(exchangeOrderId)}</ShopLink>
            </p>
          ),
      )}
      {cardCents + creditCents > refundedSoFar(order) &&
        !order.pendingEdit &&
        canRefundPart(order.status) && (
          <div>
            <OrderRefund order={order} paidCents={cardCents + creditCents} />
          </div>
        )}
    </section>
  );
}

function Package({ order }: { order: Order }) {
  const dispatch = useDispatch();
  const [update] = useUpdateOrderMutation();
  const form = useForm({
    schema: UpdateOrderRequestSchema,
    toInput: ({ trackingUrl }) => ({ orderId: order.id, trackingUrl }),
    messages: { trackingUrl: 'Enter an address that starts with https://.' },
    onSubmit: async (request) => {
      const { error } = await update(request);
      if (error !== undefined) return toFailure(error);
      dispatch(toastShown({ text: 'Tracking link saved.' }));
      return undefined;
    },
  });
  return (
    <section className="card stack no-print" aria-labelledby="order-package">
      <h2 id="order-package">Package</h2>
      {order.trackingUrl && (
        <p>
          <a href={order.trackingUrl} rel="noreferrer" target="_blank">
            Open the tracking page
          </a>
        </p>
      )}
      <Form form={form} className="stack" aria-label="Tracking link">
        <Field
          label="Tracking link"
          type="url"
          hint="The shopper sees it on the order page."
          defaultValue={order.trackingUrl}
          {...form.field('trackingUrl')}
        />
        <div>
          <SubmitButton form={form} variant="secondary">
            Save
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}

/** One order on the admin pages, as far as the role may see it. It prints as its packing slip. */
export function OrderPanel({ order }: { order: Order }) {
  const role = useSelector(selectUser)?.role;
  return (
    <>
      <OrderActionBar
        order={order}
        others={
          <>
            {canEditOrder(order.status) && !order.pendingEdit && may(role, 'editOrders') && (
              <OrderEdit order={order} />
            )}
            {may(role, 'refundOrders') && <StartReturn order={order} />}
            <Button variant="secondary" onClick={() => print()}>
              Print packing slip
            </Button>
          </>
        }
      >
        <span className="tag">{statusLabel(order.status)}</span>
        <strong>
          {order.exchangeOf === undefined
            ? formatCents(order.totalCents)
            : `Exchange for order ${orderNumber(order.exchangeOf.orderId)}`}
        </strong>
      </OrderActionBar>
      <OrderProblems order={order} />
      <PendingEdit order={order} mayEdit={may(role, 'editOrders')} />
      <div className="admin-columns">
        <div className="admin-stack">
          <Items order={order} />
          <OrderReturns order={order} mayDecide={may(role, 'refundOrders')} />
          <PackingSlip order={order} />
          <OrderTimeline order={order} />
          {may(role, 'noteOrders') && <OrderNotes orderId={order.id} />}
        </div>
        <div className="admin-stack">
          <Customer order={order} />
          {may(role, 'refundOrders') && <Payment order={order} />}
          {may(role, 'fulfilOrders') && TRACKED.includes(order.status) && <Package order={order} />}
          {may(role, 'resendEmails') && <OrderEmails order={order} />}
        </div>
      </div>
    </>
  );
}
