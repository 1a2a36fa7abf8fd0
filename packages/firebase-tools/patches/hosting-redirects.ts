// A redirect keeps the client's encoding. superstatic decodes path and query partially and encodes
// the result as a whole, so `/old?next=%2Fnext` leads to `/page?next=%252Fnext`. It also drops
// everything after a second question mark. Here it sees the path without the query, escapes are
// preserved, and the query precedes a fragment of the destination.
import { patchModule } from '../patch.ts';

interface Redirect {
  readonly source?: string;
  readonly destination: string;
  readonly type?: number;
}

interface Directive {
  readonly redirect: string;
  readonly status: number;
}

interface RedirectedRequest {
  readonly superstatic: { readonly redirects?: readonly Redirect[] | undefined };
  readonly url: string;
}

interface DirectedResponse {
  readonly superstatic: { handle(directive: Directive): unknown };
}

interface SuperstaticMiddleware {
  redirects(
    ...spec: readonly unknown[]
  ): (request: RedirectedRequest, response: DirectedResponse, next: () => void) => unknown;
}

/**
 * Matches destinations in which superstatic replaces `:name` and which it then decodes completely.
 */
const CAPTURES = /(?:^|\/):/;

export const hostingRedirects = patchModule<SuperstaticMiddleware>('superstatic/lib/middleware', {
  expected: {
    'redirects() that respond with superstatic.handle({ redirect, status })': ({ redirects }) => {
      const handled: Directive[] = [];
      const superstatic = { redirects: [{ source: '/a/:b', destination: '/c/:b', type: 302 }] };
      const response = { superstatic: { handle: (directive: Directive) => handled.push(directive) } };
      redirects()({ superstatic, url: '/a/%26' }, response, () => undefined);
      return JSON.stringify(handled) === '[{"redirect":"/c/%2526","status":302}]';
    },
  },
  apply(middleware) {
    const { redirects } = middleware;
    middleware.redirects = (...spec) => {
      const redirect = redirects(...spec);
      return (request, response, next) => {
        const { superstatic, url } = request;
        const [path, query] = splitAt(url, '?');
        const handle = ({ redirect: destination, status }: Directive): unknown =>
          response.superstatic.handle({
            redirect: withQuery(keepEncoded(destination), keepEncoded(encodeURI(query))),
            status,
          });
        const rules = superstatic.redirects;
        return redirect(
          // superstatic decodes `%25`, after which `%2541` is the same as `%41`.
          {
            superstatic: {
              ...superstatic,
              redirects: Array.isArray(rules) ? rules.map(keepEscapes) : rules,
            },
            url: path.replaceAll('%25', '%2525'),
          },
          { superstatic: { handle } },
          next,
        );
      };
    };
  },
});

function keepEscapes(rule: Redirect): Redirect {
  return CAPTURES.test(rule.destination)
    ? { ...rule, destination: rule.destination.replaceAll('%', '%25') }
    : rule;
}

/** An encoded URL without double encoding. */
function keepEncoded(url: string): string {
  return url.replace(/%25([0-9a-f]{2})/gi, '%$1');
}

/** superstatic adds `&` and an empty query to a destination with a question mark. */
function withQuery(destination: string, query: string): string {
  const url = destination.includes('?') ? destination.slice(0, -1) : destination;
  if (query === '') return url;
  const [target, fragment] = splitAt(url, '#');
  const hash = url.includes('#') ? `#${fragment}` : '';
  return `${target}${target.includes('?') ? '&' : '?'}${query}${hash}`;
}

function splitAt(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
