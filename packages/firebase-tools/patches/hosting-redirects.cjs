// A redirect keeps what the client has encoded: superstatic decodes the path and the query in part
// and encodes the result as a whole, so that `/old?next=%2Fnext` leads to `/page?next=%252Fnext`.
// It also drops what follows a second question mark. Here it sees the path without the query,
// escapes stay as they are, and the query stands before a fragment of the destination.
exports.module = 'superstatic/lib/middleware';

exports.expected = {
  'redirects() that respond with superstatic.handle({ redirect, status })': ({ redirects }) => {
    const handled = [];
    const superstatic = { redirects: [{ source: '/a/:b', destination: '/c/:b', type: 302 }] };
    const response = { superstatic: { handle: (directive) => handled.push(directive) } };
    redirects()({ superstatic, url: '/a/%26' }, response, () => undefined);
    return JSON.stringify(handled) === '[{"redirect":"/c/%2526","status":302}]';
  },
};

/** Where superstatic replaces `:name` and then decodes the whole destination. */
const CAPTURES = /(?:^|\/):/;

exports.apply = (middleware) => {
  const { redirects } = middleware;
  middleware.redirects = (...spec) => {
    const redirect = redirects(...spec);
    return (request, response, next) => {
      const { superstatic, url } = request;
      const [path, query] = splitAt(url, '?');
      const handle = ({ redirect: destination, status }) =>
        response.superstatic.handle({
          redirect: withQuery(keepEncoded(destination), keepEncoded(encodeURI(query))),
          status,
        });
      const rules = superstatic.redirects;
      return redirect(
        // superstatic decodes `%25`, after which `%2541` is the same as `%41`.
        {
          superstatic: { ...superstatic, redirects: Array.isArray(rules) ? rules.map(keepEscapes) : rules },
          url: path.replaceAll('%25', '%2525'),
        },
        { superstatic: { handle } },
        next,
      );
    };
  };
};

function keepEscapes(rule) {
  return CAPTURES.test(rule.destination)
    ? { ...rule, destination: rule.destination.replaceAll('%', '%25') }
    : rule;
}

/** An encoded URL without the second encoding of what was encoded before. */
const keepEncoded = (url) => url.replace(/%25([0-9a-f]{2})/gi, '%$1');

/** superstatic adds `&` and an empty query to a destination with a question mark. */
function withQuery(destination, query) {
  const url = destination.includes('?') ? destination.slice(0, -1) : destination;
  if (query === '') return url;
  const [, target, fragment] = /^([^#]*)(.*)$/s.exec(url);
  return `${target}${target.includes('?') ? '&' : '?'}${query}${fragment}`;
}

function splitAt(text, separator) {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
