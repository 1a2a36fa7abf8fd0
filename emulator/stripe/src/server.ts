// Owns the HTTP server: reads requests within bounds, sends each to the API, the control API or a page, and puts the
// parts of one stand-in together. This is what the package exports.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleAdmin } from './admin.ts';
import { errorAnswer, handleRequest, toStripeError } from './api/handle-request.ts';
import { Idempotency } from './api/idempotency.ts';
import type { TimeSource } from './core/clock.ts';
import { Clock, SYSTEM_TIME } from './core/clock.ts';
import { decodeForm } from './core/form-body.ts';
import type { RandomBytes } from './core/ids.ts';
import { Ids, seededBytes } from './core/ids.ts';
import { isLoopbackHostHeader, isLoopbackOrigin } from './core/loopback.ts';
import { bodyTooLarge } from './core/stripe-error.ts';
import { authenticatePage, payPage } from './pages/hosted-checkout.ts';
import { inspectorPage } from './pages/inspector-page.ts';
import { notFoundPage } from './pages/message-page.ts';
import { bookExpiry } from './payments/checkout-session.ts';
import { bookRefundChange } from './payments/refund.ts';
import type { Account } from './state/account.ts';
import { DataFile } from './state/data-file.ts';
import { EventLog } from './state/event-log.ts';
import { Store } from './state/store.ts';
import { DeliveryQueue } from './webhooks/delivery-queue.ts';
import { httpSend } from './webhooks/send.ts';
import { createEndpoint } from './webhooks/webhook-endpoint.ts';

const LARGEST_BODY_BYTES = 1_048_576;
const DELIVERY_TIMEOUT_MS = 20_000;
/** The real page waits this long for the endpoint that fulfils the order before it sends the shopper on. */
const REDIRECT_WAIT_MS = 10_000;

/** How to start a stand-in. Everything may be left out. */
export interface StripeStandInOptions {
  /** 0 takes a free port. */
  readonly port?: number;
  /** An address on this machine only. */
  readonly host?: '127.0.0.1' | '::1' | 'localhost';
  /** The address others know this server by, when it is not its own. */
  readonly publicUrl?: string;
  /** Takes this key only; otherwise any `sk_test_` or `rk_test_` key. */
  readonly apiKey?: string;
  /** Endpoints that hear of every event. */
  readonly webhooks?: readonly { readonly url: string; readonly secret: string }[];
  readonly retryDelaysSeconds?: readonly number[];
  /** Keeps the state in this file. */
  readonly dataFile?: string;
  /** The same seed gives the same ids. */
  readonly seed?: string;
  readonly random?: RandomBytes;
  readonly time?: TimeSource;
  /** Hears one line for each request. */
  readonly log?: (line: string) => void;
}

/** A running stand-in. */
export interface StripeStandIn {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** The clock, for tests in the same process. */
  readonly clock: Clock;
  /** Stops at once and writes the data file, if there is one. */
  close(): Promise<void>;
}

/**
 * Starts a Stripe stand-in on the loopback interface.
 * @throws Error when the port is taken, the host is not loopback, or the data file is not one
 */
