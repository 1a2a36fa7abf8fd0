import { describe, expect, it } from 'vitest';
import { fetchFile, isDataResponse, isFileResponse, isPageResponse } from './offline-caches.ts';

const respond = (contentType: string, status = 200) =>
  new Response('', { status, headers: { 'content-type': contentType } });
const HTML = 'text/html; charset=utf-8';

describe('the service worker', () => {
  it.each([
    ['/assets/index-a1.js', 'text/javascript; charset=utf-8'],
    ['/assets/index-a1.js', 'application/javascript'],
    ['/assets/index-a1.css', 'text/css; charset=utf-8'],
    ['/assets/font-a1.woff2', 'font/woff2'],
    ['/art/tee.webp', 'image/webp'],
    ['/art/tee.svg', 'image/svg+xml'],
    ['/__/firebase/init.json', 'application/json'],
  ])('stores %s as %s', (path, contentType) => {
    expect(isFileResponse(path, respond(contentType))).toBe(true);
  });

  it.each([
    ['/assets/index-a1.js', HTML, 200],
    ['/assets/index-a1.css', HTML, 200],
    ['/assets/font-a1.woff2', HTML, 200],
    ['/art/tee.webp', HTML, 200],
    ['/assets/unknown', HTML, 200],
    ['/assets/index-a1.js', '', 200],
    ['/assets/index-a1.js', 'text/javascript', 404],
    ['/assets/index-a1.js', 'text/javascript', 206],
    ['/assets/index-a1.js', 'text/javascript', 500],
  ])('does not store %s as %j with status %d', (path, contentType, status) => {
    expect(isFileResponse(path, respond(contentType, status))).toBe(false);
  });

  it('stores as a page only complete HTML that was not redirected', () => {
    expect(isPageResponse(respond(HTML))).toBe(true);
    expect(isPageResponse(respond(HTML, 404))).toBe(false);
    expect(isPageResponse(respond('application/json'))).toBe(false);
    expect(isPageResponse(Object.defineProperty(respond(HTML), 'redirected', { value: true }))).toBe(false);
  });

  it('stores as a catalog read only complete JSON', () => {
    expect(isDataResponse(respond('application/json; charset=UTF-8'))).toBe(true);
    expect(isDataResponse(respond(HTML))).toBe(false);
    expect(isDataResponse(respond('application/json', 503))).toBe(false);
  });
});

describe('fetchFile', () => {
  /**
   * Fetches a script from an HTTP cache and a server that respond as given; returns the content
   * type and the requests.
   */
  async function fetchScript(cached: Response, current: Response) {
    const modes: string[] = [];
    const response = await fetchFile(new Request('http://shop.test/assets/a.js'), async (request) => {
      modes.push(request.cache);
      return request.cache === 'reload' ? current : cached;
    });
    return { contentType: response.headers.get('content-type'), modes };
  }

  it('asks the HTTP cache first', async () => {
    expect(await fetchScript(respond('text/javascript'), respond(HTML))).toEqual({
      contentType: 'text/javascript',
      modes: ['default'],
    });
  });

  it('asks the server when the HTTP cache holds a page in place of the script', async () => {
    expect(await fetchScript(respond(HTML), respond('text/javascript'))).toEqual({
      contentType: 'text/javascript',
      modes: ['default', 'reload'],
    });
  });
});
