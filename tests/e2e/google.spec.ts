import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';

/** A context without the page guard: the Auth emulator's popup requests styles from other hosts. */
async function browse(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await context.route(/^https:/, (route) => route.abort());
  return context.newPage();
}

/** Clicks the button and creates a new account in the popup. */
async function signInAs(page: Page, email: string, name: string): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const popup = await opened;
  await popup.getByText('Add new account').click();
  await popup.locator('#email-input').fill(email);
  await popup.locator('#display-name-input').fill(name);
  await popup.getByRole('button', { name: /^Sign in with/ }).click();
}

test('a guest signs in with the Google popup, keeps the cart, and has an account', async ({ browser }) => {
  const page = await browse(browser);
  await new Cart(page).add('save-point-tee', 'M');
  await page.goto('/login');
  await signInAs(page, `${randomUUID()}@example.com`, 'Gina Google');
  await expect(page.getByRole('heading', { level: 1, name: 'Hi, Gina Google' })).toBeVisible();
  await new Cart(page).expectUnits(1);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await new Cart(page).expectUnits(1);
  await page.context().close();
});

test('a Google popup that cannot open shows an error, and the button works again', async ({ browser }) => {
  const page = await browse(browser);
  await page.context().route('**/emulator/auth/api.js', (route) => route.abort());
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Continue with Google' });
  await button.click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/Try again|try again/);
  await expect(button).toBeEnabled();
  await page.context().close();
});
