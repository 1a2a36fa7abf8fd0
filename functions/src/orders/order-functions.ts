import {
  OrderIdRequestSchema,
  OrderReasonRequestSchema,
  UpdateOrderRequestSchema,
} from '@savepoint/model/callables';
import { ManualOrderRequestSchema } from '@savepoint/model/manual-order';
import { CreateOrderRequestSchema } from '@savepoint/model/order';
import {
  ChangeReturnRequestSchema,
  CorrectAddressRequestSchema,
  OrderNoteRequestSchema,
  RefundOrderRequestSchema,
  RequestReturnRequestSchema,
} from '@savepoint/model/order-changes';
import { EditOrderRequestSchema, WithdrawEditRequestSchema } from '@savepoint/model/order-edit';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { callable, type SignedInCaller } from '../callable/callable.ts';
import { findVerifiedAccount } from '../callable/own-address.ts';
import { functionSettings } from '../config/function-settings.ts';
import { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from '../config/settings.ts';
import { auth } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import * as orderNotes from './add-order-note.ts';
import * as orderChanges from './change-order.ts';
import * as addressCorrection from './correct-address.ts';
import * as orderEdits from './edit-order.ts';
import * as orderExpiry from './expire-orders.ts';
import * as manualOrders from './place-manual-order.ts';
import { productionContext } from './production-context.ts';
import { applyPaymentEvent } from './record-payment.ts';
import * as partialRefund from './refund-order.ts';
import * as orderReplacement from './replace-order.ts';
import * as orderReturns from './return-order.ts';

const options = { secrets: [STRIPE_SECRET_KEY] };
const toShopper = ({ uid, email }: SignedInCaller) => ({ uid, email });
const toStaffMember = ({ uid, email, role }: SignedInCaller) => ({ uid, email, role });

/** Creates the caller's order and its payment page; see replace-order.ts. */
export const createOrder = callable({
  name: 'createOrder',
  access: 'signed-in',
  schema: CreateOrderRequestSchema,
  options,
  handle: async (request, caller) =>
    orderReplacement.replaceOrder(
      await productionContext(caller.origin),
      toShopper(caller),
      request,
      caller.network,
    ),
});

/** Returns the payment page of the caller's pending order. */
export const createPaymentSession = callable({
  name: 'createPaymentSession',
  access: 'signed-in',
  schema: OrderIdRequestSchema,
  options,
  handle: async ({ orderId }, caller) =>
    orderChanges.createPaymentSession(await productionContext(caller.origin), toShopper(caller), orderId),
});

/** Cancels the caller's order before it is packed. */
export const cancelOrder = callable({
  name: 'cancelOrder',
  access: 'signed-in',
  schema: OrderReasonRequestSchema,
  options,
  handle: async (request, caller) =>
    orderChanges.cancelOrder(await productionContext(), toShopper(caller), request),
});

/** Requests a return of units of the caller's order; see return-order.ts. */
export const requestReturn = callable({
  name: 'requestReturn',
  access: 'signed-in',
  schema: RequestReturnRequestSchema,
  options,
  handle: async (request, caller) =>
    orderReturns.requestReturn(await productionContext(), toShopper(caller), request),
});

/**
 * Changes an order's status or tracking URL. The use case decides which changes a role may make.
 */
export const updateOrder = callable({
  name: 'updateOrder',
  access: 'readOrders',
  schema: UpdateOrderRequestSchema,
  options,
  handle: async (request, admin) =>
    orderChanges.updateOrder(await productionContext(), toStaffMember(admin), request),
});

/** Refunds part of an order's payment; see refund-order.ts. */
export const refundOrder = callable({
  name: 'refundOrder',
  access: 'refundOrders',
  schema: RefundOrderRequestSchema,
  options,
  handle: async (request, admin) =>
    partialRefund.refundOrder(await productionContext(), toStaffMember(admin), request),
});

/** Starts, decides about or receives a return; see return-order.ts. */
export const changeReturn = callable({
  name: 'changeReturn',
  access: 'refundOrders',
  schema: ChangeReturnRequestSchema,
  options,
  handle: async (request, admin) =>
    orderReturns.changeReturn(await productionContext(), toStaffMember(admin), request),
});

/** Corrects the address of an order, for its shopper or staff; see correct-address.ts. */
export const correctAddress = callable({
  name: 'correctAddress',
  access: 'signed-in',
  schema: CorrectAddressRequestSchema,
  options,
  handle: async (request, caller) =>
    addressCorrection.correctAddress(await productionContext(), toStaffMember(caller), request),
});

/** Edits an order that is not packed, or previews the changes; see edit-order.ts. */
export const editOrder = callable({
  name: 'editOrder',
  access: 'editOrders',
  schema: EditOrderRequestSchema,
  options,
  handle: async (request, staff) =>
    orderEdits.editOrder(await productionContext(), toStaffMember(staff), request),
});

/** Places an order for a customer, or previews its cost; see place-manual-order.ts. */
export const placeManualOrder = callable({
  name: 'placeManualOrder',
  access: 'editOrders',
  schema: ManualOrderRequestSchema,
  options,
  handle: async (request, staff) =>
    manualOrders.placeManualOrder(
      await productionContext(),
      toStaffMember(staff),
      request,
      await findVerifiedAccount(auth(), request.email),
    ),
});

/** Ends an edit that waits for its payment. */
export const withdrawEdit = callable({
  name: 'withdrawEdit',
  access: 'editOrders',
  schema: WithdrawEditRequestSchema,
  options,
  handle: async (request, staff) =>
    orderEdits.withdrawEdit(await productionContext(), toStaffMember(staff), request),
});

/** Adds an internal note to an order. */
export const addOrderNote = callable({
  name: 'addOrderNote',
  access: 'noteOrders',
  schema: OrderNoteRequestSchema,
  options,
  handle: async (request, author) =>
    orderNotes.addOrderNote(await productionContext(), toShopper(author), request),
});

/**
 * Stripe's events. The signature covers the raw body. Responds with 400 to a bad signature, with
 * 200 to an event that was applied, is a duplicate or has no effect here, and with 500 to request
 * redelivery.
 */
export const stripeWebhook = onRequest(
  { ...functionSettings('stripeWebhook'), secrets: [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET] },
  async (request, response) => {
    if (request.method !== 'POST') {
      response.set('Allow', 'POST').status(405).send('Only POST is allowed.');
      return;
    }
    const { default: Stripe } = await import('stripe');
    const { toPaymentEvent } = await import('../payments/stripe-gateway.ts');
    let event: import('stripe').Stripe.Event;
    try {
      const signature = request.get('stripe-signature') ?? '';
      event = Stripe.webhooks.constructEvent(request.rawBody, signature, STRIPE_WEBHOOK_SECRET.value());
    } catch {
      response.status(400).send('The signature does not match the body.');
      return;
    }
    try {
      const outcome = await applyPaymentEvent(await productionContext(), toPaymentEvent(event));
      log.info('payment-event', { id: event.id, type: event.type, outcome });
      response.status(200).json({ received: true });
    } catch (error) {
      log.error('payment-event-failed', { id: event.id, type: event.type }, error);
      response.status(500).send('Not applied; please send it again.');
    }
  },
);

/**
 * Expires unpaid orders and sends pending refunds. Failures, and a backlog that exceeds a run, are
 * logged as errors.
 */
export const expireOrders = onSchedule(
  { ...functionSettings('expireOrders'), schedule: 'every 5 minutes', secrets: [STRIPE_SECRET_KEY] },
  async () => {
    const result = await orderExpiry.expireOrders(await productionContext());
    const { expired, refunded, expiryFailures, refundFailures, hasMore } = result;
    if (expiryFailures + refundFailures > 0 || hasMore) log.error('orders-expired', { ...result });
    else if (expired + refunded > 0) log.info('orders-expired', { ...result });
  },
);
