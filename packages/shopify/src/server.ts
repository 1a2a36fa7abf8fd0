// The package's entry point: creates the parts of one emulator and serves them over HTTP.

import { randomUUID } from 'node:crypto';
import type { TimeSource } from '@savepoint/server/core/clock';
import { Clock, SYSTEM_TIME } from '@savepoint/server/core/clock';
import { printableError } from '@savepoint/server/core/printable';
import type { SpanSink } from '@savepoint/server/core/tracing';
import type { RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import { createApp, pageResponse } from '@savepoint/server/http/app';
import { mountControlApi } from '@savepoint/server/http/control-api';
import type { LoopbackListenHost } from '@savepoint/server/http/listen';
import { listen } from '@savepoint/server/http/listen';
import { otlpSink } from '@savepoint/server/http/otlp-exporter';
import type { Page } from '@savepoint/server/pages/layout';
import { redirectTo } from '@savepoint/server/pages/layout';
import { httpSend } from '@savepoint/server/webhooks/send';
import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { BulkOperations } from './admin/bulk-operation.ts';
import { bulkOperationPayload } from './admin/bulk-operation-payload.ts';
import { handleAdminRequest } from './admin/handle-admin-request.ts';
import { Throttle } from './admin/throttle.ts';
import { createShopifyControlApi, subscribe } from './control-api.ts';
import { currentVersion } from './core/api-version.ts';
import { gid } from './core/gid.ts';
import { seededRandomInt, seededUuid } from './core/random.ts';
import { submitProductForm } from './pages/edit-product.ts';
import { renderProductImage } from './pages/product-image.ts';
import { notFoundPage, productListPage, productPage } from './pages/shop-pages.ts';
import { generateCatalogue } from './shop/generate-catalogue.ts';
import { Shop } from './shop/shop.ts';
import { webhookPayload } from './webhooks/payload.ts';
import type { TopicName } from './webhooks/subscription.ts';
import { endpointUrlError, TOPICS } from './webhooks/subscription.ts';
import { WebhookDeliveryQueue } from './webhooks/webhook-delivery-queue.ts';

const BODY_LIMIT_BYTES = 2_097_152;
/** Shopify's limit for the whole request. */
const DELIVERY_TIMEOUT_MS = 5_000;
const BULK_DELAY_MS = 200;
const DEFAULT_PRODUCTS = 40;

/** The options of an emulator. All are optional. */
export interface ShopifyEmulatorOptions
  extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow'> {
  /** Default 0, which selects a free port. */
  readonly port?: number;
  readonly host?: LoopbackListenHost;
  readonly shopDomain?: string;
  readonly currencyCode?: string;
  /** The only accepted access token; otherwise any non-empty one is accepted. */
  readonly accessToken?: string;
  /** The app's client secret, which signs webhooks. */
  readonly secret?: string;
  /** The number of products in the catalog (default 40). */
  readonly products?: number;
  /** The number of locations (default 1). The catalog is at the first one. */
  readonly locations?: number;
  /** The same seed generates the same catalog and the same webhook ids. */
  readonly seed?: string;
  /** Subscriptions of a URL to the given topics, or to every topic. */
  readonly webhooks?: readonly { readonly url: string; readonly topics?: readonly TopicName[] }[];
  readonly retryDelaysSeconds?: readonly number[];
  /**
   * The leaky bucket to which queries are charged; null never throttles. Default: that of Shopify's
   * standard plan.
   */
  readonly throttle?: { readonly maximum: number; readonly restoreRate: number } | null;
  readonly bulkDelayMs?: number;
  readonly time?: TimeSource;
  /** Base URL of an OTLP receiver for the spans of all requests. */
  readonly otlpEndpoint?: string | undefined;
  /** The origin whose pages may show the emulator's pages in a frame; none if absent. */
  readonly frameAncestor?: string | undefined;
  /** Receives one line per request, including requests rejected because of their sender. */
  readonly log?: (line: string) => void;
}

/** A running emulator. */
export interface ShopifyEmulator {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly shopDomain: string;
  readonly clock: Clock;
  close(): Promise<void>;
}

/**
 * Starts a Shopify emulator on the loopback interface.
 * @throws Error when the port is in use, or the host or a webhook URL is not on this machine
 */
export async function startShopifyEmulator(options: ShopifyEmulatorOptions = {}): Promise<ShopifyEmulator> {
  let url = '';
  const services = createServices(options, () => url);
  const server = await listen(
    createShopifyApp(services, options, otlpSink(options.otlpEndpoint, 'shopify')),
    {
      ...options,
      host: options.host ?? '127.0.0.1',
      port: options.port ?? 0,
    },
  );
  url = server.url;
  const { shop, webhooks } = services.api;
  services.reset(options.products ?? DEFAULT_PRODUCTS);
  for (const { url: uri, topics } of options.webhooks ?? []) {
    subscribe(services.api, uri, topics ?? (Object.keys(TOPICS) as TopicName[]));
  }
  return {
    url,
    port: server.port,
    shopDomain: shop.domain,
    clock: shop.clock,
    close() {
      shop.clock.cancelTimers();
      webhooks.reset();
      return server.close();
    },
  };
}

type Services = ReturnType<typeof createServices>;

