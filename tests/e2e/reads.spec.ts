// The documents that each journey of the shop reads, as Firestore bills them. A change that adds
// reads fails here, so that it is a decision.
import type { Page } from '@playwright/test';
import { beginTrace, expectReads } from '../../packages/stack/src/recording/expectations.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { Checkout } from './pages/checkout.ts';
import { recordFirstSpan } from './recorded-actions.ts';
import { cartLine, signIn, signInWithCart } from './sign-in.ts';

test.describe.configure({ timeout: 180_000 });

/**
 * Products and categories. The function that renders pages reads them if its cache is older than
 * PAGE_CACHE_SECONDS, and the browser if it has none.
 */
const CATALOGUE_READS = 13 + 4;

/** Opens a page so that its requests, and all that they cause, are one trace. */
async function openInTrace(page: Page, path: string) {
  const trace = beginTrace();
  await recordFirstSpan(trace.traceparent, `open ${path}`);
  await page.setExtraHTTPHeaders({ traceparent: trace.traceparent });
  await page.goto(path);
  return trace;
}

/** Counts the documents in the database responses that the browser receives. */
function countDocuments(page: Page): () => Promise<number> {
  const counts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/documents') && response.request().method() !== 'OPTIONS')
      counts.push(response.text().then((text) => text.match(/"name":\s*"projects\//g)?.length ?? 0));
  });
  return async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
}

async function expectBudget(trace: ReturnType<typeof beginTrace>, atMost: number): Promise<void> {
  const { reads } = await expectReads(trace, { atMost });
  test.info().annotations.push({ type: 'figure', description: `${reads} reads` });
}

test.describe('the documents that are read', () => {
  test('reads for the listing are within its budget, at most one page of products by the browser', async ({
    page,
  }) => {
    const countedDocuments = countDocuments(page);
    const trace = await openInTrace(page, '/shop');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    await expectBudget(trace, 34);
    expect(await countedDocuments()).toBeLessThanOrEqual(24);
  });

  test('reads for the home page are within its budget, at most 20 by the browser', async ({ page }) => {
    const countedDocuments = countDocuments(page);
    const trace = await openInTrace(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    await expectBudget(trace, 30);
    expect(await countedDocuments()).toBeLessThanOrEqual(20);
  });

  test('reads for a product page are within its budget', async ({ page }) => {
    const trace = await openInTrace(page, '/product/save-point-tee');
    await expect(page.getByRole('heading', { level: 1, name: 'Save Point Tee' })).toBeVisible({
      timeout: 60_000,
    });
    await page.waitForLoadState('networkidle');
    await expectBudget(trace, 8 + CATALOGUE_READS);
  });

  test('reads for a checkout from the form to the payment page are within its budget', async ({
    page,
    shopper,
  }) => {
    await signInWithCart(page, shopper, cartLine('save-point-tee', 'M'));
    const trace = await openInTrace(page, '/checkout');
    const checkout = new Checkout(page);
    await checkout.fill();
    await checkout.pay.click();
    await page.waitForURL('**/c/pay/**', { timeout: 90_000 });
    await expectBudget(trace, 20 + CATALOGUE_READS);
  });

  test('reads for the page of an order are within its budget', async ({ page, shopper }) => {
    const id = await writeOrder(shopper, 'save-point-tee', 'paid');
    await signIn(page, shopper);
    const trace = await openInTrace(page, `/account/orders/${id}`);
    await expect(page.getByRole('list', { name: 'Order history' })).toBeVisible({ timeout: 60_000 });
    await expectBudget(trace, 4);
  });
});
