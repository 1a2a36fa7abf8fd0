// What the dev server passes on to functions: it has no Hosting.
import firebase from '../firebase.json' with { type: 'json' };

/** A file that no page is: `/catalogue.json`. */
const FILE = /[.][a-z]+$/;

/**
 * The files and calls that Hosting rewrites to functions, as keys of Vite's `server.proxy`, and the
 * names of these functions. Pages are not among them: the dev server renders them in the browser.
 */
export function functionPaths(): [path: string, functionId: string][] {
  return firebase.hosting.rewrites.flatMap(({ source, function: rendered }) =>
    rendered === undefined || (rendered.functionId === 'renderPage' && !FILE.test(source))
      ? []
      : [[toPattern(source), rendered.functionId]],
  );
}

/** The regular expression of a glob with `*` and `@(a|b)`, for a URL that may have a query. */
function toPattern(source: string): string {
  return `^${source.replaceAll('.', '[.]').replaceAll('*', '[^/]+').replaceAll('@(', '(')}(?:[?]|$)`;
}
