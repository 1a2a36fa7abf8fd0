// Server-side rendering: the same app over the same endpoints, with the caller's reads in place of the network. It opens no
// port and caches nothing; both are left to the caller. Bundled into web/dist/server.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allowLoopbackImages } from '@savepoint/model/image-url';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { catalogueApi } from './api/catalogue-endpoints.ts';
import type { DocumentReader } from './api/firestore-base-query.ts';
import { shopApi } from './api/shop-api.ts';
import { type CriticalStyles, renderDocument } from './app/html-document.ts';
import { matchRoute } from './app/match-route.ts';
import { loadRouteModule, registerRouteComponent } from './app/route-module.tsx';
import { ShopApp } from './app/shop-app.tsx';
import { SSR_ROUTES, type SsrPayload } from './app/ssr-payload.ts';
import { SSR_PRELOADED_STATE } from './app/ssr-preloaded-state.ts';
import { fulfilledQueries, rehydrateQueries } from './app/ssr-queries.ts';
import { createStore } from './app/store.ts';
import { isLoopbackHost } from './config/backend.ts';
import hydrationLoader from './hydration-loader.js?raw';
import { LazyComponentContext } from './lib/lazy-component.ts';
import { PageHeadContext } from './lib/page-head.ts';
import { type PageHead, setSiteOrigin } from './lib/page-metadata.ts';

interface PageRequest {
  /** Path and query, as the browser requested them. */
  readonly address: string;
  /** The shop's public origin, without a trailing slash. */
  readonly origin: string;
  /** The built index.html of the app that will hydrate the page. */
  readonly shell: string;
  readonly read: DocumentReader;
  readonly now: Date;
}

interface PageResponse {
  readonly status: 200 | 404;
  readonly html: string;
}

/** The cards of the whole catalogue: a listing carries only those it shows, and the browser fetches the rest as one file. */
const EXCLUDED_ENDPOINTS = ['products'];

const criticalStyles = JSON.parse(
  readFileSync(fileURLToPath(new URL('./styles.json', import.meta.url)), 'utf8'),
) as Readonly<Record<string, CriticalStyles>>;

/**
 * Renders the page at a URL; undefined when its route is not rendered on the server. 404 for a page that search engines
 * must not index, such as an unknown product. Rejects when its data cannot be read.
 */
export async function servePage(request: PageRequest): Promise<PageResponse | undefined> {
  const { pathname, search } = new URL(request.address, request.origin);
  const match = matchRoute(pathname);
  if (match === undefined || !SSR_ROUTES.includes(match.route.file)) return undefined;
  setSiteOrigin(request.origin);
  allowLoopbackImages(isLoopbackHost(new URL(request.origin).hostname));
  const url = pathname + search;
  const payload = await readPayload(request, match.route.file, match.params, url);
  const { appMarkup, head, lazyComponents } = await renderApp(payload, url);
  const html = renderDocument(request.shell, {
    head,
    origin: request.origin,
    path: pathname,
    appMarkup,
    payload: { ...payload, lazyComponents },
    criticalStyles: criticalStyles[payload.routeFile] ?? { files: [], text: '' },
    hydrationLoader,
  });
  return { status: head?.noindex ? 404 : 200, html };
}

/** The product cards of the whole catalogue, on which the browser's listings and search work. Rejects when a read fails. */
export async function serveCatalogue(read: DocumentReader): Promise<unknown> {
  const store = createStore({ readDocuments: read });
  return store.dispatch(catalogueApi.endpoints.products.initiate(undefined, { subscribe: false })).unwrap();
}

async function readPayload(
  { read, now }: PageRequest,
  routeFile: string,
  params: Readonly<Record<string, string | undefined>>,
  url: string,
): Promise<SsrPayload> {
  const store = createStore({ readDocuments: read });
  const module = await loadRouteModule(routeFile);
  registerRouteComponent(routeFile, module.Component);
  module.prefetch?.(store.dispatch as never, params);
  const results = await Promise.all(store.dispatch(shopApi.util.getRunningQueriesThunk()));
  const failed = results.find((result) => result.error !== undefined);
  if (failed !== undefined) throw Object.assign(new Error('A read failed.'), { cause: failed.error });
  const state = store.getState();
  const data = module.getPlaceholderData?.(state as never, params, new URL(url, 'http://shop').search);
  return {
    renderedAt: now.toISOString(),
    routeFile,
    lazyComponents: [],
    queries: fulfilledQueries(state.shopApi, EXCLUDED_ENDPOINTS),
    ...(data !== undefined && { placeholderData: { url, data } }),
  };
}

async function renderApp(
  payload: SsrPayload,
  url: string,
): Promise<{ appMarkup: string; head: PageHead | undefined; lazyComponents: readonly string[] }> {
  const store = createStore({ preloadedState: SSR_PRELOADED_STATE as never });
  rehydrateQueries(store.dispatch, payload.queries);
  let head: PageHead | undefined;
  const lazyComponents = new Set<string>();
  const { prelude } = await prerenderToNodeStream(
    <PageHeadContext value={(pageHead) => (head = pageHead)}>
      <LazyComponentContext value={{ onRender: (name) => lazyComponents.add(name) }}>
        <StaticRouter location={url}>
          <ShopApp store={store} placeholderData={payload.placeholderData} onHydrated={() => {}} />
        </StaticRouter>
      </LazyComponentContext>
    </PageHeadContext>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  let appMarkup = '';
  for await (const chunk of prelude) appMarkup += chunk;
  return { appMarkup, head, lazyComponents: [...lazyComponents] };
}
