import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const WEBHOOK_SECRET = 'whsec_contract';

/** A delivery that arrived. `event` is null if its signature does not verify. */
interface Received {
  readonly event: Stripe.Event | null;
  readonly body: string;
  readonly signature: string;
}

/** A webhook endpoint that verifies deliveries with the SDK. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** The statuses of the next responses; then 200, or 400 if the signature does not verify. */
  readonly statuses: number[];
  /** The types of the events that arrived with a valid signature, in order. */
  types(): string[];
  close(): Promise<void>;
}

/**
 * Starts an endpoint on a free port.
 * @param toleranceSeconds the greatest age of a signature; large where a test advances the
 *   emulator's clock
 */
export async function startWebhookReceiver(toleranceSeconds = 300): Promise<WebhookReceiver> {
  const { webhooks } = new Stripe('sk_test_receiver');
  const received: Received[] = [];
  const statuses: number[] = [];
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
        // The event stays null.
      }
      received.push({ event, body, signature });
      response.statusCode = statuses.shift() ?? (event === null ? 400 : 200);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    statuses,
    types: () => received.flatMap(({ event }) => (event === null ? [] : [event.type])),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
