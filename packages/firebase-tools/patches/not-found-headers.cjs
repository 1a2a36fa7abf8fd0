// Hosting documents the header rule 404.html as that of its 404 responses. The Hosting emulator
// applies it as well, but lets the rules of the requested path win: a missing file would be cached
// like one that exists, immutable for a year. This lets the rule of 404 win.
exports.module = 'superstatic/lib/middleware';

const NOT_FOUND_PAGE = '/404.html';

exports.expected = {
  'functions headers(spec) and missing(spec)': ({ headers, missing }) =>
    headers.length >= 1 && missing.length >= 1,
};

exports.apply = (middleware) => {
  const { headers, missing } = middleware;
  const notFound = new WeakSet();

  middleware.headers = (spec, ...rest) => {
    const setHeaders = headers(spec, ...rest);
    return (request, response, next) => {
      const { writeHead } = response;
      // Wrapped before the original wraps it: called after all others have set their headers.
      response.writeHead = function writeHeadOfNotFound(...args) {
        if (notFound.has(response)) {
          const recorder = {
            headersSent: false,
            writeHead: () => recorder,
            setHeader: (key, value) => response.setHeader(key, value),
          };
          setHeaders({ superstatic: request.superstatic, url: NOT_FOUND_PAGE }, recorder, () => {});
          recorder.writeHead(args[0]);
        }
        return writeHead.apply(this, args);
      };
      setHeaders(request, response, next);
    };
  };

  middleware.missing = (spec, ...rest) => {
    const respond = missing(spec, ...rest);
    return (request, response, next) => {
      notFound.add(response);
      respond(request, response, next);
    };
  };
};
