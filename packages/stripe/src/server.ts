// The package's entry point: creates the parts of one emulator and serves them over HTTP.

import type { TimeSource } from '@savepoint/server/core/clock';
import { Clock, SYSTEM_TIME } from '@savepoint/server/core/clock';
import type { SpanSink } from '@savepoint/server/core/tracing';
import type { RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import { createApp, pageResponse } from '@savepoint/server/http/app';
import { mountControlApi } from '@savepoint/server/http/control-api';
import type { LoopbackListenHost } from '@savepoint/server/http/listen';
import { listen } from '@savepoint/server/http/listen';
import { otlpSink } from '@savepoint/server/http/otlp-exporter';
import { httpSend } from '@savepoint/server/webhooks/send';
import type { Context, Hono } from 'hono';
import { createApi, errorResponse } from './api/api-routes.ts';
import { Idempotency } from './api/idempotency.ts';
import { createStripeControlApi } from './control-api.ts';
import { decodeForm } from './core/form-body.ts';
import type { RandomBytes } from './core/ids.ts';
import { IdGenerator, seededBytes } from './core/ids.ts';
import { bodyTooLarge, invalidBody, unrecognizedUrl } from './core/stripe-error.ts';
import { authenticatePage, payPage } from './pages/hosted-checkout.ts';
import { inspectorPage } from './pages/inspector-page.ts';
import { notFoundPage } from './pages/message-page.ts';
import { scheduleExpiry } from './payments/checkout-session.ts';
import { scheduleRefundUpdate } from './payments/refund.ts';
import type { Account } from './state/account.ts';
import { DataFile } from './state/data-file.ts';
import { EventLog } from './state/event-log.ts';
import { Store } from './state/store.ts';
import { EventDeliveryQueue } from './webhooks/event-delivery-queue.ts';
import { createWebhookEndpoint } from './webhooks/webhook-endpoint.ts';

const BODY_LIMIT_BYTES = 1_048_576;
const DELIVERY_TIMEOUT_MS = 20_000;
/**
 * How long the hosted page waits for the webhook endpoints before it redirects the shopper, like
 * Stripe's.
 */
const REDIRECT_WAIT_MS = 10_000;

/** The options of an emulator. All are optional. */
export interface StripeEmulatorOptions
  extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow'> {
  /** Default 0, which selects a free port. */
  readonly port?: number;
  readonly host?: LoopbackListenHost;
  /** The URL at which browsers reach this server, if it differs from its own. */
  readonly publicUrl?: string;
  /** The only accepted API key; otherwise every `sk_test_` or `rk_test_` key is accepted. */
  readonly apiKey?: string;
  /** Webhook endpoints that receive every event. */
  readonly webhooks?: readonly { readonly url: string; readonly secret: string }[];
  readonly retryDelaysSeconds?: readonly number[];
  /** The path of a file that keeps the state across restarts. */
  readonly dataFile?: string;
  /** The same seed produces the same ids. */
  readonly seed?: string;
  readonly random?: RandomBytes;
  readonly time?: TimeSource;
  /** Base URL of an OTLP receiver for the spans of all requests. */
  readonly otlpEndpoint?: string | undefined;
  /** The origin whose pages may show the emulator's pages in a frame; none if absent. */
  readonly frameAncestor?: string | undefined;
  /** Receives one line per request, including requests rejected because of their sender. */
  readonly log?: (line: string) => void;
}

/** A running emulator. */
export interface StripeEmulator {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly clock: Clock;
  /** Stops immediately and writes the data file, if there is one. */
  close(): Promise<void>;
}

/**
 * Starts a Stripe emulator on the loopback interface.
 * @throws Error when the port is in use, the host is not loopback, a webhook URL is not on this
 *   machine or the data file is not one of this emulator
 */
export async function startStripeEmulator(options: StripeEmulatorOptions = {}): Promise<StripeEmulator> {
  let url = options.publicUrl ?? '';
  const services = createServices(options, () => url);
  const app = createStripeApp(services, options, otlpSink(options.otlpEndpoint, 'stripe'));
  const server = await listen(app, {
    ...options,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
  });
  url = (url === '' ? server.url : url).replace(/\/+$/, '');
  services.resume();
  return {
    url,
    port: server.port,
    clock: services.account.clock,
    async close() {
      services.stop();
      await server.close();
    },
  };
}

type Services = ReturnType<typeof createServices>;

