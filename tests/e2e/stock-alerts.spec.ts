import { randomUUID } from 'node:crypto';
import { setStock } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Inbox, mailsTo } from './pages/inbox.ts';
import { ProductPage } from './pages/product-page.ts';
import { signIn } from './sign-in.ts';

const PRODUCT = 'dungeon-map-tee';
const BACK = 'Dungeon Map Tee in size M is back in stock';

const setMedium = (stock: number) =>
  setStock(PRODUCT, [
    { size: 'S', stock: 5 },
    { size: 'M', stock },
  ]);

test('a guest requests a sold-out size, gets one email when it is back, and unsubscribes by its link', async ({
  page,
}) => {
  await setMedium(0);
  const email = `guest-${randomUUID()}@example.com`;
  const product = new ProductPage(page);
  await product.open(PRODUCT);
  await product.size('S').check();
  const form = page.getByRole('form', { name: 'Email me when it is back' });
  await expect(form).toHaveCount(0);
  await product.size('M, sold out').check();
  await form.getByRole('button', { name: 'Email me', exact: true }).click();
  await expect(form.getByLabel('Email me when size M is back')).toHaveAccessibleDescription(
    /Enter your email/,
  );
  await form.getByLabel('Email me when size M is back').fill(email);
  await form.getByRole('button', { name: 'Email me', exact: true }).click();
  await expect(page.getByText(`We will email ${email} once, when size M is back.`)).toBeVisible(FIRST_CALL);

  await setMedium(1);
  await new Inbox(page).open(email, BACK);
  await setMedium(0);
  await setMedium(4);
  await new Inbox(page).follow(email, BACK, 'Unsubscribe');
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeVisible(FIRST_CALL);
  await new Inbox(page).follow(email, BACK, 'See it in the shop');
  await expect(product.heading).toHaveText('Dungeon Map Tee');
  expect(await mailsTo(email)).toHaveLength(1);
});

test('a member requests an alert with one press, and cancels it in the settings', async ({
  page,
  shopper,
}) => {
  await setMedium(0);
  await signIn(page, shopper);
  const product = new ProductPage(page);
  await product.open(PRODUCT);
  await product.size('M, sold out').check();
  await page.getByRole('button', { name: 'Email me when size M is back' }).click();
  await expect(page.getByText(`We will email ${shopper.email} once`)).toBeVisible(FIRST_CALL);
  await page.goto('/account/settings');
  const list = page.getByRole('list', { name: 'Back-in-stock alerts' });
  await expect(list).toContainText('Dungeon Map Tee');
  await list.getByRole('button', { name: 'Remove the alert for Dungeon Map Tee in size M' }).click();
  await expect(list).toHaveCount(0, FIRST_CALL);
});
