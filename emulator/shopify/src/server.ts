// Owns the HTTP server: reads requests within bounds, sends each to an API, the control API or a page, and puts the
// parts of one stand-in together. This is what the package exports.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BulkOperations } from './admin/bulk-operation.ts';
import { bulkOperationPayload } from './admin/bulk-operation-payload.ts';
import { handleAdminRequest } from './admin/handle-admin-request.ts';
import { Throttle } from './admin/throttle.ts';
import { handleControl, subscribe } from './control.ts';
import { currentVersion, resolveVersion } from './core/api-version.ts';
import type { TimeSource } from './core/clock.ts';
import { Clock, SYSTEM_TIME } from './core/clock.ts';
import { gid } from './core/gid.ts';
import { isLoopbackHostHeader, isLoopbackOrigin } from './core/loopback.ts';
import { seededRandomInt, seededUuid } from './core/random.ts';
import { submitProductForm } from './pages/edit-product.ts';
import type { Page } from './pages/layout.ts';
import { redirectTo } from './pages/layout.ts';
import { renderProductImage } from './pages/product-image.ts';
import { notFoundPage, productListPage, productPage } from './pages/shop-pages.ts';
import { generateCatalogue } from './shop/generate-catalogue.ts';
import { Shop } from './shop/shop.ts';
import { createStorefrontApi } from './storefront/storefront.ts';
import { DeliveryQueue } from './webhooks/delivery-queue.ts';
import { webhookPayload } from './webhooks/payload.ts';
import { httpSend } from './webhooks/send.ts';
import type { TopicName } from './webhooks/subscription.ts';
import { endpointUrlError, TOPICS } from './webhooks/subscription.ts';

const LARGEST_BODY_BYTES = 2_097_152;
/** The real one gives up after 5 seconds in all. */
const DELIVERY_TIMEOUT_MS = 5_000;
const BULK_DELAY_MS = 200;

/** How to start a stand-in. Everything may be left out. */
export interface ShopifyEmulatorOptions {
  /** 0 takes a free port. */
  readonly port?: number;
  /** An address on this machine only. */
  readonly host?: '127.0.0.1' | '::1' | 'localhost';
  readonly shopDomain?: string;
  readonly currencyCode?: string;
  /** Takes these tokens only; otherwise any that is not empty. */
  readonly accessToken?: string;
  readonly storefrontAccessToken?: string;
  /** The app's client secret, which signs webhooks. */
  readonly secret?: string;
  /** How many products the fixture catalogue has (default 40). */
  readonly products?: number;
  /** The same seed makes the same catalogue and the same webhook ids. */
  readonly seed?: string;
  /** An address that hears of every topic, or of these. */
  readonly webhooks?: readonly { readonly url: string; readonly topics?: readonly TopicName[] }[];
  readonly retryDelaysSeconds?: readonly number[];
  /** The bucket that queries are paid from; null never throttles. The default is Shopify's standard plan. */
  readonly throttle?: { readonly maximum: number; readonly restoreRate: number } | null;
  readonly bulkDelayMs?: number;
  readonly time?: TimeSource;
  /** Hears one line for each request. */
  readonly log?: (line: string) => void;
}

/** A running stand-in. */
export interface ShopifyEmulator {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly shopDomain: string;
  /** The clock, for tests in the same process. */
  readonly clock: Clock;
  /** Stops at once. */
  close(): Promise<void>;
}

/**
 * Starts a Shopify stand-in on the loopback interface.
 * @throws Error when the port is taken, or an address is not on this machine
 */
