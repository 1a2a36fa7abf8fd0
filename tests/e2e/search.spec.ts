import { expect, test } from './fixtures.ts';
import { ListingPage } from './pages/listing-page.ts';

test('/ and Control+k open the search; a typo still finds the product; arrow keys and Enter open it; Escape returns the focus', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: 'Search products' });
  const option = page.getByRole('option', { name: /Arcade Dragon Tee/ });
  for (const key of ['/', 'Control+k']) {
    await page.keyboard.press(key);
    await expect(field).toBeFocused();
    await field.fill('dragin');
    await expect(option).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/product/arcade-dragon-tee');
    await expect(page.getByRole('heading', { level: 1, name: 'Arcade Dragon Tee' })).toBeVisible();
    await page.keyboard.press(key);
    await expect(page.getByRole('option', { name: 'dragin' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL('/about');
  }

  const button = page.getByRole('button', { name: 'Search' });
  await button.click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await field.fill('qqqqzzzz');
  await expect(page.getByText(/Nothing found/)).toBeVisible();
  // No option is selected.
  await field.fill('gloves');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/shop?q=gloves');
  await expect(new ListingPage(page).names).toHaveText(['Lag Slayer Gloves']);
});
