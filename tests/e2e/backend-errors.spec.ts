import { serveEmptyShell } from './empty-shell.ts';
import { expect, test } from './fixtures.ts';
import { ProductPage } from './pages/product-page.ts';

test('a failing catalog read is tried 3 times, then shows an error with a working Try again', async ({
  page,
}) => {
  let requests = 0;
  let isBroken = true;
  await serveEmptyShell(page);
  await page.route('**/catalogue.json', (route) => (isBroken ? route.abort() : route.continue()));
  await page.route('**/documents:runQuery*', async (route) => {
    if (!isBroken || !route.request().postData()?.includes('shopify')) return route.continue();
    requests += 1;
    return route.fulfill({ status: 503, json: [{ error: { status: 'UNAVAILABLE', message: 'down' } }] });
  });
  await page.goto('/shop');
  await expect(page.getByText('We could not load the products')).toBeVisible();
  expect(requests).toBe(3);
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('13 products')).toBeVisible();
});

test('a denied read is not retried', async ({ page }) => {
  let requests = 0;
  await serveEmptyShell(page);
  await page.route('**/documents:batchGet*', (route) => {
    if (!route.request().postData()?.includes('/products/save-point-tee')) return route.continue();
    requests += 1;
    return route.fulfill({ status: 403, json: { error: { status: 'PERMISSION_DENIED', message: 'no' } } });
  });
  await page.goto('/product/save-point-tee');
  await expect(page.getByText('We could not load this product')).toBeVisible();
  expect(requests).toBe(1);
});

test('markup in a review is shown as text, and an image that fails to load is replaced by a placeholder with its alt text', async ({
  page,
}) => {
  await page.route('**/art/**', (route) => route.abort());
  const markup = '<img src=x onerror=alert(1)>';
  await serveEmptyShell(page);
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
  await expect(
    page.getByRole('img', { name: /^Save Point Tee: a navy T-shirt laid flat/ }).first(),
  ).toBeVisible();
});
