import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { openInApp } from './open-in-app.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { LoginPage } from './pages/login-page.ts';
import { cartLine, signIn, storeLocally } from './sign-in.ts';

const newcomer = () => ({
  displayName: 'Nova Newcomer',
  email: `nova-${randomUUID()}@example.com`,
  password: 'nova-pass-1',
});

test('a guest with a cart registers, keeps the cart, signs out and signs in again', async ({ page }) => {
  const loginPage = new LoginPage(page);
  const cart = new Cart(page);
  const account = newcomer();
  await storeLocally(page, { cart: [cartLine('save-point-tee', 'M')] });
  await page.goto('/register');
  await loginPage.register(account);
  await expect(page.getByRole('heading', { name: 'Hi, Nova Newcomer' })).toBeVisible();
  await cart.expectUnits(1);
  await loginPage.logout();
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  await cart.expectUnits(0);
  await loginPage.login(account);
  await expect(page.getByRole('heading', { name: 'Hi, Nova Newcomer' })).toBeVisible();
  await cart.expectUnits(1);
});

test('errors of the identity service are shown and the form keeps its values, and a password reset shows the same message for known and unknown email addresses', async ({
  page,
  shopper,
}) => {
  const loginPage = new LoginPage(page);
  await page.goto('/login');
  await loginPage.login({ email: shopper.email, password: 'wrong-password' });
  await expect(loginPage.alert).toContainText('The email or password is wrong');
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(shopper.email);

  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const reset = page.getByRole('form', { name: 'Reset password' });
  for (const email of [shopper.email, 'nobody@example.com']) {
    await reset.getByLabel('Email').fill(email);
    await reset.getByRole('button', { name: 'Send the link' }).click();
    await expect(
      page.getByRole('main').getByRole('status').getByText(`If there is an account for ${email}`),
    ).toBeVisible(FIRST_CALL);
  }

  await page.getByRole('contentinfo').getByRole('link', { name: 'Register' }).click();
  await loginPage.register({ ...newcomer(), email: shopper.email });
  const form = page.getByRole('form', { name: 'Register' });
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/already an account/);
  await loginPage.register({ displayName: 'x'.repeat(10_000), email: 'nobody', password: '1' });
  await expect(form.getByLabel('Display name')).toBeFocused();
  await expect(form.getByLabel('Display name')).toHaveAccessibleDescription(/10000/);
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(/email address/);
});

test('a shopper changes name, address and theme in the settings and deletes the account', async ({
  page,
  shopper,
}) => {
  await signIn(page, shopper);
  await page.goto('/account/settings');
  const name = page.getByRole('form', { name: 'Profile' }).getByLabel('Display name');
  await name.fill('x'.repeat(10_000));
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/100 characters; this has 10000/);
  await name.fill('Renamed Player');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Add an address' }).click();
  const form = page.getByRole('form', { name: 'New address' });
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form.getByLabel('Full name')).toBeFocused();
  await form.getByLabel('Full name').fill('Renamed Player');
  await form.getByLabel('Street address').fill('1 Respawn Road');
  await form.getByLabel('City').fill('Berlin');
  await form.getByLabel('Country').selectOption({ label: 'Germany' });
  // The country has no states, so the field disappears and the button moves.
  await expect(form.getByLabel(/^State/)).toHaveCount(0);
  await form.getByLabel('Postal code').fill('1011');
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form.getByLabel('Postal code')).toHaveAccessibleDescription(
    'Enter a valid postal code (Germany).',
  );
  await form.getByLabel(/^(ZIP|Postal) code/).fill('90210');
  await form.getByLabel('City').fill('Beverly Hills');
  await form.getByLabel('Country').selectOption({ label: 'United States' });
  await form.getByRole('combobox', { name: 'State' }).selectOption('California');
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Your addresses are saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove address 1 Respawn Road' })).toBeVisible();

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

test('a guest is redirected from pages of an account to /login', async ({ page }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
  for (const path of ['/checkout', '/account/orders', '/account/settings', '/admin/products']) {
    await openInApp(page, '/about');
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toHaveCount(0);
    await openInApp(page, path);
    await expect(page, path).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  }
});
