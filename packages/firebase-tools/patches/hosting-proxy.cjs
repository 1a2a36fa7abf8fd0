// Behind Hosting, a function or service receives one cookie, __session: the others are removed, so
// that responses can be cached. The Hosting emulator means to do so, as it means to set Pragma and
// Cache-Control, but then copies the headers of the client over its own. Code that reads another
// cookie would work here and fail in production. It also keeps the request to a function whose
// client has gone away, and throws where a function does not complete its response.
const { AsyncLocalStorage } = require('node:async_hooks');

exports.module = 'lib/hosting/proxy.js';

exports.expected = {
  'proxyRequestHandler(url, name) that copies the headers of the request before it waits': ({
    proxyRequestHandler,
  }) => {
    const source = String(proxyRequestHandler);
    const copies = source.indexOf('Object.keys(req.headers)');
    return (
      proxyRequestHandler.length === 2 &&
      /Cookie: sessionCookie \|\| "",/.test(source) &&
      /value === undefined\) \{\s*headers\.delete\(key\);/.test(source) &&
      copies > 0 &&
      copies < source.indexOf('await ')
    );
  },
};

/** The request that Hosting passes on, and its response. */
const exchanges = new AsyncLocalStorage();

exports.apply = (proxy, load) => {
  const { Client } = load('../apiv2');
  const { request: send } = Client.prototype;
  Client.prototype.request = function requestForClient(options) {
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
        // The cookies choose the language of a page that Hosting itself responds with.
        request.headers = headers;
      }
    };
  };
};

function forwardedHeaders({ pragma: _, 'cache-control': __, ...headers }) {
  // A header that is undefined is not sent.
  return { ...headers, cookie: headers.cookie?.split(/; ?/).find((each) => each.startsWith('__session=')) };
}

/**
 * Sends a request as long as somebody waits for the response, with the query as the client has
 * written it.
 */
async function sendFor({ request, response }, { timeout, path, queryParams: _, ...options }, send) {
  const query = /\?.*/s.exec(request.url)?.[0] ?? '';
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeout);
  response.once('close', () => controller.abort());
  if (response.destroyed) controller.abort();
  try {
    const result = await send({ ...options, path: path + query, signal: controller.signal });
    result.body.on('error', () => response.destroy());
    return result;
  } catch (error) {
    // Nobody is left to whom the reason could be sent.
    return response.destroyed ? new Promise(() => undefined) : Promise.reject(error);
  } finally {
    clearTimeout(timer);
  }
}
