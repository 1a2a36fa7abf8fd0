// What the service worker stores, and where. Imported by the worker only, so that it stays one
// script.

/** The app and its shell, stored when the worker is installed. */
export const PRECACHE = 'precache-v2';
/** Files of /assets and /art, and the configuration of the backend: the same for everybody. */
export const ASSET_CACHE = 'assets-v2';
/**
 * Visited pages and catalog reads. They tell where a shopper has been, and are deleted when the
 * shopper signs out.
 */
export const PAGE_CACHE = 'pages-v2';

/** The content types that a file can have, by its extension. */
const CONTENT_TYPES: Readonly<Record<string, RegExp>> = {
  js: /^(text|application)\/(x-)?javascript\b/,
  css: /^text\/css\b/,
  json: /^application\/(.+\+)?json\b/,
  woff2: /^(font\/|application\/(octet-stream|font))/,
  ...Object.fromEntries(
    ['avif', 'gif', 'ico', 'jpg', 'png', 'svg', 'webp'].map((name) => [name, /^image\//]),
  ),
};

/**
 * Whether a response may be stored as the file at this path: a complete one whose content type
 * fits. Hosting may answer with a page where a file of an earlier build is gone, and a stored page
 * in place of a script breaks the shop for good.
 */
export function isFileResponse(pathname: string, response: Response): boolean {
  if (response.status !== 200) return false;
  const contentType = response.headers.get('content-type') ?? '';
  const extension = /\.([a-z0-9]+)$/.exec(pathname)?.[1] ?? '';
  return CONTENT_TYPES[extension]?.test(contentType) ?? !/^text\/html\b/.test(contentType);
}

/**
 * Whether a response may be stored as a page. One that was redirected must not be the response to a
 * navigation.
 */
export function isPageResponse(response: Response): boolean {
  const contentType = response.headers.get('content-type') ?? '';
  return response.status === 200 && !response.redirected && /^text\/html\b/.test(contentType);
}

/** Whether a response may be stored as a catalog read. */
export function isDataResponse(response: Response): boolean {
  return response.status === 200 && /^application\/json\b/.test(response.headers.get('content-type') ?? '');
}

/**
 * Fetches a file. When the response is not the file, as an HTTP cache may hold it for a year, it is
 * fetched once more from the server. The response need not be the file then, either.
 */
export async function fetchFile(
  request: Request,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<Response> {
  const response = await send(request);
  if (isFileResponse(new URL(request.url).pathname, response)) return response;
  return send(new Request(request.url, { cache: 'reload' }));
}
