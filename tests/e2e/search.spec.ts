import { expect, test } from './fixtures.ts';
import { ListingPage } from './pages/listing-page.ts';

for (const key of ['/', 'Control+k']) {
  test(`${key} opens search; a typo still finds the product; arrow keys and Enter open it`, async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press(key);
    const field = page.getByRole('combobox', { name: 'Search products' });
    await expect(field).toBeFocused();
    await field.fill('dragin');
    const option = page.getByRole('option', { name: /Arcade Dragon Tee/ });
    await expect(option).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/product/arcade-dragon-tee');
    await page.keyboard.press(key);
    await expect(page.getByRole('option', { name: 'dragin' })).toBeVisible();
  });
}

test('Enter without a selected option lists all matches; Escape closes the dialog and returns the focus', async ({
  page,
}) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Search' });
  const field = page.getByRole('combobox', { name: 'Search products' });
  await button.click();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await field.fill('gloves');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/shop?q=gloves');
  await expect(new ListingPage(page).names).toHaveText(['Lag Slayer Gloves']);
});

test('a search without a match says so and suggests similar terms', async ({ page }) => {
  await page.goto('/shop');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search products' }).fill('qqqqzzzz');
  await expect(page.getByText(/Nothing found/)).toBeVisible();
});