export async function startStripeStandIn(options: StripeStandInOptions = {}): Promise<StripeStandIn> {
  const host = options.host ?? '127.0.0.1';
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
    throw new Error(`savepoint-stripe listens on this machine only; ${host} is not loopback.`);
  }
  let url = options.publicUrl ?? '';
  const standIn = assemble(options, () => url);
  const server = createServer((request, response) => {
    const started = performance.now();
    response.on('close', () => {
      standIn.changed(request.method ?? 'GET');
      const ms = Math.round(performance.now() - started);
      options.log?.(`${request.method} ${request.url?.split('?')[0]} ${response.statusCode} ${ms} ms`);
    });
    void answer(standIn, request, response);
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  if (url === '') url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  url = url.replace(/\/+$/, '');
  standIn.begin();
  return {
    url,
    port,
    clock: standIn.account.clock,
    close: () =>
      new Promise((resolve) => {
        standIn.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Parts = ReturnType<typeof assemble>;

function assemble(options: StripeStandInOptions, publicUrl: () => string) {
  const clock = new Clock(options.time ?? SYSTEM_TIME);
  const random = options.random ?? (options.seed === undefined ? undefined : seededBytes(options.seed));
  const ids = random === undefined ? new Ids() : new Ids(random);
  const store = new Store();
  const file =
    options.dataFile === undefined ? null : new DataFile(options.dataFile, store, () => clock.offsetMs);
  const savedOffsetMs = file?.load() ?? null;
  if (savedOffsetMs !== null) clock.restoreOffset(savedOffsetMs);
  const account: Account = { clock, ids, store, events: new EventLog(clock, ids, store), publicUrl };
  const deliveries = new DeliveryQueue({
    clock,
    ids,
    store,
    send: httpSend(DELIVERY_TIMEOUT_MS),
    ...(options.retryDelaysSeconds === undefined ? {} : { retryDelaysSeconds: options.retryDelaysSeconds }),
  });
  account.events.listen((event) => deliveries.enqueue(event));
  for (const { url, secret } of options.webhooks ?? []) {
    const known = [...store.endpoints.values()].find((endpoint) => endpoint.url === url);
    if (known === undefined) createEndpoint(account, { url, secret, enabledEvents: ['*'] });
    else known.secret = secret;
  }
  return {
    account,
    deliveries,
    api: {
      account,
      idempotency: new Idempotency(clock, store),
      faults: () => deliveries.faults,
      apiKey: options.apiKey ?? null,
    },
    hosted: {
      account,
      settleEvents: (eventIds: ReadonlySet<string>) => deliveries.settleEvents(eventIds, REDIRECT_WAIT_MS),
    },
    admin: {
      account,
      clock,
      deliveries,
      reset: () => {
        deliveries.reset();
        clock.stop();
        store.clear();
      },
    },
    /** Books what a loaded state left open. */
    begin(): void {
      for (const record of store.checkouts.values())
        if (record.session.status === 'open') bookExpiry(account, record);
      for (const refund of store.refunds.values()) bookRefundChange(account, refund);
      deliveries.resume();
    },
    changed(method: string): void {
      if (method !== 'GET' && method !== 'HEAD') file?.touch();
    },
    stop(): void {
      clock.stop();
      deliveries.reset();
      file?.save();
    },
  };
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (!isLoopbackHostHeader(request.headers.host) || !isLoopbackOrigin(request.headers.origin)) {
      request.resume();
      send(
        response,
        403,
        { 'content-type': 'text/plain' },
        'This server answers to this machine only: use localhost or 127.0.0.1.\n',
      );
      return;
    }
    const [path = '/', query = ''] = split(request.url ?? '/');
    const body = await readBody(request);
    if (path.startsWith('/_savepoint/')) {
      const result = await handleAdmin(
        parts.admin,
        request.method ?? 'GET',
        path.slice('/_savepoint'.length),
        body,
      );
      send(
        response,
        result.status,
        { 'content-type': 'application/json' },
        `${JSON.stringify(result.body, null, 2)}\n`,
      );
    } else if (path === '/' || path.startsWith('/c/')) {
      const shown = await servePage(parts, request.method ?? 'GET', path, body);
      send(response, shown.status, shown.headers, shown.body);
    } else {
      const result = await handleRequest(parts.api, {
        method: request.method ?? 'GET',
        path,
        query,
        headers: request.headers,
        body,
      });
      if (result.hangUp === true) {
        request.socket.destroy();
        return;
      }
      send(response, result.status, { 'content-type': 'application/json', ...result.headers }, result.body);
    }
  } catch (error) {
    const failure = errorAnswer(toStripeError(error), {});
    send(response, failure.status, { 'content-type': 'application/json' }, failure.body);
  }
}

async function servePage(parts: Parts, method: string, path: string, body: string) {
  const { account } = parts;
  if (path === '/') return inspectorPage(account.store, account.clock.nowMs(), account.clock.offsetMs);
  const [, session, rest] = /^\/c\/pay\/([^/]+)(\/authenticate)?$/.exec(path) ?? [];
  if (session === undefined || (method !== 'GET' && method !== 'HEAD' && method !== 'POST'))
    return notFoundPage();
  const form = method === 'POST' ? decodeForm(body) : null;
  return rest === undefined
    ? payPage(parts.hosted, session, form)
    : authenticatePage(parts.hosted, session, form);
}

function split(url: string): [string, string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and thrown away, so that the client hears the answer instead of a broken connection.
    if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
    else if (size > 16 * LARGEST_BODY_BYTES) break;
  }
  if (size > LARGEST_BODY_BYTES) throw bodyTooLarge(LARGEST_BODY_BYTES);
  return Buffer.concat(chunks).toString('utf8');
}

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
