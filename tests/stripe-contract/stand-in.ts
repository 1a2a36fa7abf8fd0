// Owns the set-up of tests that need the stand-in's own control API, which Stripe does not have.

import type Stripe from 'stripe';
import type { StripeStandIn, StripeStandInOptions } from '../../emulator/stripe/src/server.ts';
import { startStripeStandIn } from '../../emulator/stripe/src/server.ts';
import { clientOf } from './backends.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { startWebhookReceiver, WEBHOOK_SECRET } from './webhook-receiver.ts';

/** A stand-in with an endpoint that hears of everything. */
export interface Bench {
  readonly standIn: StripeStandIn;
  readonly stripe: Stripe;
  readonly receiver: WebhookReceiver;
  /** Calls the control API; throws when it refuses. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** Sends the hosted page's form. */
  submit(url: string, fields?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** Starts both. */
export async function startBench(options: StripeStandInOptions = {}): Promise<Bench> {
  const receiver = await startWebhookReceiver(100 * 86_400);
  const standIn = await startStripeStandIn({
    webhooks: [{ url: receiver.url, secret: WEBHOOK_SECRET }],
    ...options,
  });
  return {
    standIn,
    receiver,
    stripe: clientOf(standIn.port),
    async control<T>(method: string, path: string, body: unknown = {}): Promise<T> {
      const response = await fetch(`${standIn.url}/_savepoint${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as T;
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer;
    },
    submit: (url, fields = {}) =>
      fetch(url, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          email: 'a@example.com',
          number: '4242424242424242',
          expiry: '12/34',
          cvc: '123',
          name: 'A',
          ...fields,
        }),
      }),
    async close() {
      await standIn.close();
      await receiver.close();
    },
  };
}
