// Owns pages made on the server: the same app over the same endpoints, reading by what the caller gives it. It listens to
// nothing and keeps nothing but styles; who calls it decides about caches. Bundled into web/dist/server.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { catalogueApi } from './api/catalogue-endpoints.ts';
import type { Reader } from './api/firestore-base-query.ts';
import { shopApi } from './api/shop-api.ts';
import { findRoute } from './app/find-route.ts';
import { GUEST_STATE } from './app/guest-state.ts';
import { composePage, type PageStyles } from './app/page-markup.ts';
import { loadPage, presentPage } from './app/page-module.tsx';
import { SERVED_PAGES, type ServedPage } from './app/served-page.ts';
import { adoptQueries, finishedQueries } from './app/served-queries.ts';
import { ShopApp } from './app/shop-app.tsx';
import { createStore } from './app/store.ts';
import { declareSiteOrigin, type PageHead } from './lib/head-words.ts';
import { PartListener } from './lib/lazy-part.ts';
import { PageHeadListener } from './lib/page-head.ts';
import takeOverScript from './take-over-page.js?raw';

export interface PageRequest {
  /** Path and query, as the browser asked for them. */
  readonly address: string;
  /** The shop's public origin, without a slash at the end. */
  readonly origin: string;
  /** The built index.html of the app that will take over. */
  readonly shell: string;
  readonly read: Reader;
  readonly now: Date;
}

export interface PageAnswer {
  readonly status: 200 | 404;
  readonly html: string;
}

/** Cards of the whole catalogue: a listing carries what it shows of them, and the browser asks for one file. */
const NOT_SENT = ['products'];

const styles = JSON.parse(
  readFileSync(fileURLToPath(new URL('./styles.json', import.meta.url)), 'utf8'),
) as Readonly<Record<string, PageStyles>>;

/** The page at an address; undefined when it is not made here. Rejects when it cannot be read. */
export async function servePage(request: PageRequest): Promise<PageAnswer | undefined> {
  const { pathname, search } = new URL(request.address, request.origin);
  const found = findRoute(pathname);
  if (found === undefined || !SERVED_PAGES.includes(found.route.file)) return undefined;
  declareSiteOrigin(request.origin);
  const page = await readPage(request, found.route.file, found.params, pathname + search);
  const { app, head, parts } = await renderApp(page, pathname + search);
  const html = composePage(request.shell, {
    head,
    origin: request.origin,
    path: pathname,
    app,
    page: { ...page, parts },
    styles: styles[page.file] ?? { files: [], text: '' },
    takeOverScript,
  });
  return { status: head?.hidden ? 404 : 200, html };
}

/** What the browser's listings and search work on: the cards of the whole catalogue. */
export async function serveCatalogue(read: Reader): Promise<unknown> {
  const { store } = createStore({ reader: read });
  return store.dispatch(catalogueApi.endpoints.products.initiate(undefined, { subscribe: false })).unwrap();
}

async function readPage(
  { read, now }: PageRequest,
  file: string,
  params: Readonly<Record<string, string | undefined>>,
  address: string,
): Promise<ServedPage> {
  const { store } = createStore({ reader: read });
  const module = await loadPage(file);
  presentPage(file, module.Component);
  module.prefetch?.(store.dispatch as never, params);
  const answers = await Promise.all(store.dispatch(shopApi.util.getRunningQueriesThunk()));
  const failed = answers.find((answer) => answer.error !== undefined);
  if (failed !== undefined) throw Object.assign(new Error('A read failed.'), { cause: failed.error });
  const state = store.getState();
  const content = module.extract?.(state as never, params, new URL(address, 'http://shop').search);
  return {
    renderedAt: now.toISOString(),
    file,
    parts: [],
    queries: finishedQueries(state.shopApi, NOT_SENT),
    ...(content !== undefined && { extract: { address, content } }),
  };
}

async function renderApp(
  page: ServedPage,
  address: string,
): Promise<{ app: string; head: PageHead | undefined; parts: readonly string[] }> {
  const { store } = createStore({ preloadedState: GUEST_STATE as never });
  adoptQueries(store.dispatch, page.queries);
  let head: PageHead | undefined;
  const parts = new Set<string>();
  const { prelude } = await prerenderToNodeStream(
    <PageHeadListener value={(heard) => (head = heard)}>
      <PartListener value={{ shown: (name) => parts.add(name) }}>
        <StaticRouter location={address}>
          <ShopApp store={store} extract={page.extract} onReady={() => {}} />
        </StaticRouter>
      </PartListener>
    </PageHeadListener>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  let app = '';
  for await (const chunk of prelude) app += chunk;
  return { app, head, parts: [...parts] };
}
