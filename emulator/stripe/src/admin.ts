// Owns the control API under /_savepoint/: what a test or a developer may do that no client of the real API can.
// Bodies are JSON; unknown fields are refused.

import { z } from 'zod';
import type { Clock } from './core/clock.ts';
import { expireSession } from './payments/checkout-session.ts';
import { attemptPayment, finishAuthentication } from './payments/pay-session.ts';
import type { Account } from './state/account.ts';
import { NO_REQUEST } from './state/origin.ts';
import type { CheckoutRecord, PaymentOutcome } from './state/resources.ts';
import type { DeliveryQueue } from './webhooks/delivery-queue.ts';
import { FAULTS_SCHEMA, noFaults } from './webhooks/faults.ts';
import { createEndpoint } from './webhooks/webhook-endpoint.ts';

/** What the control API works with. */
export interface AdminContext {
  readonly account: Account;
  readonly clock: Clock;
  readonly deliveries: DeliveryQueue;
  /** Empties everything but the endpoints, books nothing. */
  readonly reset: () => void;
}

/** The answer: a status and something to send as JSON. */
export interface AdminAnswer {
  readonly status: number;
  readonly body: unknown;
}

const PAY = z.strictObject({
  card: z.string().default('4242424242424242'),
  email: z.string().default('shopper@example.com'),
  name: z.string().nullable().default(null),
  authenticate: z.enum(['complete', 'fail', 'leave']).default('complete'),
});
const ADVANCE = z.strictObject({ seconds: z.number().min(0).max(31_536_000) });
const RELEASE = z.strictObject({ order: z.enum(['first-first', 'last-first']).default('first-first') });
const RESEND = z.strictObject({
  body: z.union([z.string().max(1_000_000), z.record(z.string(), z.unknown())]).optional(),
  badSignature: z.boolean().optional(),
  endpoint: z.string().optional(),
  times: z.int().min(1).max(100).default(1),
});
const ENDPOINT = z.strictObject({
  url: z.string(),
  secret: z.string().min(1).nullable().default(null),
  enabledEvents: z.array(z.string()).min(1).default(['*']),
});
const EMPTY = z.strictObject({});

type Handler = (context: AdminContext, body: unknown, id: string) => AdminAnswer | Promise<AdminAnswer>;

function ok(body: unknown): AdminAnswer {
  return { status: 200, body };
}

