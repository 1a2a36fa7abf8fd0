import type Stripe from 'stripe';
import type { StripeEmulator, StripeEmulatorOptions } from '../../packages/stripe/src/server.ts';
import { startStripeEmulator } from '../../packages/stripe/src/server.ts';
import { clientOf } from './backends.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { startWebhookReceiver, WEBHOOK_SECRET } from './webhook-receiver.ts';

/** An emulator with a webhook endpoint that receives every event. */
export interface EmulatorSetup {
  readonly emulator: StripeEmulator;
  readonly stripe: Stripe;
  readonly receiver: WebhookReceiver;
  /** Calls the control API and returns its response. Throws for any status but 2xx. */
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  /** Submits the form of a hosted page, with a card that succeeds unless `fields` change it. */
  submit(url: string, fields?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Starts both. The receiver accepts signatures up to 100 days old, because tests advance the
 * emulator's clock.
 */
export async function setUpEmulator(options: StripeEmulatorOptions = {}): Promise<EmulatorSetup> {
  const receiver = await startWebhookReceiver(100 * 86_400);
  const emulator = await startStripeEmulator({
    webhooks: [{ url: receiver.url, secret: WEBHOOK_SECRET }],
    ...options,
  });
  return {
    emulator,
    receiver,
    stripe: clientOf(emulator.port),
    async control<T>(method: string, path: string, body: unknown = {}): Promise<T> {
      const response = await fetch(`${emulator.url}/_savepoint${path}`, {
        method,
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      const result = (await response.json()) as T;
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(result)}`);
      return result;
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
      await emulator.close();
      await receiver.close();
    },
  };
}
