// Hosting's documentation says that the header rule for 404.html applies to 404 responses. The
// Hosting emulator applies it, too, but gives precedence to the rules for the requested path, so a
// missing file would be cached like an existing one, immutable for a year. This gives precedence to
// the rule for 404.html.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { patchModule } from '../patch.ts';

interface SuperstaticRequest {
  readonly superstatic: object;
  readonly url: string;
}

/** The response methods that the header middleware uses. */
interface HeaderRecorder {
  readonly headersSent: boolean;
  writeHead(status: number): HeaderRecorder;
  setHeader(name: string, value: number | string | readonly string[]): unknown;
}

type Middleware = (
  request: SuperstaticRequest,
  response: ServerResponse | HeaderRecorder,
  next: () => void,
) => void;

interface SuperstaticMiddleware {
  headers(spec: object, ...rest: readonly unknown[]): Middleware;
  missing(spec: object, ...rest: readonly unknown[]): Middleware;
}

const NOT_FOUND_PAGE = '/404.html';

export const hostingNotFound = patchModule<SuperstaticMiddleware>('superstatic/lib/middleware', {
  expected: {
    'functions headers(spec) and missing(spec)': ({ headers, missing }) =>
      headers.length >= 1 && missing.length >= 1,
  },
  apply(middleware) {
    const { headers, missing } = middleware;
    const notFound = new WeakSet<object>();

    middleware.headers = (spec, ...rest) => {
      const setHeaders = headers(spec, ...rest);
      return (request, response, next) => {
        const setNotFound = (status: number): void => {
          const recorder: HeaderRecorder = {
            headersSent: false,
            writeHead: () => recorder,
            setHeader: (key, value) => response.setHeader(key, value),
          };
          setHeaders({ superstatic: request.superstatic, url: NOT_FOUND_PAGE }, recorder, () => {});
          recorder.writeHead(status);
        };
        const written: { writeHead(status: number, ...rest: [OutgoingHttpHeaders?]): unknown } = response;
        const { writeHead } = written;
        // Wrapped before the original wraps it, so it is called after all others have set their
        // headers.
        written.writeHead = function writeHeadOfNotFound(status, ...others) {
          if (notFound.has(response)) setNotFound(status);
          return writeHead.call(this, status, ...others);
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
  },
});
