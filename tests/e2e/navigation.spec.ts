import { expect, test } from './fixtures.ts';
import { NavBar } from './pages/nav-bar.ts';

test('the navigation bar links to its pages, marks the current one, and has a shadow after scrolling more than 10 px', async ({
  page,
}) => {
  await page.goto('/');
  const bar = new NavBar(page);
  await page.getByRole('heading', { name: 'Featured loot' }).waitFor();
  const shadow = () => bar.bar.evaluate((element) => getComputedStyle(element).boxShadow);
  await page.evaluate(() => scrollTo(0, 10));
  await expect.poll(shadow).toBe('none');
  await page.evaluate(() => scrollTo(0, 40));
  await expect.poll(shadow).not.toBe('none');
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(shadow).toBe('none');

  for (const [name, path] of [
    ['Shop', '/shop'],
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Home', '/'],
  ] as const) {
    await bar.link(name).click();
    await expect(page).toHaveURL(path);
    await expect(bar.link(name)).toHaveAttribute('aria-current', 'page');
  }
});

test('a new page starts at the top with the focus on its heading; Back restores the scroll position', async ({
  page,
}) => {
  await page.goto('/shop');
  const card = page.getByRole('link', { name: 'Mana Potion Tee' });
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  await card.click();
  const heading = page.getByRole('heading', { level: 1, name: 'Mana Potion Tee' });
  await expect(heading).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(card).toBeInViewport();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(place - 200);
});

test('Back and Forward through three pages restore the scroll position of each', async ({ page }) => {
  const top = () => page.evaluate(() => Math.round(scrollY));
  const scrollTo = (y: number) => page.evaluate((to) => window.scrollTo(0, to), y);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/');
  await scrollTo(700);
  await page.getByRole('link', { name: 'See all products' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeFocused();
  await scrollTo(900);
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked' })).toBeFocused();
  const shopTop = 900;
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeAttached();
  await expect.poll(top).toBeGreaterThan(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Featured loot' })).toBeAttached();
  await expect.poll(top).toBeGreaterThan(0);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeAttached();
  await expect.poll(top).toBeGreaterThanOrEqual(shopTop);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked' })).toBeVisible();
  await expect.poll(top).toBe(0);
});

test('the footer has the specified links, none leads to Page Not Found, and Scroll to top scrolls to the top', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toBeVisible();
  const links = {
    Shop: ['apparel', 'accessories', 'collectibles', 'limited-editions', 'sale'].map(
      (slug) => `/shop/${slug}`,
    ),
    Account: ['/login', '/register', '/account/orders', '/account/wishlist', '/account/settings'],
    Information: ['/about', '/contact', '/faq', '/shipping', '/privacy', '/terms'],
  };
  for (const [column, paths] of Object.entries(links)) {
    const found = footer.getByRole('navigation', { name: column }).getByRole('link');
    expect(await found.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(paths);
  }
  const accounts = footer.getByRole('list', { name: 'Social links' }).getByRole('link');
  expect(await accounts.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).host))).toEqual([
    'www.instagram.com',
    'www.twitch.tv',
    'discord.com',
    'www.youtube.com',
  ]);
  for (const path of links.Information) {
    await footer.locator(`a[href="${path}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toHaveCount(0);
  }
  await expect(footer.getByText('premium gaming merchandise')).toBeVisible();
  await page.setViewportSize({ width: 800, height: 300 });
  const scrollToTop = page.getByRole('button', { name: 'Scroll to top' });
  await scrollToTop.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await scrollToTop.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

for (const [path, here] of [
  ['/', 'html[data-hydrated]'],
  ['/faq', '#root:has(main h1):has(footer)'],
] as const) {
  test(`a reload of ${path} and Back from another document restore the scroll position`, async ({ page }) => {
    const top = () => page.evaluate(() => Math.round(scrollY));
    const isHere = () => page.locator(here).waitFor({ state: 'attached' });
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto(path);
    await isHere();
    // Until fonts and data have loaded, the content above may still move.
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => scrollTo(0, 400));
    await page.reload();
    await isHere();
    await expect.poll(top).toBe(400);
    await page.goto('/about');
    await page.goBack();
    await isHere();
    await expect.poll(top).toBe(400);
    await page.goto('/about');
    await page.goto(path);
    await isHere();
    expect(await top()).toBe(0);
  });
}

test('a page shows Loading {Page}... while its chunk loads; a chunk that fails to load is logged and the page reloads once, without a loop', async ({
  page,
}) => {
  await page.goto('/');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/contact-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await new NavBar(page).link('Contact').click();
  await expect(page.getByText('Loading Contact...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();

  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  let requests = 0;
  await page.route('**/assets/about-*.js', (route) => {
    requests += 1;
    return route.abort();
  });
  await page.evaluate(() => {
    (window as { seen?: true }).seen = true;
  });
  await new NavBar(page).link('About').click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(await page.evaluate(() => 'seen' in window)).toBe(false);
  expect(logged.join('\n')).toContain("The page 'About' failed to load.");
  expect(requests).toBeLessThan(5);
  await page.unroute('**/assets/about-*.js');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('save point');
});
