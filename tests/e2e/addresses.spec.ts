import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { LoginPage } from './pages/login-page.ts';

test.use({ recordsActions: true });

test.describe('an address', () => {
  test.beforeEach(async ({ page, shopper }) => {
    await new LoginPage(page).openAndLogin(shopper);
  });

  test('is checked for its country at the checkout: state, postal code, and whether they agree', async ({
    page,
  }) => {
    const checkout = new Checkout(page);
    await new Cart(page).add('save-point-tee', 'M');
    await page.goto('/checkout');
    await checkout.fillContact();
    const postalCode = page.getByLabel('ZIP code');
    const region = page.getByLabel(/^State or region/);
    const next = page.getByRole('button', { name: 'Continue to delivery' });
    await page.getByLabel('Country').selectOption({ label: 'United States' });
    await page.getByLabel('Street address').fill('1 Respawn Road');
    await page.getByLabel('City').fill('Beverly Hills');
    await postalCode.fill('9021');
    await next.click();
    await expect(postalCode).toHaveAccessibleDescription('Enter a valid ZIP code (United States).');
    await expect(region).toHaveAccessibleDescription(/^Choose a state or region/);
    await region.selectOption('New York');
    await postalCode.fill('90210');
    await next.click();
    await expect(postalCode).toHaveAccessibleDescription(
      'This postal code does not belong to New York. Check both.',
    );
    await region.selectOption('California');
    await next.click();
    await expect(page.getByRole('heading', { name: 'Delivery' })).toBeFocused();
    await page.getByRole('button', { name: 'Edit address' }).click();
    await page.getByLabel('Country').selectOption({ label: 'Germany' });
    await expect(region).toHaveCount(0);
  });

  test('has the postal code that its country has: under its name, optional, or none at all', async ({
    page,
  }) => {
    const checkout = new Checkout(page);
    await new Cart(page).add('save-point-tee', 'M');
    await page.goto('/checkout');
    await checkout.fillContact();
    const country = page.getByLabel('Country');
    await country.selectOption({ label: 'United States' });
    await page.getByLabel('ZIP code').fill('90210');
    await country.selectOption('IE');
    await expect(page.getByLabel('Eircode (optional)')).toHaveValue('90210');
    await country.selectOption('HK');
    await expect(page.getByLabel(/code/i)).toHaveCount(0);
    await page.getByLabel('Street address').fill('1 Nathan Road');
    await page.getByLabel('City').fill('Tsim Sha Tsui');
    await page.getByRole('combobox', { name: 'State or region' }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Continue to delivery' }).click();
    await page.getByRole('button', { name: 'Continue to review' }).click();
    await expect(page.getByText('1 Nathan Road, Tsim Sha Tsui,')).toBeVisible();
    await checkout.pay.click();
    await page.waitForURL('**/c/pay/**');
  });

  test('is checked for its country in the account', async ({ page }) => {
    await page.goto('/account/settings');
    await page.getByRole('button', { name: 'Add an address' }).click();
    const form = page.getByRole('form', { name: 'New address' });
    await form.getByLabel('Full name').fill('Erin Endtoend');
    await form.getByLabel('Country').selectOption({ label: 'Germany' });
    await form.getByLabel('Street address').fill('Unter den Linden 1');
    await form.getByLabel('City').fill('Berlin');
    await form.getByLabel('Postal code').fill('1011');
    await form.getByRole('button', { name: 'Save address' }).click();
    await expect(form.getByLabel('Postal code')).toHaveAccessibleDescription(
      'Enter a valid postal code (Germany).',
    );
    await form.getByLabel('Postal code').fill('10117');
    await form.getByRole('button', { name: 'Save address' }).click();
    await expect(page.getByRole('button', { name: 'Remove address Unter den Linden 1' })).toBeVisible();
  });

  test('and a delivery that nobody chose are not skipped after a reload', async ({ page }) => {
    const checkout = new Checkout(page);
    await new Cart(page).add('save-point-tee', 'M');
    await page.goto('/checkout');
    await checkout.fillContact();
    await checkout.fillAddress();
    await expect(page.getByRole('button', { name: 'Continue to review' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Continue to review' })).toBeVisible();
    await expect(checkout.pay).toBeHidden();
  });
});
