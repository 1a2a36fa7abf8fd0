import { expect, test } from './fixtures.ts';
import { ProductPage } from './pages/product-page.ts';

test('a product page has title, canonical URL, Open Graph tags and structured data', async ({
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
    `${baseURL}/art/spirit-fox-tee.webp`,
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
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle('About | Savepoint');
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
});

test('robots.txt and the web app manifest are served', async ({ request }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain('Sitemap:');
  expect((await (await request.get('/manifest.webmanifest')).json()).name).toBe('Savepoint');
});
