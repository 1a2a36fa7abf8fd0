// Owns what shoppers see when something outside is broken: reads, pictures, words.
import { serveEmptyPages } from './empty-pages.ts';
import { expect, test } from './fixtures.ts';
import { ProductPage } from './pages/product-page.ts';

// What a service worker fetches cannot be intercepted; offline.spec.ts has one.
test.use({ serviceWorkers: 'block' });

test('a catalogue that does not answer is tried 3 times, then said, then retried on demand', async ({
  page,
}) => {
  let asked = 0;
  let isBroken = true;
  await serveEmptyPages(page);
  await page.route('**/catalogue.json', (route) => (isBroken ? route.abort() : route.continue()));
  await page.route('**/documents:runQuery*', async (route) => {
    if (!isBroken || !route.request().postData()?.includes('shopify')) return route.continue();
    asked += 1;
    return route.fulfill({ status: 503, json: [{ error: { status: 'UNAVAILABLE', message: 'down' } }] });
  });
  await page.goto('/shop');
  await expect(page.getByText('We could not load the products')).toBeVisible();
  expect(asked).toBe(3);
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('13 products')).toBeVisible();
});

test('a denied read is not retried', async ({ page }) => {
  let asked = 0;
  await serveEmptyPages(page);
  await page.route('**/documents/products/save-point-tee*', (route) => {
    asked += 1;
    return route.fulfill({ status: 403, json: { error: { status: 'PERMISSION_DENIED', message: 'no' } } });
  });
  await page.goto('/product/save-point-tee');
  await expect(page.getByText('We could not load this product')).toBeVisible();
  expect(asked).toBe(1);
});

test('a picture that does not come is replaced by a drawn stand-in with its name', async ({ page }) => {
  await page.route('**/art/**', (route) => route.abort());
  await new ProductPage(page).open('save-point-tee');
  await expect(page.getByRole('img', { name: 'Save Point Tee, front' }).first()).toBeVisible();
});

test('a review that is markup is shown as text', async ({ page }) => {
  const markup = '<img src=x onerror=alert(1)>';
  await serveEmptyPages(page);
  await page.route('**/documents:runQuery*', async (route) => {
    if (!route.request().postData()?.includes('"reviews"')) return route.continue();
    const fields = {
      productId: { stringValue: 'save-point-tee' },
      userName: { stringValue: markup },
      title: { stringValue: markup },
      content: { stringValue: markup },
      rating: { integerValue: '5' },
      createdAt: { timestampValue: '2026-01-01T00:00:00Z' },
    };
    return route.fulfill({ json: [{ document: { name: 'x/reviews/r1', fields } }] });
  });
  await new ProductPage(page).open('save-point-tee');
  await expect(page.getByRole('heading', { name: markup })).toBeVisible();
});
