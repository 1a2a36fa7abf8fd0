import { expect, test } from './fixtures.ts';
import { ProductPage } from './pages/product-page.ts';

test('a product page has title, canonical URL, Open Graph tags with a picture of 1200 x 630 pixels, and structured data', async ({
  page,
  baseURL,
}) => {
  await new ProductPage(page).open('spirit-fox-tee');
  await expect(page).toHaveTitle('Spirit Fox Tee | Savepoint');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    `${baseURL}/product/spirit-fox-tee`,
  );
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    `${baseURL}/art/spirit-fox-tee-share.jpg`,
  );
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [product, crumbs] = blocks.map((text) => JSON.parse(text));
  expect(product).toMatchObject({
    '@type': 'Product',
    name: 'Spirit Fox Tee',
    offers: { '@type': 'Offer', price: '45.00', priceCurrency: 'USD' },
    aggregateRating: { '@type': 'AggregateRating' },
  });
  expect(crumbs['@type']).toBe('BreadcrumbList');
  const url = await page.locator('meta[property="og:image"]').getAttribute('content');
  const size = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, String(url));
  expect(size).toEqual([1200, 630]);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle('About | Savepoint');
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
});

test('an unknown URL returns 404 and a page that leads to the shop', async ({ page }) => {
  for (const path of ['/no-such-page', '/about/us', '/there/is/no/such/page', '/product/nothing']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i);
    await expect(page.locator('main a[href="/shop"]')).toBeVisible();
  }
  await page.locator('main a[href="/shop"]').click();
  await expect(page).toHaveURL('/shop');
});

test('robots.txt, with the absolute URL of the sitemap, and the web app manifest are served', async ({
  request,
}) => {
  expect(await (await request.get('/robots.txt')).text()).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m);
  expect((await (await request.get('/manifest.webmanifest')).json()).name).toBe('Savepoint');
});
