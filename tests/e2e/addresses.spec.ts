import { expect, test } from './fixtures.ts';
import { Checkout } from './pages/checkout.ts';
import { cartLine, signInWithCart } from './sign-in.ts';

test('the checkout validates an address for its country: state and postal code, and that they match', async ({
  page,
  shopper,
}) => {
  const checkout = new Checkout(page);
  await signInWithCart(page, shopper, cartLine('save-point-tee', 'M'));
  await page.goto('/checkout');
  await page.getByLabel('Full name').fill('Erin Endtoend');
  const country = page.getByLabel('Country');
  const postalCode = page.getByLabel('ZIP code');
  const region = page.getByLabel(/^State/);
  const next = page.getByRole('button', { name: 'Continue to delivery' });
  // The browser's language sets the default.
  await expect(country).toHaveValue('US');
  await page.getByLabel('Street address').fill('1 Respawn Road');
  await page.getByLabel('City').fill('Beverly Hills');
  await postalCode.fill('9021');
  await next.click();
  await expect(postalCode).toHaveAccessibleDescription('Enter a valid ZIP code (United States).');
  await expect(region).toHaveAccessibleDescription(/^Choose the state/);
  await region.selectOption('New York');
  await postalCode.fill('90210');
  await next.click();
  await expect(postalCode).toHaveAccessibleDescription(
    'This ZIP code does not belong to New York. Check both.',
  );
  await region.selectOption('California');
  await next.click();
  await expect(page.getByRole('heading', { name: 'Delivery' })).toBeFocused();

  await page.getByRole('button', { name: 'Edit contact and address' }).click();
  await country.selectOption({ label: 'Germany' });
  await expect(region).toHaveCount(0);
  await country.selectOption('IE');
  await expect(page.getByLabel('Eircode (optional)')).toHaveValue('90210');
  await country.selectOption('HK');
  await expect(page.getByLabel(/^(ZIP|Postal) code|Eircode/)).toHaveCount(0);
  await page.getByLabel('Street address').fill('1 Nathan Road');
  await page.getByLabel('City').fill('Tsim Sha Tsui');
  await page.getByRole('combobox', { name: 'Area' }).selectOption({ index: 1 });
  await next.click();
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await expect(page.getByText('1 Nathan Road, Tsim Sha Tsui,')).toBeVisible();
  await checkout.pay.click();
  await page.waitForURL('**/c/pay/**');
});
