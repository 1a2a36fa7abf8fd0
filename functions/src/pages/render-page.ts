// The function behind Hosting's rewrites: server-rendered pages, the catalog as one JSON file, the
// shop's settings, its automatic promotions, the sitemap. Hosting caches the responses, so few
// requests get here.

import type { Response } from 'express';
import { onRequest, type Request } from 'firebase-functions/https';
import { functionSettings } from '../config/function-settings.ts';
import { pageCacheSeconds, shopUrl } from '../config/settings.ts';
import {
  countEntries,
  readListedDrops,
  readPublicDrop,
  readPublishedDraw,
} from '../editions/read-public-drop.ts';
import { database } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import { readAutomaticPromotions } from '../promotions/read-promotions.ts';
import { createPageReader, isValidDocumentId, type PageReader } from './page-reader.ts';
import { ReadCache } from './read-cache.ts';
import { readSettings } from './read-settings.ts';
import { sendCompressed } from './send-compressed.ts';
import { renderSitemap, type SitemapProduct } from './sitemap.ts';
import { loadPageRenderer, loadShell } from './web-app.ts';

/**
 * Browsers always revalidate. Hosting's cache is fresh for a minute, and for an hour serves stale
 * while it revalidates.
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=3600';
/** Never served stale. */
const FRESH_CACHE_CONTROL = 'public, max-age=0, s-maxage=60';
/** The most URLs of one sitemap (sitemaps.org protocol). */
const SITEMAP_MAX_URLS = 50_000;
const CACHED_READS_MAX = 200;
/** How stale the page of a drop may be. */
const DROP_CACHE_SECONDS = 1;
/** Counting a large drop costs a read per thousand entries. */
const DROP_COUNT_SECONDS = 10;
const DROP_CACHE_CONTROL = `public, max-age=0, s-maxage=${DROP_CACHE_SECONDS}`;
const DROP_PATH = /^\/drops\/([^/]+)\/(state|draw)\.json$/;
/**
 * Hosting's headers that are the same for every page: the function also has its own address. Its
 * policy contains hashes of the build.
 */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};

let sharedCache: ReadCache | undefined;
let sharedReader: PageReader | undefined;
const dropCache = new ReadCache({ seconds: DROP_CACHE_SECONDS, maxEntries: CACHED_READS_MAX, now: Date.now });
const countCache = new ReadCache({
  seconds: DROP_COUNT_SECONDS,
  maxEntries: CACHED_READS_MAX,
  now: Date.now,
});

function readCache(): ReadCache {
  sharedCache ??= new ReadCache({
    seconds: pageCacheSeconds(),
    maxEntries: CACHED_READS_MAX,
    now: Date.now,
  });
  return sharedCache;
}

function pageReader(): PageReader {
  sharedReader ??= createPageReader(database(), readCache());
  return sharedReader;
}

/**
 * Responds with 405 to methods except GET and HEAD, with 503 if the response cannot be made now.
 */
export const renderPage = onRequest(functionSettings('renderPage'), async (request, response) => {
  response.set(SECURITY_HEADERS);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.set('Allow', 'GET, HEAD').status(405).send('Only GET and HEAD are allowed.');
    return;
  }
  try {
    if (request.path === '/sitemap.xml') await sendSitemap(request, response);
    else if (request.path === '/catalogue.json') await sendCatalogue(request, response);
    else if (request.path === '/promotions.json') await sendPromotions(response);
    else if (request.path === '/drops.json') await sendDrops(response);
    else if (DROP_PATH.test(request.path)) await sendDrop(request, response);
    else if (request.path === '/shop-settings.json')
      response.set('Cache-Control', FRESH_CACHE_CONTROL).json(await readSettings(pageReader()));
    else await sendPage(request, response);
  } catch (error) {
    log.error('page-request-failed', { path: request.path }, error);
    response
      .status(503)
      .set('Retry-After', '5')
      .send('The page could not be loaded. Please try again in a moment.');
  }
});

/**
 * Sends the rendered page, or the app shell if a page is not rendered here or rendering fails: the
 * browser then renders it.
 */
async function sendPage(request: Request, response: Response): Promise<void> {
  const [renderer, shell] = await Promise.all([loadPageRenderer(), loadShell()]);
  const page = await renderer
    ?.servePage({
      address: request.url,
      origin: shopUrl(),
      shell,
      read: pageReader(),
      readSettings: () => readSettings(pageReader()),
    })
    .catch((error: unknown) => {
      log.error('page-not-rendered', { path: request.path }, error);
      return undefined;
    });
  response.type('html');
  if (page === undefined) response.set('Cache-Control', 'no-cache');
  else
    response
      .set('Cache-Control', page.status === 404 ? FRESH_CACHE_CONTROL : CACHE_CONTROL)
      .status(page.status);
  await sendCompressed(request, response, page?.html ?? shell);
}

async function sendCatalogue(request: Request, response: Response): Promise<void> {
  const renderer = await loadPageRenderer();
  if (renderer === undefined) {
    response.status(404).json({ error: 'Build the web app, then the functions.' });
    return;
  }
  const products = await renderer.serveCatalogue(pageReader());
  response.set('Cache-Control', CACHE_CONTROL).type('json');
  await sendCompressed(request, response, JSON.stringify(products));
}

async function sendPromotions(response: Response): Promise<void> {
  const promotions = await readCache().read('automatic promotions', () =>
    readAutomaticPromotions(database()),
  );
  response.set('Cache-Control', FRESH_CACHE_CONTROL).json(promotions);
}

async function sendDrops(response: Response): Promise<void> {
  const drops = await dropCache.read('drops', () => readListedDrops(database(), new Date()));
  response.set('Cache-Control', DROP_CACHE_CONTROL).json(drops);
}

/**
 * The state of a drop, null if it does not exist, which is not an error of the requesting page; or
 * its draw once made.
 */
async function sendDrop(request: Request, response: Response): Promise<void> {
  const [, encodedId = '', file] = DROP_PATH.exec(request.path) ?? [];
  const id = decodeURIComponent(encodedId);
  const db = database();
  const found = isValidDocumentId(id)
    ? await dropCache.read(`${file} ${id}`, async () =>
        file === 'draw'
          ? readPublishedDraw(db, id)
          : readPublicDrop(db, id, await countCache.read(id, () => countEntries(db, id)), new Date()),
      )
    : undefined;
  response.set('Cache-Control', DROP_CACHE_CONTROL).type('json');
  if (found === undefined && file === 'draw') response.status(404).json({ error: 'There is no such draw.' });
  else await sendCompressed(request, response, JSON.stringify(found ?? null));
}

async function sendSitemap(request: Request, response: Response): Promise<void> {
  const read = pageReader();
  const [products, categories] = await Promise.all([
    read({ op: 'query', path: 'products', select: ['status', 'source'], limit: SITEMAP_MAX_URLS }),
    read({ op: 'query', path: 'categories', select: ['name'] }),
  ]);
  const categoryIds = (categories as { id: string }[]).map(({ id }) => id);
  response.set('Cache-Control', CACHE_CONTROL).type('application/xml');
  await sendCompressed(
    request,
    response,
    renderSitemap(shopUrl(), products as SitemapProduct[], categoryIds),
  );
}
