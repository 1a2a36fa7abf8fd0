// Owns a webhook endpoint for tests: checks each delivery with the SDK, keeps the events, answers as told.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const WEBHOOK_SECRET = 'whsec_contract';

/** What arrived at the endpoint. */
export interface Received {
  readonly event: Stripe.Event | null;
  readonly body: string;
  readonly signature: string;
}

/** A listening endpoint. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** Statuses for the next deliveries; afterwards 200, or 400 when the signature does not fit. */
  readonly answers: number[];
  /** The types that arrived with a good signature, in order. */
  types(): string[];
  close(): Promise<void>;
}

/** Starts an endpoint on a free port. `toleranceSeconds` is large where a test moves the stand-in's clock. */
export async function startWebhookReceiver(toleranceSeconds = 300): Promise<WebhookReceiver> {
  const { webhooks } = new Stripe('sk_test_receiver');
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const signature = String(request.headers['stripe-signature']);
      let event: Stripe.Event | null = null;
      try {
        event = webhooks.constructEvent(body, signature, WEBHOOK_SECRET, toleranceSeconds);
      } catch {
        // A test looks at `event: null`.
      }
      received.push({ event, body, signature });
      response.statusCode = answers.shift() ?? (event === null ? 400 : 200);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answers,
    types: () => received.flatMap(({ event }) => (event === null ? [] : [event.type])),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
