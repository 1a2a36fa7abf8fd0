// What the service worker stores, and where. Only the worker imports it, so that it stays a single
// script.

/** The app and its shell, stored when the worker is installed. */
export const PRECACHE = 'precache-v2';
/** Files of /assets and /art, and the backend configuration: the same for everybody. */
export const ASSET_CACHE = 'assets-v2';
/**
 * Visited pages and catalog reads. They reveal where a shopper has been, and are deleted at
 * sign-out.
 */
export const PAGE_CACHE = 'pages-v2';

/** The valid content types by file extension. */
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
 * True if a response may be stored as the file at this path: complete and with a matching content
 * type. Hosting may respond with a page if a file of an earlier build is gone, and a page stored as
 * a script would break the shop permanently.
 */
export function isFileResponse(pathname: string, response: Response): boolean {
  if (response.status !== 200) return false;
  const contentType = response.headers.get('content-type') ?? '';
  const extension = /\.([a-z0-9]+)$/.exec(pathname)?.[1] ?? '';
  return CONTENT_TYPES[extension]?.test(contentType) ?? !/^text\/html\b/.test(contentType);
}

/**
 * True if a response may be stored as a page. A redirected one must not be the response to a
 * navigation.
 */
export function isPageResponse(response: Response): boolean {
  const contentType = response.headers.get('content-type') ?? '';
  return response.status === 200 && !response.redirected && /^text\/html\b/.test(contentType);
}

/** True if a response may be stored as a catalog read. */
export function isDataResponse(response: Response): boolean {
  return response.status === 200 && /^application\/json\b/.test(response.headers.get('content-type') ?? '');
}

/**
 * Fetches a file. If the response is not the file, which an HTTP cache may hold for a year, it is
 * fetched again from the server. The response may still not be the file.
 */
export async function fetchFile(
  request: Request,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<Response> {
  const response = await send(request);
  if (isFileResponse(new URL(request.url).pathname, response)) return response;
  return send(new Request(request.url, { cache: 'reload' }));
}
