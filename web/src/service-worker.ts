// The shop without a network. The app and its shell are precached; pages, images and catalog
// reads are cached when they are requested. Orders and personal data are not cached here: the
// Firestore SDK has its own offline cache.
/// <reference lib="webworker" />
import {
  ASSET_CACHE,
  fetchFile,
  isDataResponse,
  isFileResponse,
  isPageResponse,
  PAGE_CACHE,
  PRECACHE,
} from './lib/offline-caches.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

/** URLs of the app's files, inserted by the build: a new build is a new worker. */
declare const __PRECACHE_MANIFEST__: readonly string[];

/** The app shell: the page without content, in which the app renders any route. */
const SHELL_PATH = '/shell';
/** Beyond this number of entries, a cache evicts the oldest. */
const CACHE_MAX_ENTRIES = 400;

/** Rejects if the file is missing: a worker that lacks files of its build must not be installed. */
async function precacheFile(cache: Cache, path: string): Promise<void> {
  const response = await fetchFile(new Request(path));
  if (!isFileResponse(path, response))
    throw new Error(`${path} returned HTTP ${response.status}, ${response.headers.get('content-type')}.`);
  await cache.put(path, response);
}

async function precacheShell(cache: Cache): Promise<void> {
  const response = await fetch(SHELL_PATH, { cache: 'reload' });
  if (!isPageResponse(response)) throw new Error(`${SHELL_PATH} returned HTTP ${response.status}.`);
  await cache.put(SHELL_PATH, response);
}

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(PRECACHE);
      await Promise.all([
        precacheShell(cache),
        ...__PRECACHE_MANIFEST__.map((path) => precacheFile(cache, path)),
      ]);
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (![PRECACHE, ASSET_CACHE, PAGE_CACHE].includes(name)) await caches.delete(name);
      const cache = await caches.open(PRECACHE);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (pathname !== SHELL_PATH && !__PRECACHE_MANIFEST__.includes(pathname)) await cache.delete(request);
      }
      await worker.clients.claim();
    })(),
  );
});

async function store(cacheName: string, request: Request | string, response: Response): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - CACHE_MAX_ENTRIES))) await cache.delete(key);
}

function isServerRendered({ pathname }: URL): boolean {
  return /^\/($|shop(\/|$)|product\/)/.test(pathname);
}

/**
 * Bypasses the browser's HTTP cache: in a worker's fetches, browsers apply the
 * stale-while-revalidate meant for Hosting and would show outdated pages once more.
 */
const fetchCurrent = (request: Request) => fetch(request, { cache: 'no-cache' });

/** Navigations: network first, then the last seen page, then the app shell. */
async function respondWithPage(request: Request): Promise<Response> {
  try {
    const response = await fetchCurrent(request);
    if (isPageResponse(response) && isServerRendered(new URL(request.url)))
      await store(PAGE_CACHE, request.url, response.clone());
    return response;
  } catch {
    return (await caches.match(request.url)) ?? (await caches.match(SHELL_PATH)) ?? Response.error();
  }
}

/** Hashed files and images: cache first. */
async function cacheFirst(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetchFile(request);
  if (isFileResponse(new URL(request.url).pathname, response))
    await store(ASSET_CACHE, request, response.clone());
  return response;
}

/** The configuration of the backend: network first, then the last response. */
async function respondWithConfig(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (isFileResponse(new URL(request.url).pathname, response))
      await store(ASSET_CACHE, request, response.clone());
    return response;
  } catch (cause) {
    const cached = await caches.match(request);
    if (cached) return cached;
    throw cause;
  }
}

/**
 * A cache key that includes the request's body: the Cache API ignores it, and Firestore queries are
 * POST requests.
 */
async function cacheKey(request: Request): Promise<string> {
  const body = request.method === 'POST' ? await request.clone().text() : '';
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const hash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${worker.location.origin}/__runtime/${encodeURIComponent(new URL(request.url).pathname)}/${hash}`;
}

/** Catalog reads: network first, then the last response. */
async function networkFirst(request: Request): Promise<Response> {
  const key = await cacheKey(request);
  try {
    const response = await fetchCurrent(request);
    if (isDataResponse(response)) await store(PAGE_CACHE, key, response.clone());
    return response;
  } catch (cause) {
    const cached = await caches.match(key);
    if (cached) return cached;
    throw cause;
  }
}

function isCatalogueRead(url: URL, request: Request): boolean {
  if (
    url.origin === worker.location.origin &&
    /^\/(catalogue|promotions|shop-settings)\.json$/.test(url.pathname)
  )
    return true;
  if (!url.pathname.includes('/databases/(default)/documents')) return false;
  if (request.headers.has('authorization')) return false;
  return request.method === 'POST' && /:(runQuery|batchGet)$/.test(url.pathname);
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (isCatalogueRead(url, request)) event.respondWith(networkFirst(request));
  else if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  else if (request.mode === 'navigate') event.respondWith(respondWithPage(request));
  else if (/^\/(assets|art)\//.test(url.pathname)) event.respondWith(cacheFirst(request));
  else if (url.pathname.startsWith('/__/firebase/')) event.respondWith(respondWithConfig(request));
});
