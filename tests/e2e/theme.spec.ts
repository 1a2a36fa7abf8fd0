// Owns the theme in a real browser: what is saved, what is followed, what is painted first.
import { expect, test } from './fixtures.ts';
import { NavBar } from './pages/nav-bar.ts';

test('follows the system until a choice is made, then remembers the choice', async ({ page }) => {
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

test.describe('before the app', () => {
  test.use({ waitsForApp: false });

  test('no page is painted in the wrong theme first', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    // Without the app's code only what stands in the page can set the theme.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.locator('body')).toHaveClass('dark');
  });
});

test('a saved value that is neither light nor dark is ignored', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', '<img src=x>'));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
