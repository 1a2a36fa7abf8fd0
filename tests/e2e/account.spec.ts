import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { Checkout } from './pages/checkout.ts';
import { LoginPage } from './pages/login-page.ts';

test.use({ recordsActions: true });

const newcomer = () => ({
  displayName: 'Nova Newcomer',
  email: `nova-${randomUUID()}@example.com`,
  password: 'nova-pass-1',
});

test('a guest with a cart registers, keeps the cart, signs out and signs in again', async ({ page }) => {
  const loginPage = new LoginPage(page);
  const cart = new Cart(page);
  const account = newcomer();
  await cart.add('save-point-tee', 'M');
  await page.goto('/register');
  await loginPage.register(account);
  await expect(page.getByRole('heading', { name: 'Hi, Nova Newcomer' })).toBeVisible();
  await cart.expectUnits(1);
  await loginPage.logout();
  await expect(page).toHaveURL(/\/login$/);
  await cart.expectUnits(0);
  await loginPage.login(account);
  await expect(page.getByRole('heading', { name: 'Hi, Nova Newcomer' })).toBeVisible();
  await cart.expectUnits(1);
});

test('errors of the identity service are shown and the form keeps its values', async ({ page, shopper }) => {
  const loginPage = new LoginPage(page);
  await page.goto('/login');
  await loginPage.login({ email: shopper.email, password: 'wrong-password' });
  await expect(loginPage.alert).toContainText('The email or password is wrong');
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(shopper.email);
  await page.goto('/register');
  await loginPage.register({ ...newcomer(), email: shopper.email });
  await expect(loginPage.alert).toContainText('already an account');
  await loginPage.register({ displayName: 'x'.repeat(10_000), email: 'nobody', password: '1' });
  const form = page.getByRole('form', { name: 'Register' });
  await expect(form.getByLabel('Display name')).toBeFocused();
  await expect(form.getByLabel('Display name')).toHaveAccessibleDescription(/10000/);
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/email address/);
});

test('a password reset shows the same message for known and unknown email addresses', async ({
  page,
  shopper,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const form = page.getByRole('form', { name: 'Reset password' });
  for (const email of [shopper.email, 'nobody@example.com']) {
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Send the link' }).click();
    await expect(
      page.getByRole('main').getByRole('status').getByText(`If there is an account for ${email}`),
    ).toBeVisible(FIRST_CALL);
  }
});

test('a shopper changes name, address and theme in the settings and deletes the account', async ({
  page,
  shopper,
}) => {
  await new LoginPage(page).openAndLogin(shopper);
  await page.goto('/account/settings');
  await page.getByLabel('Display name').fill('Renamed Player');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Add an address' }).click();
  const form = page.getByRole('form', { name: 'New address' });
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form.getByLabel('Full name')).toBeFocused();
  await form.getByLabel('Full name').fill('Renamed Player');
  await form.getByLabel('Street address').fill('1 Respawn Road');
  await form.getByLabel(/^(ZIP|Postal) code/).fill('90210');
  await form.getByLabel('City').fill('Beverly Hills');
  await form.getByLabel('Country').selectOption({ label: 'United States' });
  await form.getByRole('combobox', { name: 'State or region' }).selectOption('California');
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Your addresses are saved.')).toBeVisible();

  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.getByLabel('Display name')).toHaveValue('Renamed Player');
  await expect(page.getByText('1 Respawn Road')).toBeVisible();

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByLabel('Type DELETE to confirm')).toBeFocused();
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/login$/, FIRST_CALL);
  await new LoginPage(page).login(shopper);
  await expect(new LoginPage(page).alert).toContainText('The email or password is wrong');
});

test('a paid order can be cancelled before it is packed', async ({ page, shopper }) => {
  await new LoginPage(page).openAndLogin(shopper);
  await new Cart(page).add('save-point-tee', 'M');
  const checkout = new Checkout(page);
  await checkout.order();
  await checkout.payWith('Succeeds 4242');
  await page.getByRole('link', { name: 'View order' }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByLabel('Reason (optional)').fill('Wrong size');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Your order is cancelled.')).toBeVisible(FIRST_CALL);
  await expect(page.getByRole('list', { name: 'Order history' })).toContainText('Cancelled');
  await expect(page.getByRole('list', { name: 'Order history' })).toContainText('Wrong size');
});

for (const path of ['/checkout', '/account', '/account/orders', '/account/settings', '/admin/products']) {
  test(`${path} redirects a guest to /login`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });
}

test('an unknown order id shows that the order is not in the account', async ({ page, shopper }) => {
  await new LoginPage(page).openAndLogin(shopper);
  await page.goto('/account/orders/no-such-order');
  await expect(page.getByRole('heading', { name: 'This order is not in your account' })).toBeVisible();
});
