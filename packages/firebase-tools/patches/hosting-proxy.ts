// Behind Hosting, a function or service receives only the cookie __session: others are removed so
// that responses can be cached. The Hosting emulator intends to do that, and to set Pragma and
// Cache-Control, but then copies the client's headers over its own. Code that reads another cookie
// would work here and fail in production. The emulator also does not abort the request to a
// function when its client has gone away, and throws if a function does not complete its response.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { hasSource, patchModule } from '../patch.ts';

type Proxy = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;

interface ProxyModule {
  proxyRequestHandler(url: string, name: string, ...rest: readonly unknown[]): Proxy;
}

interface SendOptions {
  readonly path: string;
  readonly timeout?: number;
  readonly queryParams?: unknown;
  readonly signal?: AbortSignal;
}

interface SendResult {
  readonly body: Readable;
}

interface ApiClient {
  readonly Client: { readonly prototype: { request(options: SendOptions): Promise<SendResult> } };
}

/** The request that Hosting forwards, and its response. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const exchanges = new AsyncLocalStorage<Exchange>();

export const hostingProxy = patchModule<ProxyModule>('lib/hosting/proxy.js', {
  expected: {
    'proxyRequestHandler(url, name) that copies the headers of the request before it waits': ({
      proxyRequestHandler,
    }) => {
      const source = String(proxyRequestHandler);
      const copies = source.indexOf('Object.keys(req.headers)');
      return (
        proxyRequestHandler.length === 2 &&
        hasSource(
          proxyRequestHandler,
          /Cookie: sessionCookie \|\| "",/,
          /value === undefined\) \{\s*headers\.delete\(key\);/,
        ) &&
        copies > 0 &&
        copies < source.indexOf('await ')
      );
    },
  },
  apply(proxy, load) {
    const {
      Client: { prototype: client },
    } = load<ApiClient>('../apiv2');
    const { request: send } = client;
    client.request = function requestForClient(options) {
      const proxied = exchanges.getStore();
      return proxied === undefined ? send.call(this, options) : sendFor(proxied, options, send.bind(this));
    };
    const { proxyRequestHandler } = proxy;
    proxy.proxyRequestHandler = (...args) => {
      const handle = proxyRequestHandler(...args);
      return (request, response, next) => {
        const { headers } = request;
        request.headers = forwardedHeaders(headers);
        try {
          return exchanges.run({ request, response }, () => handle(request, response, next));
        } finally {
          // The cookies choose the language of a page that Hosting itself serves.
          request.headers = headers;
        }
      };
    };
  },
});

function forwardedHeaders({
  pragma: _,
  'cache-control': __,
  cookie,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  // An undefined header is not sent.
  return { ...headers, cookie: cookie?.split(/; ?/).find((each) => each.startsWith('__session=')) };
}

/**
 * Sends a request while somebody waits for the response, with the query as written by the client.
 */
async function sendFor(
  { request, response }: Exchange,
  { timeout, path, queryParams: _, ...options }: SendOptions,
  send: (options: SendOptions) => Promise<SendResult>,
): Promise<SendResult> {
  const query = /\?.*/s.exec(request.url ?? '')?.[0] ?? '';
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeout);
  response.once('close', () => controller.abort());
  if (response.destroyed) controller.abort();
  try {
    const result = await send({ ...options, path: path + query, signal: controller.signal });
    result.body.on('error', () => response.destroy());
    return result;
  } catch (error) {
    // Nobody is left to receive the reason.
    return response.destroyed ? new Promise(() => undefined) : Promise.reject(error);
  } finally {
    clearTimeout(timer);
  }
}
