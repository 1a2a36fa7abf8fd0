// Owns how page modules come in: each on its own, with the words of the specification meanwhile. A module that fails
// to come is logged and the page reloads, once: after a deploy the old files are gone and a reload brings the new ones.
import { type ComponentType, lazy } from 'react';
import type { Params } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';

/** Fetches a page's data ahead of the visit. */
export type Prefetch = (dispatch: (action: never) => unknown, params: Params) => void;

export interface PageModule {
  readonly Component: ComponentType;
  readonly prefetch?: Prefetch;
  /** What the page shows of data that is too large to be served with it (lib/served-extract.ts). */
  readonly extract?: (state: never, params: Params, search: string) => unknown;
}

const modules = import.meta.glob<PageModule>('../routes/*.tsx');

const RELOADED_KEY = 'savepoint:reloaded-for';

/** Reloads for a failed module unless that was just tried; session storage remembers across the reload. */
export function reloadOnce(file: string, reload: () => void = () => location.reload()): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === file) return false;
    sessionStorage.setItem(RELOADED_KEY, file);
  } catch {
    // Without session storage a loop could not be told from a first try.
    return false;
  }
  reload();
  return true;
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED_KEY);
  } catch {
    // Nothing was remembered where there is no session storage: when forbidden, or on the server.
  }
}

/** The module of a page. Rejects when it cannot be loaded. */
export async function loadPage(file: string): Promise<PageModule> {
  const load = modules[`../routes/${file}.tsx`] ?? modules['../routes/not-found.tsx'];
  if (load === undefined) throw new Error(`There is no page '${file}'.`);
  return load();
}

/** The page as a component that loads on first render. */
export function lazyPage(file: string, name: string): ComponentType {
  return lazy(async () => {
    try {
      const module = await loadPage(file);
      forgetReload();
      return { default: module.Component };
    } catch (cause) {
      console.error(`The page '${name}' failed to load.`, cause);
      if (reloadOnce(file)) return { default: () => <LoadingPage name={name} /> };
      throw cause;
    }
  });
}

const pages = new Map<string, ComponentType>();

/** Makes a page that is loaded already render at once, as a page that was served must. */
export function presentPage(file: string, page: ComponentType): void {
  pages.set(file, page);
}

/** The page of a route: the one that was presented, or one that loads on first render. */
export function pageOf({ file, name }: { readonly file: string; readonly name: string }): ComponentType {
  const known = pages.get(file);
  if (known !== undefined) return known;
  const page = lazyPage(file, name);
  pages.set(file, page);
  return page;
}
