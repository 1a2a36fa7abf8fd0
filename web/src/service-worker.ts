// Owns the shop without a network: the app's shell, the pages, pictures and products seen, kept by the browser. Orders
// and everything personal are not its business; the database SDK keeps those itself.
/// <reference lib="webworker" />

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Files of the pages that work without a network. The build puts them here, so that a new build is a new worker. */
declare const __APP_FILES__: readonly string[];

const APP = 'app-v3';
const SEEN = 'seen-v2';
/** The page without content, which the app can make into any page. */
const SHELL_PATH = '/shell';
/** Pictures and reads kept; the oldest go first. */
const SEEN_MAX = 400;

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(APP);
      await cache.addAll([new Request(SHELL_PATH, { cache: 'reload' }), ...__APP_FILES__]);
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== APP && name !== SEEN) await caches.delete(name);
      const cache = await caches.open(APP);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (pathname !== SHELL_PATH && !__APP_FILES__.includes(pathname)) await cache.delete(request);
      }
      await worker.clients.claim();
    })(),
  );
});

async function keep(name: string, request: Request | string, response: Response): Promise<void> {
  const cache = await caches.open(name);
  await cache.put(request, response);
  if (name !== SEEN) return;
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - SEEN_MAX))) await cache.delete(key);
}

/** Pages that come with their content. */
function hasContent({ pathname }: URL): boolean {
  return /^\/($|shop(\/|$)|product\/)/.test(pathname);
}

/** Pages: the network; when it does not answer, the page as it was seen, or else the kept shell. */
async function answerPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok && hasContent(new URL(request.url))) await keep(SEEN, request.url, response.clone());
    return response;
  } catch {
    return (await caches.match(request.url)) ?? (await caches.match(SHELL_PATH)) ?? Response.error();
  }
}

/** Files whose name changes with their content, and pictures: kept ones first. */
async function answerFile(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await keep(SEEN, request, response.clone());
  return response;
}

/** A read of the public catalogue as a key: queries travel in the body of a POST, which caches do not look at. */
async function readKey(request: Request): Promise<string> {
  const body = request.method === 'POST' ? await request.clone().text() : '';
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const hash = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${worker.location.origin}/__seen/${encodeURIComponent(new URL(request.url).pathname)}/${hash}`;
}

/** Catalogue reads: the network, and what was seen last when it does not answer. */
async function answerRead(request: Request): Promise<Response> {
  const key = await readKey(request);
  try {
    const response = await fetch(request);
    if (response.ok) await keep(SEEN, key, response.clone());
    return response;
  } catch (cause) {
    const kept = await caches.match(key);
    if (kept) return kept;
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
  if (isCatalogueRead(url, request)) event.respondWith(answerRead(request));
  else if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  else if (request.mode === 'navigate') event.respondWith(answerPage(request));
  else if (/^\/(assets|art)\//.test(url.pathname)) event.respondWith(answerFile(request));
  else if (url.pathname.startsWith('/__/firebase/')) event.respondWith(answerRead(request));
});
