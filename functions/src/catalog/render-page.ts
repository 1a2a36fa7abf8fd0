// Owns the function behind Hosting's rewrites for /product/** and /sitemap.xml: the web app's page with a product's metadata
// in it. Cached by Hosting for minutes, so that a product synced a minute ago has its metadata and few requests get here.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onRequest } from 'firebase-functions/https';
import { shopUrl } from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import { missingPage, type PageProduct, productPage, sitemap } from './product-page.ts';

const CACHED = 'public, max-age=60, s-maxage=300, stale-while-revalidate=3600';
const SITEMAP_MAX = 50_000;
const FETCH_TIMEOUT_MS = 5_000;

const SHELL_KEPT_MS = 60_000;

let kept: { readonly html: string; readonly until: number } | undefined;

/**
 * The web app's page as Hosting serves it now: its scripts are named after their content, so an older page would ask for
 * files that are gone. The page of the last build lies beside the bundle, for when Hosting does not answer.
 */
async function readShell(): Promise<string> {
  if (kept !== undefined && kept.until > Date.now()) return kept.html;
  const html = await fetchShell().catch((error: unknown) => {
    log.warn('page-not-fetched', { reason: String(error) });
    return readFileSync(fileURLToPath(new URL('./shell.html', import.meta.url)), 'utf8');
  });
  kept = { html, until: Date.now() + SHELL_KEPT_MS };
  return html;
}

async function fetchShell(): Promise<string> {
  const origin = process.env.SAVEPOINT_HOSTING_URL ?? shopUrl();
  const answer = await fetch(`${origin}/index.html`, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${origin}/index.html answered ${answer.status}.`);
  return answer.text();
}

export const renderPage = onRequest({ memory: '256MiB' }, async (request, response) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.set('Allow', 'GET, HEAD').status(405).send('Only GET is answered here.');
    return;
  }
  try {
    if (request.path === '/sitemap.xml') {
      response
        .set('Cache-Control', CACHED)
        .type('application/xml')
        .send(await readSitemap());
      return;
    }
    const id = productIdOf(request.path);
    const found = id === undefined ? undefined : await database().doc(`products/${id}`).get();
    const status = (found?.get('status') as string | undefined) ?? 'active';
    const shell = await readShell();
    response.type('html');
    if (id === undefined || !found?.exists || status !== 'active') {
      response.set('Cache-Control', 'public, max-age=0, s-maxage=60').status(404).send(missingPage(shell));
      return;
    }
    response
      .set('Cache-Control', CACHED)
      .send(productPage(shell, id, found.data() as PageProduct, shopUrl()));
  } catch (error) {
    log.error('page-not-rendered', { path: request.path }, error);
    response
      .status(503)
      .set('Retry-After', '5')
      .send('The page could not be made just now. Please reload it.');
  }
});

function productIdOf(path: string): string | undefined {
  const match = /^\/product\/([^/]{1,200})\/?$/.exec(path);
  if (match === null) return undefined;
  try {
    const id = decodeURIComponent(match[1] ?? '');
    return id.includes('/') || id === '.' || id === '..' || /^__.*__$/.test(id) ? undefined : id;
  } catch {
    return undefined;
  }
}

/** Synced products hide the samples (specification, section 7), here too. */
async function readSitemap(): Promise<string> {
  const products = database().collection('products').select('status', 'source').limit(SITEMAP_MAX);
  const [found, categories] = await Promise.all([
    products.get(),
    database().collection('categories').select().get(),
  ]);
  const active = found.docs.filter(
    (product) => ((product.get('status') as string | undefined) ?? 'active') === 'active',
  );
  const synced = active.filter((product) => product.get('source') === 'shopify');
  return sitemap(
    shopUrl(),
    (synced.length > 0 ? synced : active).map(({ id }) => id),
    categories.docs.map(({ id }) => id),
  );
}
