// Owns finding the page of an address.
import { matchPath, type Params } from 'react-router-dom';
import { ROUTES, type RouteEntry } from './routes.tsx';

/** The first route that matches a path, and what the path says in its places. */
export function findRoute(pathname: string): { route: RouteEntry; params: Params } | undefined {
  for (const route of ROUTES) {
    const match = matchPath(route.path, pathname);
    if (match !== null) return { route, params: match.params };
  }
  return undefined;
}
