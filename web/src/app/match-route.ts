import { matchPath, type Params } from 'react-router-dom';
import { ROUTES, type RouteEntry } from './routes.tsx';

/** The first route that matches a path, and the path's parameters; undefined when none does. */
export function matchRoute(
  pathname: string,
): { readonly route: RouteEntry; readonly params: Params } | undefined {
  for (const route of ROUTES) {
    const match = matchPath(route.path, pathname);
    if (match !== null) return { route, params: match.params };
  }
  return undefined;
}
