import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { ReviewForm } from './pages/review-form.ts';
import { signIn } from './sign-in.ts';

const MARKUP = '<img src=x onerror="document.title=1"><b>Bold</b>';

test('a customer reviews a product; errors are shown at the fields and markup is shown as text', async ({
  page,
  shopper,
}) => {
  await writeOrder(shopper, 'boss-rush-tee', 'delivered');
  await signIn(page, shopper);
  await page.goto('/product/boss-rush-tee');
  const title = `${MARKUP} ${shopper.uid}`;
  const form = new ReviewForm(page);
  await form.publish.click();
  await expect(form.rating).toBeFocused();
  await expect(form.rating).toHaveAccessibleDescription('Choose 1 to 5 stars.');
  await expect(form.title).toHaveAccessibleDescription('Give the review a title.');

  await form.write({ stars: 2, title, content: `${MARKUP} runs small.\n\nBut it is soft.` });
  await form.fit.selectOption({ label: 'Runs small' });
  await form.publish.click();
  await expect(form.thanks).toBeVisible(FIRST_CALL);
  await page.reload();
  const review = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(review).toContainText(`${MARKUP} runs small`);
  await expect(review).toContainText(/runs small\.\n\nBut it is soft\./, { useInnerText: true });
  await expect(review).toContainText('Verified buyer');
  await expect(review).toContainText(shopper.displayName);
  await expect(page).toHaveTitle('Boss Rush Tee | Savepoint');
});

test('a shopper whose order is refunded while they write learns why the review is rejected, and the form keeps its values', async ({
  page,
  shopper,
}) => {
  const orderId = await writeOrder(shopper, 'boss-rush-tee', 'delivered');
  await signIn(page, shopper);
  await page.goto('/product/boss-rush-tee');
  const form = new ReviewForm(page);
  await form.write({ stars: 5, title: 'Never seen it', content: 'But surely splendid.' });
  await updateDocument(`orders/${orderId}`, { status: 'refunded' });
  await form.publish.click();
  await expect(form.alert).toContainText('Only customers who bought this product', FIRST_CALL);
  await expect(form.title).toHaveValue('Never seen it');
  await expect(form.content).toHaveValue('But surely splendid.');
});
