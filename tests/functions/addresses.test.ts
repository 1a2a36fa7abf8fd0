// Hosting's responses to the shop's URLs: pages, missing pages, and files for crawlers.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PRODUCT_IDS } from '../../seed/src/product-ids.ts';

const PARAMETERS: Readonly<Record<string, string>> = {
  category: 'apparel',
  productId: 'save-point-tee',
  orderId: 'any',
};
/**
 * The routes of the web app, parsed from its source, because they are part of a browser program.
 */
const ROUTES = [
  ...readFileSync(new URL('../../web/src/app/pages.ts', import.meta.url), 'utf8').matchAll(
    /^ {2}\['(\/[^']*)',/gm,
  ),
].map(([, path = '']) => path);
const KNOWN = ROUTES.map((path) =>
  path.replace(/:(\w+)/g, (_parameter, name: string) => PARAMETERS[name] ?? 'any'),
);
const UNKNOWN = [
  '/no-such-page',
  '/about/us',
  '/product',
  '/product/nothing',
  '/product/a/b',
  '/shop/a/b',
  '/payment/later',
];

const get = (path: string) => fetch(new URL(path, process.env.SAVEPOINT_HOSTING_URL));

describe('Hosting', { timeout: 120_000 }, () => {
  it.each(KNOWN)('responds to %s, a page of the shop, with 200 and the app', async (path) => {
    const response = await get(path);
    expect([response.status, (await response.text()).includes('id="root"')]).toEqual([200, true]);
  });

  it.each(UNKNOWN)(
    "responds to %s, which does not exist, with 404 and the shop's page with noindex",
    async (path) => {
      const response = await get(path);
      const html = await response.text();
      expect([response.status, html.includes('id="root"'), html.includes('noindex')]).toEqual([
        404,
        true,
        true,
      ]);
      expect(html).toMatch(/<title>[^<]*[Nn]ot [Ff]ound \| Savepoint<\/title>/);
    },
  );

  it('serves each static page with its own title and description', async () => {
    const names = ['shell', 'about', 'contact', 'faq', 'shipping', 'privacy', 'terms'];
    const pages = await Promise.all(names.map(async (name) => (await get(`/${name}`)).text()));
    for (const pattern of [/<title>[^<]+<\/title>/g, /<meta name="description" content="[^"]+" \/>/g]) {
      const found = pages.map((html) => html.match(pattern) ?? []);
      expect(found.map(({ length }) => length)).toEqual(names.map(() => 1));
      expect(new Set(found.flat()).size).toBe(names.length);
    }
  });

  it('has routes to request', () => {
    expect(KNOWN).toEqual(
      expect.arrayContaining(['/', '/about', '/product/save-point-tee', '/account/orders/any']),
    );
  });

  it('serves robots.txt with the absolute URL of an existing sitemap', async () => {
    const text = await (await get('/robots.txt')).text();
    const sitemap = new URL(/^Sitemap: (https?:\/\/\S+)$/m.exec(text)?.[1] ?? 'missing');
    expect((await get(sitemap.pathname)).headers.get('content-type')).toContain('xml');
  });

  it.each(PRODUCT_IDS)('has a picture of 1200 x 630 for links to %s', async (id) => {
    const page = await (await get(`/product/${id}`)).text();
    const url = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? 'missing';
    const response = await get(new URL(url).pathname);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });
});
