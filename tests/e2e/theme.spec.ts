import { expect, test } from './fixtures.ts';
import { NavBar } from './pages/nav-bar.ts';
import { storeLocally } from './sign-in.ts';

test('the theme follows the system until one is chosen, in the bar or in the footer; the choice is remembered, and can be reset', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  // A saved theme other than light or dark is ignored.
  await storeLocally(page, { theme: '<img src=x>' });
  await page.goto('/');
  const root = page.locator('html');
  const footer = page.getByRole('contentinfo').getByLabel('Theme');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(footer).toHaveValue('system');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await new NavBar(page).themeToggle.click();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#0b0b14');
  await page.reload();
  await expect(root).toHaveClass('dark');
  await expect(page.locator('body')).toHaveClass('dark');
  await expect(footer).toHaveValue('dark');

  await footer.selectOption('System');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await footer.selectOption('Light');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(footer).toHaveValue('light');
  await footer.selectOption('System');
  await page.reload();
  await expect(footer).toHaveValue('system');
});

test.describe('before the app starts', () => {
  test.use({ waitsForHydration: false });

  test('a page is never painted in the wrong theme', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    // Without the app's scripts, only the inline script can set the theme.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('body')).toHaveClass('dark');
  });
});
