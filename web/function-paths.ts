// The paths that the dev server proxies to functions: it has no Hosting.
import firebase from '../firebase.json' with { type: 'json' };

/** A file, such as `/catalogue.json`, and not a page. */
const FILE = /[.][a-z]+$/;

/**
 * The files and calls that Hosting rewrites to functions, as keys of Vite's `server.proxy`, with
 * the names of these functions. Pages are not included: the dev server renders them in the browser.
 */
export function functionPaths(): [path: string, functionId: string][] {
  return firebase.hosting.rewrites.flatMap(({ source, function: rendered }) =>
    rendered === undefined || (rendered.functionId === 'renderPage' && !FILE.test(source))
      ? []
      : [[toPattern(source), rendered.functionId]],
  );
}

/** The regular expression for a glob with `*` and `@(a|b)`; the URL may have a query. */
function toPattern(source: string): string {
  return `^${source.replaceAll('.', '[.]').replaceAll('*', '[^/]+').replaceAll('@(', '(')}(?:[?]|$)`;
}