/** Method and path to work; `:id` stands for one part. */
const ROUTES: Record<string, Handler> = {
  'GET /state': ({ account, clock, deliveries }) => {
    const dump = account.store.dump();
    return ok({
      clock: { now: clock.nowSeconds(), offsetMs: clock.offsetMs },
      faults: deliveries.faults,
      ...Object.fromEntries(
        Object.entries(dump).map(([kind, entries]) => [kind, entries.map(([, value]) => value)]),
      ),
    });
  },
  'POST /reset': ({ reset }, body) => {
    EMPTY.parse(body);
    reset();
    return ok({ reset: true });
  },
  'POST /clock/advance': async ({ clock, deliveries }, body) => {
    const { seconds } = ADVANCE.parse(body);
    await deliveries.settle();
    await clock.advance(seconds * 1000, () => deliveries.settle());
    await deliveries.settle();
    return ok({ now: clock.nowSeconds() });
  },
  'GET /faults': ({ deliveries }) => ok(deliveries.faults),
  'POST /faults': ({ deliveries }, body) => {
    const asked = Object.entries(FAULTS_SCHEMA.parse(body)).filter(([, value]) => value !== undefined);
    deliveries.faults = { ...deliveries.faults, ...Object.fromEntries(asked) };
    return ok(deliveries.faults);
  },
  'DELETE /faults': ({ deliveries }) => {
    deliveries.faults = noFaults();
    return ok(deliveries.faults);
  },
  'GET /deliveries': ({ account }) => ok([...account.store.deliveries.values()].reverse()),
  'POST /deliveries/release': async ({ deliveries }, body) => {
    const released = deliveries.release(RELEASE.parse(body).order);
    await deliveries.settle();
    return ok({ released });
  },
  'POST /deliveries/now': async ({ deliveries }, body) => {
    EMPTY.parse(body);
    const sent = deliveries.deliverNow();
    await deliveries.settle();
    return ok({ sent });
  },
  'POST /deliveries/settle': async ({ deliveries }, body) => {
    EMPTY.parse(body);
    await deliveries.settle();
    return ok({ settled: true });
  },
  'POST /events/:id/resend': async ({ account, deliveries }, body, id) => {
    const event = account.store.events.get(id);
    if (event === undefined) return missing('event', id);
    const how = RESEND.parse(body);
    const sent = Array.from({ length: how.times }, () =>
      deliveries.resend(event, {
        ...(how.body === undefined
          ? {}
          : { body: typeof how.body === 'string' ? how.body : JSON.stringify(how.body, null, 2) }),
        ...(how.badSignature === undefined ? {} : { badSignature: how.badSignature }),
        ...(how.endpoint === undefined ? {} : { endpointId: how.endpoint }),
      }),
    ).flat();
    await deliveries.settle();
    return ok(sent);
  },
  'POST /sessions/:id/pay': async ({ account, deliveries }, body, id) => {
    const record = account.store.checkouts.get(id);
    if (record === undefined) return missing('session', id);
    const outcome = payDirectly(account, record, PAY.parse(body));
    await deliveries.settle();
    return ok({ outcome, session: record.session });
  },
  'POST /sessions/:id/expire': async ({ account, deliveries }, body, id) => {
    EMPTY.parse(body);
    const record = account.store.checkouts.get(id);
    if (record === undefined) return missing('session', id);
    expireSession(account, record, NO_REQUEST);
    await deliveries.settle();
    return ok({ session: record.session });
  },
  'POST /endpoints': ({ account }, body) => ok(createEndpoint(account, ENDPOINT.parse(body))),
  'DELETE /endpoints': ({ account }) => {
    account.store.endpoints.clear();
    return ok([]);
  },
};

function payDirectly(account: Account, record: CheckoutRecord, how: z.infer<typeof PAY>): PaymentOutcome {
  const year = new Date(account.clock.nowMs()).getUTCFullYear() + 4;
  const outcome = attemptPayment(account, record, {
    number: how.card.replace(/\s/g, ''),
    expMonth: 12,
    expYear: year,
    name: how.name,
    email: how.email,
  });
  if (outcome.kind !== 'authenticate' || how.authenticate === 'leave') return outcome;
  return finishAuthentication(account, record, how.authenticate === 'complete');
}

function missing(noun: string, id: string): AdminAnswer {
  return { status: 404, body: { error: `There is no ${noun} ${id}.` } };
}

/** Answers a control request. `path` begins after /_savepoint. Bad bodies answer 400 with what is wrong. */
export async function handleAdmin(
  context: AdminContext,
  method: string,
  path: string,
  body: string,
): Promise<AdminAnswer> {
  const found = findRoute(method, path);
  if (found === null) {
    return {
      status: 404,
      body: {
        error: `There is no ${method} /_savepoint${path}. There are: ${Object.keys(ROUTES).join(', ')}.`,
      },
    };
  }
  try {
    return await found.handler(context, body === '' ? {} : JSON.parse(body), found.id);
  } catch (error) {
    if (error instanceof z.ZodError) return { status: 400, body: { error: z.prettifyError(error) } };
    if (error instanceof SyntaxError)
      return { status: 400, body: { error: `The body is not JSON: ${error.message}` } };
    throw error;
  }
}

function findRoute(method: string, path: string): { handler: Handler; id: string } | null {
  for (const [route, handler] of Object.entries(ROUTES)) {
    const [routeMethod, pattern = ''] = route.split(' ');
    if (routeMethod !== method) continue;
    const expression = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`);
    const match = expression.exec(path);
    if (match !== null) return { handler, id: match[1] ?? '' };
  }
  return null;
}
