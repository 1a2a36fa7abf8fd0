// Behind Hosting, a function or service receives one cookie, __session: the others are removed, so that responses can be cached. The
// Hosting emulator means to do so, as it means to set Pragma and Cache-Control, but then copies the headers of the client over its own.
// Code that reads another cookie would work here and fail in production.
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

exports.apply = (proxy) => {
  const { proxyRequestHandler } = proxy;
  proxy.proxyRequestHandler = (...args) => {
    const handle = proxyRequestHandler(...args);
    return (request, response, next) => {
      const { headers } = request;
      request.headers = forwardedHeaders(headers);
      try {
        return handle(request, response, next);
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
