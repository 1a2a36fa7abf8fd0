import type { Page } from '@playwright/test';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { LoginPage } from './pages/login-page.ts';
import { ReviewForm } from './pages/review-form.ts';
import { signIn } from './sign-in.ts';

const PRODUCT = 'moonlit-shinobi-tee';

/** The ratings of a product, from each part of its page. */
async function readRatings(page: Page) {
  await page.getByRole('list', { name: 'Ratings' }).waitFor();
  const stars = await page.locator('.product-info .stars, .reviews .rating-summary .stars').allInnerTexts();
  const bars = await page.getByRole('list', { name: 'Ratings' }).getByRole('listitem').allInnerTexts();
  const counts = bars.map((text) => Number(/(\d+)\s*$/.exec(text)?.[1]));
  const sum = counts.reduce((total, count, index) => total + count * (5 - index), 0);
  const total = counts.reduce((left, right) => left + right, 0);
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const { aggregateRating } = blocks
    .map((text) => JSON.parse(text))
    .find((data) => data['@type'] === 'Product');
  return {
    stars: stars.map((text) => {
      const [, mean, count] = /(\d\.\d) out of 5[\s\S]*\((\d+)/.exec(text) ?? [];
      return { mean, count: Number(count) };
    }),
    histogram: { mean: (sum / total).toFixed(1), count: total },
    structured: { mean: aggregateRating.ratingValue.toFixed(1), count: aggregateRating.ratingCount },
    written: [
      await page.locator('.reviews article').count(),
      Number(
        /(\d+) written review/.exec(
          (await page
            .locator('.reviews .rating-summary')
            .getByText(/written review/)
            .textContent()) ?? '',
        )?.[1],
      ),
      aggregateRating.reviewCount ?? 0,
    ],
  };
}

/** Waits until all parts of the page agree on `count` ratings, `written` of them with a review. */
async function expectOneStory(page: Page, count: number, written: number) {
  await expect(async () => {
    const { stars, histogram, structured, written: found } = await readRatings(page);
    expect(histogram.count).toBe(count);
    expect([...stars, structured]).toEqual([histogram, histogram, histogram]);
    expect(found).toEqual([written, written, written]);
  }).toPass({ timeout: 15_000 });
}

test('stars, count, histogram, list and structured data agree when a review is written, edited, refunded and hidden', async ({
  page,
  browser,
  shopper,
  admin,
}) => {
  const orderId = await writeOrder(shopper, PRODUCT, 'delivered');
  await page.goto(`/product/${PRODUCT}`);
  await expect(async () => expect((await readRatings(page)).histogram.count).toBeGreaterThan(0)).toPass();
  const { histogram, written } = await readRatings(page);
  const reviews = written[0] as number;
  await expectOneStory(page, histogram.count, reviews);

  await page.getByRole('link', { name: 'Log in to write a review' }).click();
  await new LoginPage(page).login(shopper);
  await expect(page).toHaveURL(`/product/${PRODUCT}`);
  const form = new ReviewForm(page);
  await form.write({ stars: 1, title: 'Too many dragons', content: 'There are two. I wanted one.' });
  await form.publish.click();
  await expect(form.thanks).toBeVisible(FIRST_CALL);
  await expectOneStory(page, histogram.count + 1, reviews + 1);

  // The same visit, then another one: the review is edited, not written again.
  await page.getByRole('button', { name: 'Edit your review' }).click();
  const edit = page.getByRole('form', { name: 'Edit your review' });
  await expect(edit.getByLabel('Title')).toHaveValue('Too many dragons');
  await expect(edit.getByLabel('Rating')).toHaveValue('1');
  await edit.getByLabel('Rating').selectOption('5');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByText('Your review is updated.')).toBeVisible();
  await page.reload();
  await expectOneStory(page, histogram.count + 1, reviews + 1);
  await expect(page.getByText('You have reviewed this product.')).toBeVisible();
  const own = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Too many dragons' }) });
  await expect(own).toContainText('Edited');
  await expect(own).toContainText('Your review');

  await updateDocument(`orders/${orderId}`, { status: 'refunded' });
  await page.reload();
  await expect(page.getByText(/was refunded, so your review can no longer be changed/)).toBeVisible();
  await expectOneStory(page, histogram.count + 1, reviews + 1);

  const staff = await (await browser.newContext()).newPage();
  await signIn(staff, admin);
  await staff.goto('/admin/reviews');
  const row = staff.getByRole('listitem').filter({ hasText: 'Too many dragons' });
  await row.getByRole('button', { name: 'Hide' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Hide this review?' });
  await dialog.getByLabel('Reason').fill('Off topic');
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(staff.getByRole('list', { name: 'Hidden reviews' })).toContainText(
    'Too many dragons',
    FIRST_CALL,
  );
  await staff.context().close();
  await page.goto(`/product/${PRODUCT}`);
  await expectOneStory(page, histogram.count, reviews);
});

test('a shopper without a shipped, unrefunded order of the product learns why there is no review form', async ({
  page,
  shopper,
}) => {
  await signIn(page, shopper);
  let orderId = '';
  for (const [status, reason] of [
    [undefined, 'Only customers who bought this product here can review it.'],
    ['pending', 'You can review this product once your order has shipped.'],
    ['refunded', 'Your order of this product was canceled or refunded'],
  ] as const) {
    if (status === 'pending') orderId = await writeOrder(shopper, PRODUCT, status);
    else if (status !== undefined) await updateDocument(`orders/${orderId}`, { status });
    await page.goto(`/product/${PRODUCT}`);
    await expect(page.getByRole('main').getByText(reason)).toBeVisible();
    await expect(new ReviewForm(page).form).toHaveCount(0);
  }
});
