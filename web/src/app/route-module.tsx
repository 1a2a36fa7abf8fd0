import { type ComponentType, lazy } from 'react';
import type { Params } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';

/** Fetches a page's data before it is rendered. */
type PrefetchRouteData = (dispatch: (action: never) => unknown, params: Params) => void;

/** What a file of web/src/routes exports. */
export interface RouteModule {
  readonly Component: ComponentType;
  readonly prefetch?: PrefetchRouteData;
  /** What the first screen shows of data that is too large for the SSR payload (lib/ssr-placeholder-data.ts). */
  readonly getPlaceholderData?: (state: never, params: Params, search: string) => unknown;
}

const modules = import.meta.glob<RouteModule>('../routes/*.tsx');

const RELOADED_KEY = 'savepoint:reloaded-for';

/**
 * Reloads the page for a route module that failed to load, once: after a deployment the old files are gone, and the reload
 * gets the new ones. False when it was tried before for this file, or when session storage cannot remember that.
 */
export function reloadOnce(file: string, reload: () => void = () => location.reload()): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === file) return false;
    sessionStorage.setItem(RELOADED_KEY, file);
  } catch {
    // A first attempt could not be told from an endless loop.
    return false;
  }
  reload();
  return true;
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED_KEY);
  } catch {
    // There is no session storage: it is refused, or this is the server.
  }
}

/** Loads the module of a route; that of not-found for an unknown file. Rejects when it cannot be loaded. */
export async function loadRouteModule(file: string): Promise<RouteModule> {
  const load = modules[`../routes/${file}.tsx`] ?? modules['../routes/not-found.tsx'];
  if (load === undefined) throw new Error(`There is no route module '${file}'.`);
  return load();
}

/** A route's component, loaded on first render. A module that fails to load reloads the page once. */
function lazyRoute(file: string, name: string): ComponentType {
  return lazy(async () => {
    try {
      const module = await loadRouteModule(file);
      forgetReload();
      return { default: module.Component };
    } catch (cause) {
      console.error(`The page '${name}' failed to load.`, cause);
      if (reloadOnce(file)) return { default: () => <LoadingPage name={name} /> };
      throw cause;
    }
  });
}

const components = new Map<string, ComponentType>();

/** Renders a route with a component that is loaded already, without suspending: hydration needs that. */
export function registerRouteComponent(file: string, component: ComponentType): void {
  components.set(file, component);
}

/** The component of a route: the registered one, or one that loads on first render. */
export function routeComponent({
  file,
  name,
}: {
  readonly file: string;
  readonly name: string;
}): ComponentType {
  const registered = components.get(file);
  if (registered !== undefined) return registered;
  const component = lazyRoute(file, name);
  components.set(file, component);
  return component;
}
