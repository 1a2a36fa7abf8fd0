// The shop without a network. The app and its shell are precached; pages, images and catalogue reads go to a runtime
// cache. Orders and personal data are not cached here: the Firestore SDK has its own offline cache.
/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;

/** URLs of the app's files, written here by the build: a new build is a new worker. */
declare const __PRECACHE_MANIFEST__: readonly string[];

const PRECACHE = 'precache-v1';
const RUNTIME_CACHE = 'runtime-v1';
/** The app shell: the page without content, in which the app renders any route. */
const SHELL_PATH = '/shell';
/** More entries than this evict the oldest. */
const RUNTIME_CACHE_MAX_ENTRIES = 400;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(PRECACHE);
      await cache.addAll([new Request(SHELL_PATH, { cache: 'reload' }), ...__PRECACHE_MANIFEST__]);
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name !== PRECACHE && name !== RUNTIME_CACHE) await caches.delete(name);
      const cache = await caches.open(PRECACHE);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (pathname !== SHELL_PATH && !__PRECACHE_MANIFEST__.includes(pathname)) await cache.delete(request);
      }
      await worker.clients.claim();
    })(),
  );
});

async function putInRuntimeCache(request: Request | string, response: Response): Promise<void> {
  const cache = await caches.open(RUNTIME_CACHE);
  await cache.put(request, response);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - RUNTIME_CACHE_MAX_ENTRIES)))
    await cache.delete(key);
}

function isServerRendered({ pathname }: URL): boolean {
  return /^\/($|shop(\/|$)|product\/)/.test(pathname);
}

/** Navigations: network first, then the page as it was last seen, then the app shell. */
async function respondWithPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok && isServerRendered(new URL(request.url)))
      await putInRuntimeCache(request.url, response.clone());
    return response;
  } catch {
    return (await caches.match(request.url)) ?? (await caches.match(SHELL_PATH)) ?? Response.error();
  }
}

/** Hashed files and images: cache first. */
async function cacheFirst(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await putInRuntimeCache(request, response.clone());
  return response;
}

/** A cache key that includes the request's body: the Cache API ignores it, and Firestore queries are POST requests. */
async function cacheKey(request: Request): Promise<string> {
  const body = request.method === 'POST' ? await request.clone().text() : '';
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const hash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${worker.location.origin}/__runtime/${encodeURIComponent(new URL(request.url).pathname)}/${hash}`;
}

/** Catalogue reads: network first, then the last response. */
async function networkFirst(request: Request): Promise<Response> {
  const key = await cacheKey(request);
  try {
    const response = await fetch(request);
    if (response.ok) await putInRuntimeCache(key, response.clone());
    return response;
  } catch (cause) {
    const cached = await caches.match(key);
    if (cached) return cached;
    throw cause;
  }
}

function isCatalogueRead(url: URL, request: Request): boolean {
  if (url.origin === worker.location.origin && url.pathname === '/catalogue.json') return true;
  if (!url.pathname.includes('/databases/(default)/documents')) return false;
  if (request.headers.has('authorization')) return false;
  return request.method === 'GET'
    ? /\/documents\/(products|categories|reviews)(\/|$)/.test(url.pathname)
    : request.method === 'POST' && url.pathname.endsWith(':runQuery');
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (isCatalogueRead(url, request)) event.respondWith(networkFirst(request));
  else if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  else if (request.mode === 'navigate') event.respondWith(respondWithPage(request));
  else if (/^\/(assets|art)\//.test(url.pathname)) event.respondWith(cacheFirst(request));
  else if (url.pathname.startsWith('/__/firebase/')) event.respondWith(networkFirst(request));
});