function createServices(options: ShopifyEmulatorOptions, url: () => string) {
  for (const { url: uri } of options.webhooks ?? []) {
    const error = endpointUrlError(uri);
    if (error !== null) throw new Error(`${uri}: ${error}.`);
  }
  const clock = new Clock(options.time ?? SYSTEM_TIME);
  const domain = options.shopDomain ?? 'savepoint-fixtures.myshopify.com';
  const shop = new Shop({
    domain,
    currencyCode: options.currencyCode ?? 'USD',
    clock,
    locations: options.locations ?? 1,
  });
  const webhooks = new WebhookDeliveryQueue({
    clock,
    send: httpSend(DELIVERY_TIMEOUT_MS),
    uuid: options.seed === undefined ? randomUUID : seededUuid(seededRandomInt(`${options.seed}:webhooks`)),
    domain,
    secret: options.secret ?? 'shpss_savepoint',
    ...(options.retryDelaysSeconds === undefined ? {} : { retryDelaysSeconds: options.retryDelaysSeconds }),
  });
  shop.listen((change) => webhooks.publish(change.topic, webhookPayload(change)));
  const bulk = new BulkOperations({
    clock,
    delayMs: options.bulkDelayMs ?? BULK_DELAY_MS,
    resultBaseUrl: url,
    onFinish: (operation) => webhooks.publish('bulk_operations/finish', bulkOperationPayload(operation)),
  });
  const bucket = options.throttle === undefined ? { maximum: 2_000, restoreRate: 100 } : options.throttle;
  const throttle = new Throttle(
    clock,
    bucket?.maximum ?? 2_000,
    bucket?.restoreRate ?? Number.POSITIVE_INFINITY,
  );
  let size = options.products ?? DEFAULT_PRODUCTS;
  return {
    api: {
      shop,
      webhooks,
      bulk,
      throttle,
      accessToken: options.accessToken ?? null,
      apiVersion: () => currentVersion(clock.nowMs()),
    },
    reset(products: number | null): void {
      size = products ?? size;
      webhooks.reset();
      bulk.reset();
      shop.clear();
      const seed = options.seed ?? 'savepoint';
      shop.load(generateCatalogue({ count: size, seed, imageBaseUrl: url, nowMs: clock.nowMs() }));
      throttle.refund(Number.POSITIVE_INFINITY);
    },
  };
}

function createShopifyApp(
  services: Services,
  { log, frameAncestor }: Pick<ShopifyEmulatorOptions, 'log' | 'frameAncestor'>,
  onSpan: SpanSink | undefined,
): Hono<EmulatorEnv> {
  const { api } = services;
  const app = createApp({
    bodyLimitBytes: BODY_LIMIT_BYTES,
    log,
    onSpan,
    onBadBody: (problem, context) =>
      problem === 'too large'
        ? context.json({ errors: `Request body too large: the limit is ${BODY_LIMIT_BYTES} bytes.` }, 413)
        : context.json({ errors: 'The request body is not UTF-8.' }, 400),
    onError: (error, context) => {
      console.error(`savepoint-shopify: unexpected error ${printableError(error)}`);
      return context.json({ errors: 'Internal error in savepoint-shopify; see its standard error.' }, 500);
    },
    onNotFound: (context) => context.json({ errors: 'Not Found' }, 404),
  });
  mountControlApi(app, createShopifyControlApi({ api, reset: services.reset }));
  app.post('/admin/api/:version/graphql.json', async (context) => {
    const { req } = context;
    const { status, headers, body } = await handleAdminRequest(api, {
      version: req.param('version'),
      token: req.header('x-shopify-access-token'),
      body: context.var.body,
      contentType: req.header('content-type') ?? '',
    });
    return context.json(body as object, status as ContentfulStatusCode, headers);
  });
  app.get('/bulk/:file', (context) => {
    const id = /^(\d+)\.jsonl$/.exec(context.req.param('file'))?.[1];
    const lines = id === undefined ? null : api.bulk.resultOf(gid('BulkOperation', Number(id)));
    if (lines === null) return context.text('No such result, or it is older than seven days.\n', 404);
    return context.body(lines as Buffer<ArrayBuffer>, 200, { 'content-type': 'application/jsonl' });
  });
  app.get('/pictures/:file', async (context) => {
    const [, name = '', id] = /^((\d+)-\d+)\.svg$/.exec(context.req.param('file')) ?? [];
    const product = api.shop.products.get(Number(id));
    if (product === undefined) return context.text('No such image.\n', 404);
    return context.body(String(await renderProductImage(name, product.title)), 200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'max-age=3600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
  mountPages(app, services, frameAncestor);
  return app;
}

function mountPages(
  app: Hono<EmulatorEnv>,
  { api: { shop, webhooks } }: Services,
  frameAncestor: string | undefined,
): void {
  const respond = (page: Page) => pageResponse(page, frameAncestor);
  app.get('/', ({ req }) =>
    respond(productListPage(shop, webhooks, new URL(req.url, 'http://localhost').searchParams)),
  );
  app.get('/products/:id{[0-9]+}', ({ req }) => {
    const product = shop.products.get(Number(req.param('id')));
    return respond(
      product === undefined
        ? notFoundPage(webhooks)
        : productPage(webhooks, product, req.query('saved') !== undefined, []),
    );
  });
  app.post('/products/:id{[0-9]+}', ({ req, var: { body } }) => {
    const product = shop.products.get(Number(req.param('id')));
    if (product === undefined) return respond(notFoundPage(webhooks));
    const result = submitProductForm(shop, product, new URLSearchParams(body));
    const next: Page =
      'redirectUrl' in result
        ? redirectTo(result.redirectUrl)
        : productPage(webhooks, product, false, result.errors);
    return respond(next);
  });
  app.all('/products/*', () => respond(notFoundPage(webhooks)));
}
