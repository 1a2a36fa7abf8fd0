import type { EmulatorEnv } from '@savepoint/server/http/app';
import {
  createControlApi,
  notFound,
  readControlBody,
  readNoFields,
} from '@savepoint/server/http/control-api';
import type { Hono } from 'hono';
import { z } from 'zod';
import { isEventType } from './core/stripe-vocabulary.ts';
import { expireSession } from './payments/checkout-session.ts';
import { attemptPayment, finishAuthentication } from './payments/pay-session.ts';
import type { Account } from './state/account.ts';
import { NO_REQUEST } from './state/event-request.ts';
import type { CheckoutSessionRecord, PaymentOutcome } from './state/resources.ts';
import type { EventDeliveryQueue } from './webhooks/event-delivery-queue.ts';
import { FAULTS_SCHEMA } from './webhooks/stripe-faults.ts';
import { createWebhookEndpoint } from './webhooks/webhook-endpoint.ts';

export interface ControlContext {
  readonly account: Account;
  readonly deliveries: EventDeliveryQueue;
  /** Deletes everything except the webhook endpoints. */
  readonly reset: () => void;
}

const PAY = z.strictObject({
  card: z.string().default('4242424242424242'),
  email: z.string().default('shopper@example.com'),
  name: z.string().nullable().default(null),
  authenticate: z.enum(['complete', 'fail', 'leave']).default('complete'),
});
const RESEND = z.strictObject({
  body: z.union([z.string().max(1_000_000), z.record(z.string(), z.unknown())]).optional(),
  badSignature: z.boolean().optional(),
  endpoint: z.string().optional(),
  times: z.int().min(1).max(100).default(1),
});
const ENDPOINT = z.strictObject({
  url: z.string(),
  secret: z.string().min(1).nullable().default(null),
  enabledEvents: z
    .array(z.string().refine((type) => type === '*' || isEventType(type), 'Stripe has no such event type'))
    .min(1)
    .default(['*']),
});

/** The routes under /_savepoint/: the common ones, and those that pay, expire, resend and reset. */
export function createStripeControlApi({ account, deliveries, reset }: ControlContext): Hono<EmulatorEnv> {
  const { clock, store } = account;
  const control = createControlApi({
    clock,
    deliveries,
    faultsSchema: FAULTS_SCHEMA,
    listDeliveries: () => [...store.deliveries.values()],
    idle: () => deliveries.idle(),
    clockState: () => ({ now: clock.nowSeconds() }),
  });
  control.get('/state', (context) =>
    context.json({
      clock: { now: clock.nowSeconds(), offsetMs: clock.offsetMs },
      faults: deliveries.faults,
      ...Object.fromEntries(
        Object.entries(store.dump()).map(([kind, entries]) => [kind, entries.map(([, value]) => value)]),
      ),
    }),
  );
  control.post('/reset', (context) => {
    readNoFields(context);
    reset();
    return context.json({ reset: true });
  });
  control.post('/events/:id/resend', async (context) => {
    const id = context.req.param('id');
    const event = store.events.get(id);
    if (event === undefined) throw notFound('event', id);
    const { body, badSignature, endpoint, times } = readControlBody(context, RESEND);
    const sent = Array.from({ length: times }, () =>
      deliveries.resend(event, {
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body, null, 2) }),
        ...(badSignature === undefined ? {} : { badSignature }),
        ...(endpoint === undefined ? {} : { endpointId: endpoint }),
      }),
    ).flat();
    await deliveries.idle();
    return context.json(sent);
  });
  control.post('/sessions/:id/pay', async (context) => {
    const record = findSession(account, context.req.param('id'));
    const outcome = payDirectly(account, record, readControlBody(context, PAY));
    await deliveries.idle();
    return context.json({ outcome, session: record.session });
  });
  control.post('/sessions/:id/expire', async (context) => {
    readNoFields(context);
    const record = findSession(account, context.req.param('id'));
    expireSession(account, record, NO_REQUEST);
    await deliveries.idle();
    return context.json({ session: record.session });
  });
  control.post('/endpoints', (context) =>
    context.json(createWebhookEndpoint(account, readControlBody(context, ENDPOINT))),
  );
  control.delete('/endpoints', (context) => {
    store.webhookEndpoints.clear();
    return context.json([]);
  });
  return control;
}

function findSession(account: Account, id: string): CheckoutSessionRecord {
  const record = account.store.checkoutSessions.get(id);
  if (record === undefined) throw notFound('session', id);
  return record;
}

/** Pays like a shopper on the hosted page, with a card that has not expired. */
function payDirectly(
  account: Account,
  record: CheckoutSessionRecord,
  payment: z.infer<typeof PAY>,
): PaymentOutcome {
  const year = new Date(account.clock.nowMs()).getUTCFullYear() + 4;
  const outcome = attemptPayment(account, record, {
    number: payment.card.replace(/\s/g, ''),
    expMonth: 12,
    expYear: year,
    name: payment.name,
    email: payment.email,
  });
  if (outcome.kind !== 'authenticate' || payment.authenticate === 'leave') return outcome;
  return finishAuthentication(account, record, payment.authenticate === 'complete');
}
