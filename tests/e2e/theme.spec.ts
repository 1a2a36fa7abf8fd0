import { expect, test } from './fixtures.ts';
import { NavBar } from './pages/nav-bar.ts';

test('the theme follows the system until it is chosen, and the choice is remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await new NavBar(page).themeToggle.click();
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#0b0b14');
  await page.reload();
  await expect(root).toHaveClass('dark');
  await expect(page.locator('body')).toHaveClass('dark');
});

test.describe('before the app starts', () => {
  test.use({ waitsForHydration: false });

  test('a page is never painted in the wrong theme', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    // Without the app's scripts only the inline script can set the theme.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('body')).toHaveClass('dark');
  });
});

test('a saved theme other than light or dark is ignored', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', '<img src=x>'));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