export async function startShopifyEmulator(options: ShopifyEmulatorOptions = {}): Promise<ShopifyEmulator> {
  const host = options.host ?? '127.0.0.1';
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
    throw new Error(`savepoint-shopify listens on this machine only; ${host} is not loopback.`);
  }
  let url = '';
  const parts = assemble(options, () => url);
  const server = createServer((request, response) => {
    const started = performance.now();
    response.on('close', () => {
      const ms = Math.round(performance.now() - started);
      options.log?.(`${request.method} ${request.url?.split('?')[0]} ${response.statusCode} ${ms} ms`);
    });
    void answer(parts, request, response);
  });
  server.requestTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  parts.reset(options.products ?? DEFAULT_PRODUCTS);
  for (const { url: uri, topics } of options.webhooks ?? []) {
    subscribe(parts.api, uri, topics ?? (Object.keys(TOPICS) as TopicName[]));
  }
  return {
    url,
    port,
    shopDomain: parts.api.shop.domain,
    clock: parts.api.shop.clock,
    close: () =>
      new Promise((resolve) => {
        parts.api.shop.clock.stop();
        parts.api.webhooks.reset();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const DEFAULT_PRODUCTS = 40;

type Parts = ReturnType<typeof assemble>;

function assemble(options: ShopifyEmulatorOptions, url: () => string) {
  for (const { url: uri } of options.webhooks ?? []) {
    const wrong = endpointUrlError(uri);
    if (wrong !== null) throw new Error(`${uri}: ${wrong}.`);
  }
  const clock = new Clock(options.time ?? SYSTEM_TIME);
  const domain = options.shopDomain ?? 'savepoint-fixtures.myshopify.com';
  const shop = new Shop({ domain, currencyCode: options.currencyCode ?? 'USD', clock });
  const webhooks = new DeliveryQueue({
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
    storefront: createStorefrontApi(shop),
    storefrontAccessToken: options.storefrontAccessToken ?? null,
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

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (!isLoopbackHostHeader(request.headers.host) || !isLoopbackOrigin(request.headers.origin)) {
      request.resume();
      sendText(
        response,
        403,
        'text/plain',
        'This server answers to this machine only: use localhost or 127.0.0.1.\n',
      );
      return;
    }
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await readBody(request);
    if (body === null) {
      sendJson(
        response,
        413,
        {},
        { errors: `Request body too large: the limit is ${LARGEST_BODY_BYTES} bytes.` },
      );
      return;
    }
    await route(parts, request, response, url, body);
  } catch (error) {
    console.error('savepoint-shopify: unexpected error', error);
    sendJson(response, 500, {}, { errors: 'Internal error in savepoint-shopify; see its standard error.' });
  }
}

async function route(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: string,
): Promise<void> {
  const method = request.method ?? 'GET';
  const path = url.pathname;
  const admin = /^\/admin\/api\/([^/]+)\/graphql\.json$/.exec(path)?.[1];
  const storefront = /^\/api\/([^/]+)\/graphql(?:\.json)?$/.exec(path)?.[1];
  if (path.startsWith('/_savepoint/')) {
    const context = { api: parts.api, reset: parts.reset };
    const result = await handleControl(context, method, path.slice('/_savepoint'.length), body);
    sendJson(response, result.status, {}, result.body);
  } else if (admin !== undefined && method === 'POST') {
    const result = await handleAdminRequest(parts.api, {
      version: admin,
      token: header(request, 'x-shopify-access-token'),
      body,
      contentType: header(request, 'content-type') ?? '',
    });
    sendJson(response, result.status, result.headers, result.body);
  } else if (storefront !== undefined && method === 'POST') {
    await answerStorefront(parts, request, response, storefront, body);
  } else if (path.startsWith('/bulk/') && method === 'GET') {
    const id = /^\/bulk\/(\d+)\.jsonl$/.exec(path)?.[1];
    const lines = id === undefined ? null : parts.api.bulk.resultOf(gid('BulkOperation', Number(id)));
    if (lines === null)
      sendText(response, 404, 'text/plain', 'No such result, or it is older than seven days.\n');
    else sendText(response, 200, 'application/jsonl', lines);
  } else if (path.startsWith('/pictures/')) {
    sendPicture(parts, response, path);
  } else if (path === '/' || path.startsWith('/products/')) {
    sendPage(response, method, servePage(parts, method, url, body));
  } else {
    sendJson(response, 404, {}, { errors: 'Not Found' });
  }
}

async function answerStorefront(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  version: string,
  body: string,
): Promise<void> {
  const chosen = resolveVersion(version, parts.api.shop.clock.nowMs());
  if ('notFound' in chosen) {
    sendJson(response, 404, {}, { errors: 'Not Found' });
    return;
  }
  const given =
    header(request, 'x-shopify-storefront-access-token') ??
    header(request, 'shopify-storefront-private-token');
  const wanted = parts.storefrontAccessToken;
  if (given === undefined || given === '' || (wanted !== null && given !== wanted)) {
    sendJson(response, 401, {}, { errors: [{ message: '', extensions: { code: 'UNAUTHORIZED' } }] });
    return;
  }
  const result = await parts.storefront.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body,
  });
  sendText(response, result.status, 'application/json', await result.text(), {
    'x-shopify-api-version': chosen.version,
  });
}

function servePage(parts: Parts, method: string, url: URL, body: string): Page {
  const { shop, webhooks } = parts.api;
  if (url.pathname === '/') return productListPage(shop, webhooks, url.searchParams);
  const product = shop.products.get(Number(/^\/products\/(\d+)$/.exec(url.pathname)?.[1]));
  if (product === undefined) return notFoundPage(webhooks);
  if (method !== 'POST') return productPage(webhooks, product, url.searchParams.has('saved'), []);
  const result = submitProductForm(shop, product, new URLSearchParams(body));
  return 'redirectUrl' in result
    ? redirectTo(result.redirectUrl)
    : productPage(webhooks, product, false, result.errors);
}

function sendPicture(parts: Parts, response: ServerResponse, path: string): void {
  const [, name = '', id] = /^\/pictures\/((\d+)-\d+)\.svg$/.exec(path) ?? [];
  const product = parts.api.shop.products.get(Number(id));
  if (product === undefined) sendText(response, 404, 'text/plain', 'No such picture.\n');
  else {
    sendText(response, 200, 'image/svg+xml', renderProductImage(name, product.title), {
      'cache-control': 'max-age=3600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  }
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The rest is read and thrown away, so that the client hears the answer instead of a broken connection.
    if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
    else if (size > 16 * LARGEST_BODY_BYTES) break;
  }
  return size > LARGEST_BODY_BYTES ? null : Buffer.concat(chunks).toString('utf8');
}

function sendJson(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): void {
  sendText(response, status, 'application/json; charset=utf-8', JSON.stringify(body), headers);
}

function sendPage(response: ServerResponse, method: string, shown: Page): void {
  if (response.destroyed) return;
  response.writeHead(shown.status, { ...shown.headers, 'content-length': Buffer.byteLength(shown.body) });
  response.end(method === 'HEAD' ? undefined : shown.body);
}

function sendText(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': type, ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
