import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery that the endpoint received. */
interface ReceivedWebhook {
  readonly topic: string;
  readonly hmacValid: boolean;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
}

/** A webhook endpoint that verifies and records deliveries. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Statuses of the responses to the next deliveries, in order. */
  readonly nextStatuses: number[];
  /** The status when `nextStatuses` is empty; 200 unless a test changes it. */
  defaultStatus: number;
  close(): Promise<void>;
}

/**
 * Starts an endpoint on a free port. `secret` is the app's client secret, which signs deliveries.
 */
export async function startWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const receiver = { received: [] as ReceivedWebhook[], nextStatuses: [] as number[], defaultStatus: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const expected = createHmac('sha256', secret).update(raw).digest('base64');
      receiver.received.push({
        topic: String(request.headers['x-shopify-topic']),
        hmacValid: request.headers['x-shopify-hmac-sha256'] === expected,
        body: JSON.parse(raw.toString('utf8')),
        headers: request.headers,
      });
      response.statusCode = receiver.nextStatuses.shift() ?? receiver.defaultStatus;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
