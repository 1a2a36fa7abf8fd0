// A shirt bought without a mouse: every step by Tab, arrows, Space and Enter.

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Door } from './pages/door.ts';

const TABS_MAX = 80;

/** Presses Tab until the element has the focus; fails when it is never reached. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${TABS_MAX} presses of Tab did not reach ${target}.`);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

test('a shirt is bought by keyboard alone', async ({ page, shopper }) => {
  test.setTimeout(120_000);
  await new Door(page).enter(shopper);
  const main = page.getByRole('main');
  await page.goto('/shop');
  await tabTo(page, main.getByRole('link', { name: 'Save Point Tee' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Save Point Tee' })).toBeFocused();
  await tabTo(page, main.getByRole('radio', { name: /^S\b/ }));
  await page.keyboard.press('Space');
  await tabTo(page, main.getByRole('button', { name: 'Add to cart' }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('status').getByText('Save Point Tee, size S: added to your cart.'),
  ).toBeVisible();

  await page.goto('/cart');
  await tabTo(page, page.getByRole('link', { name: 'Check out' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused();
  await type(page, 'Full name', 'Kim Keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Address' })).toBeFocused();
  await type(page, 'Street and number', '1 Tab Street');
  await type(page, 'Postal code', '12345');
  await type(page, 'City', 'Keyville');
  await tabTo(page, page.getByLabel('Country'));
  await page.keyboard.type('Germany');
  await tabTo(page, page.getByRole('button', { name: 'Continue to delivery' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Delivery' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Continue to review' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: /^Pay \$/ }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/c/pay/**');
  await tabTo(page, page.getByRole('button', { name: 'Succeeds 4242' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^Pay \$/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Thank you, your order is paid!' })).toBeVisible();
});
