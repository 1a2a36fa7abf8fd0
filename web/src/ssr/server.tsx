// Server-side rendering: the same app over the same endpoints, with the caller's reads instead of
// the network. It opens no port and caches nothing; both are up to the caller. Bundled into
// web/dist/server.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allowLoopbackImages } from '@savepoint/model/image-url';
import { prerenderToNodeStream } from 'react-dom/static';
import { Provider } from 'react-redux';
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunctionArgs,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { readCatalogue } from '../api/read-catalogue.ts';
import { SETTINGS_FILE, settingsApi } from '../api/settings-endpoints.ts';
import { shopApi } from '../api/shop-api.ts';
import { matchPage, type PageModule } from '../app/pages.ts';
import { createRoutes } from '../app/routes.tsx';
import { createStore, type ShopStore } from '../app/store.ts';
import { isLoopbackHost } from '../config/backend.ts';
import { NOT_FOUND_HEAD } from '../config/page-heads.ts';
import type { ReadRequest } from '../firebase/request.ts';
import { setSiteOrigin } from '../lib/page-metadata.ts';
import { sessionEnded } from '../session/session-slice.ts';
import { renderDocument, renderShell } from './document.ts';
import type { PageData } from './page-data.ts';
import startScript from './start-app.js?raw';

/** Reads documents, with timestamps as ISO strings. Rejects if the read fails. */
type ReadDocuments = (request: ReadRequest) => Promise<unknown>;

interface PageRequest {
  /** Path and query, as the browser requested them. */
  readonly address: string;
  /** The shop's public origin, without a trailing slash. */
  readonly origin: string;
  /** The built index.html of the app that will hydrate the page. */
  readonly shell: string;
  readonly read: ReadDocuments;
  /** The content of /shop-settings.json. */
  readonly readSettings: () => Promise<unknown>;
}

interface PageResponse {
  readonly status: number;
  readonly html: string;
}

/**
 * The cards of the whole catalog: a listing contains only those it shows, and the browser fetches
 * the rest as one file.
 */
const EXCLUDED_ENDPOINT = 'products';

/** By module of a route: the URLs of its chunks. Written by the build. */
const routeChunks = JSON.parse(
  readFileSync(fileURLToPath(new URL('./route-chunks.json', import.meta.url)), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

/**
 * Renders the page at a URL; undefined if its route is not rendered on the server. 404 for an
 * unknown product, category or address. Rejects if its data cannot be read.
 */
export async function servePage({
  address,
  origin,
  shell,
  read,
  readSettings,
}: PageRequest): Promise<PageResponse | undefined> {
  const url = new URL(address, origin);
  const { page } = matchPage(url.pathname);
  if (page.path === '*')
    return { status: 404, html: renderShell(shell, { ...NOT_FOUND_HEAD, noindex: true }) };
  if (!page.isServerRendered) return undefined;
  setSiteOrigin(origin);
  allowLoopbackImages(isLoopbackHost(url.hostname));
  const store = createStore({
    readDocuments: (request) => {
      if (request.op !== 'file') return read(request);
      return request.path === SETTINGS_FILE ? readSettings() : serveCatalogue(read);
    },
  });
  store.dispatch(sessionEnded());
  const routes = createRoutes((module, args) => loadPage(store, module, args));
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(url));
  if (context instanceof Response) return undefined;
  for (const error of Object.values(context.errors ?? {})) throw error;
  const data: PageData = {
    origin,
    router: { loaderData: context.loaderData },
    state: withoutCatalogue(store.getState()),
  };
  const markup = await renderApp(createStaticRouter(handler.dataRoutes, context), context, data);
  // A server-rendered page has its module's name. Without its chunks, they would only load later.
  const chunks = routeChunks[`src/routes/${page.name.toLowerCase()}.tsx`] ?? [];
  const html = renderDocument(shell, { markup, data, chunks, startScript });
  return { status: context.statusCode, html };
}

/**
 * The product cards of the whole catalog, for the browser's listings and search. Rejects if a read
 * fails.
 */
export function serveCatalogue(read: ReadDocuments): Promise<unknown> {
  return readCatalogue(read);
}

/** Runs the queries of a page, then its server loader. */
async function loadPage(store: ShopStore, module: PageModule, { params, request }: LoaderFunctionArgs) {
  store.dispatch(settingsApi.util.prefetch('shopSettings', undefined, {}));
  module.prefetch?.(store.dispatch, params);
  await finishQueries(store);
  const { data: settings } = settingsApi.endpoints.shopSettings.select()(store.getState());
  if (settings !== undefined && module.prefetchContent !== undefined) {
    module.prefetchContent(store.dispatch, settings.content);
    await finishQueries(store);
  }
  return module.serverLoader?.(store.getState(), params, new URL(request.url).search) ?? null;
}

async function finishQueries(store: ShopStore): Promise<void> {
  const results = await Promise.all(store.dispatch(shopApi.util.getRunningQueriesThunk()));
  const failed = results.find((result) => result.error !== undefined);
  if (failed !== undefined) throw Object.assign(new Error('A read failed.'), { cause: failed.error });
}

function withoutCatalogue(state: PageData['state']): PageData['state'] {
  const queries = Object.entries(state.shopApi.queries).filter(
    ([, query]) => query?.endpointName !== EXCLUDED_ENDPOINT,
  );
  return { ...state, shopApi: { ...state.shopApi, queries: Object.fromEntries(queries) } };
}

async function renderApp(
  router: ReturnType<typeof createStaticRouter>,
  context: StaticHandlerContext,
  { state }: PageData,
): Promise<string> {
  const { prelude } = await prerenderToNodeStream(
    <html lang="en">
      <body>
        <div id="root">
          <Provider store={createStore({ preloadedState: state })}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </Provider>
        </div>
      </body>
    </html>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  let markup = '';
  for await (const chunk of prelude) markup += chunk;
  return markup;
}