function createServices(options: StripeEmulatorOptions, publicUrl: () => string) {
  const clock = new Clock(options.time ?? SYSTEM_TIME);
  const random = options.random ?? (options.seed === undefined ? undefined : seededBytes(options.seed));
  const ids = random === undefined ? new IdGenerator() : new IdGenerator(random);
  const store = new Store();
  const file =
    options.dataFile === undefined ? null : new DataFile(options.dataFile, store, () => clock.offsetMs);
  const savedOffsetMs = file?.load() ?? null;
  if (savedOffsetMs !== null) clock.restoreOffset(savedOffsetMs);
  const account: Account = { clock, ids, store, events: new EventLog(clock, ids, store), publicUrl };
  const deliveries = new EventDeliveryQueue({
    clock,
    ids,
    store,
    send: httpSend(DELIVERY_TIMEOUT_MS),
    ...(options.retryDelaysSeconds === undefined ? {} : { retryDelaysSeconds: options.retryDelaysSeconds }),
  });
  account.events.listen((event) => deliveries.publish(event));
  for (const { url, secret } of options.webhooks ?? []) {
    const existing = [...store.webhookEndpoints.values()].find((endpoint) => endpoint.url === url);
    if (existing === undefined) createWebhookEndpoint(account, { url, secret, enabledEvents: ['*'] });
    else existing.secret = secret;
  }
  return {
    account,
    deliveries,
    file,
    api: {
      account,
      idempotency: new Idempotency(clock, store),
      faults: deliveries.faults,
      apiKey: options.apiKey ?? null,
    },
    hosted: {
      account,
      waitForDeliveries: (eventIds: ReadonlySet<string>) =>
        deliveries.idleFor(({ eventId }) => eventIds.has(eventId), REDIRECT_WAIT_MS),
    },
    control: {
      account,
      deliveries,
      reset: () => {
        deliveries.reset();
        clock.cancelTimers();
        store.clear();
      },
    },
    /** Sets the timers and sends the pending deliveries of a loaded state. */
    resume(): void {
      for (const record of store.checkoutSessions.values())
        if (record.session.status === 'open') scheduleExpiry(account, record);
      for (const refund of store.refunds.values()) scheduleRefundUpdate(account, refund);
      deliveries.resume();
    },
    stop(): void {
      clock.cancelTimers();
      deliveries.reset();
      file?.save();
    },
  };
}

function createStripeApp(
  services: Services,
  { log, frameAncestor }: Pick<StripeEmulatorOptions, 'log' | 'frameAncestor'>,
  onSpan: SpanSink | undefined,
): Hono<EmulatorEnv> {
  const { account, hosted } = services;
  const { clock, store } = account;
  const app = createApp({
    bodyLimitBytes: BODY_LIMIT_BYTES,
    log,
    onSpan,
    onBadBody: (problem, context) =>
      errorResponse(
        problem === 'too large' ? bodyTooLarge(BODY_LIMIT_BYTES) : invalidBody('it is not UTF-8'),
        context,
      ),
    onError: errorResponse,
    onNotFound: (context) => errorResponse(unrecognizedUrl(context.req.method, context.req.path), context),
  });
  app.use(async ({ req }, next) => {
    await next();
    if (req.method !== 'GET' && req.method !== 'HEAD') services.file?.scheduleSave();
  });
  mountControlApi(app, createStripeControlApi(services.control));
  app.get('/', () =>
    pageResponse(
      inspectorPage({
        store,
        faults: services.control.deliveries.faults,
        nowMs: clock.nowMs(),
        offsetMs: clock.offsetMs,
      }),
      frameAncestor,
    ),
  );
  app.on(['GET', 'POST'], '/c/pay/:session', async (context) =>
    pageResponse(await payPage(hosted, context.req.param('session'), readForm(context))),
  );
  app.on(['GET', 'POST'], '/c/pay/:session/authenticate', async (context) =>
    pageResponse(await authenticatePage(hosted, context.req.param('session'), readForm(context))),
  );
  app.all('/c/*', () => pageResponse(notFoundPage()));
  app.route('/', createApi(services.api));
  return app;
}

/** The parameters of a submitted form; null for a GET request. */
function readForm({ req, var: { body } }: Context<EmulatorEnv>): ReturnType<typeof decodeForm> | null {
  return req.method === 'POST' ? decodeForm(body) : null;
}
