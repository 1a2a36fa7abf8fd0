// Owns the function behind Hosting's rewrites: pages made on the server, the catalogue as one file, the sitemap. Hosting
// caches what it answers, so that few requests get here and a product synced a minute ago is in all of them.

import type { Response } from 'express';
import { onRequest, type Request } from 'firebase-functions/https';
import { shopUrl } from '../config/settings.ts';
import { log } from '../logs/log.ts';
import { readForPage } from './page-reader.ts';
import { sendCompressed } from './send-compressed.ts';
import { renderSitemap, type SitemapProduct } from './sitemap.ts';
import { loadPageRenderer, readShell } from './web-app.ts';

/** Browsers ask each time; Hosting answers from its cache for a minute, and for an hour more while it asks anew. */
const CACHED = 'public, max-age=0, s-maxage=60, stale-while-revalidate=3600';
const MISSING_CACHED = 'public, max-age=0, s-maxage=60';
const SITEMAP_MAX = 50_000;

export const renderPage = onRequest({ memory: '512MiB' }, async (request, response) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.set('Allow', 'GET, HEAD').status(405).send('Only GET is answered here.');
    return;
  }
  try {
    if (request.path === '/sitemap.xml') await sendSitemap(request, response);
    else if (request.path === '/catalogue.json') await sendCatalogue(request, response);
    else await sendPage(request, response);
  } catch (error) {
    log.error('page-not-rendered', { path: request.path }, error);
    response
      .status(503)
      .set('Retry-After', '5')
      .send('The page could not be made just now. Please reload it.');
  }
});

/** The page with its content. One that is not made here, or cannot be read now, is the empty page, which the app fills. */
async function sendPage(request: Request, response: Response): Promise<void> {
  const [maker, shell] = await Promise.all([loadPageRenderer(), readShell()]);
  const page = await maker
    ?.servePage({ address: request.url, origin: shopUrl(), shell, read: readForPage, now: new Date() })
    .catch((error: unknown) => {
      log.error('page-left-empty', { path: request.path }, error);
      return undefined;
    });
  response.type('html');
  if (page === undefined) response.set('Cache-Control', 'no-cache');
  else response.set('Cache-Control', page.status === 404 ? MISSING_CACHED : CACHED).status(page.status);
  await sendCompressed(request, response, page?.html ?? shell);
}

async function sendCatalogue(request: Request, response: Response): Promise<void> {
  const maker = await loadPageRenderer();
  if (maker === undefined) {
    response.status(404).json({ error: 'Build the web app, then the functions.' });
    return;
  }
  const cards = await maker.serveCatalogue(readForPage);
  response.set('Cache-Control', CACHED).type('json');
  await sendCompressed(request, response, JSON.stringify(cards));
}

async function sendSitemap(request: Request, response: Response): Promise<void> {
  const [products, categories] = await Promise.all([
    readForPage({ op: 'query', path: 'products', select: ['status', 'source'], limit: SITEMAP_MAX }),
    readForPage({ op: 'query', path: 'categories', select: ['name'] }),
  ]);
  const ids = (categories as { id: string }[]).map(({ id }) => id);
  response.set('Cache-Control', CACHED).type('application/xml');
  await sendCompressed(request, response, renderSitemap(shopUrl(), products as SitemapProduct[], ids));
}
