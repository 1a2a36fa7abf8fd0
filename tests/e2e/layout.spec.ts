import type { Locator } from '@playwright/test';
import { updateDocument, writeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { AdminPage } from './pages/admin-page.ts';
import { Cart } from './pages/cart.ts';
import { ListingPage } from './pages/listing-page.ts';
import { NavBar } from './pages/nav-bar.ts';
import { ProductPage } from './pages/product-page.ts';
import { cartLine, signIn, storeLocally } from './sign-in.ts';

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${element} is not visible.`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

async function expectSpaceBetweenStars(meter: Locator): Promise<void> {
  const { size, repeat, width } = await meter.evaluate((element) => {
    const style = getComputedStyle(element);
    return {
      size: Number.parseFloat(style.maskSize),
      repeat: style.maskRepeat,
      width: element.getBoundingClientRect().width,
    };
  });
  expect(repeat).toContain('space');
  expect(Math.floor(width / size)).toBe(5);
  expect(width - 5 * size).toBeGreaterThan(4);
}

test('a product page has two columns from 768 px on', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await new ProductPage(page).open('save-point-tee');
  const gallery = await boxOf(page.getByRole('region', { name: 'Pictures' }));
  const heading = await boxOf(page.getByRole('heading', { level: 1 }));
  expect(heading.x).toBeGreaterThan(gallery.right);
  expect(heading.y).toBeLessThan(gallery.bottom);
});

test('on a phone the pictures of a product are swiped, and its button stays at the bottom of the screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await storeLocally(page, { consent: 'denied' });
  await new ProductPage(page).open('save-point-tee');
  const track = page.locator('.gallery-track');
  await track.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }));
  await expect(page.getByText('Picture 2 of 4')).toBeAttached();
  const bar = page.getByRole('button', { name: 'Choose a size' });
  await expect(bar).toBeInViewport();
  await bar.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a size first.' })).toBeInViewport();
  await page.getByRole('radio', { name: /^M\b/ }).check();
  await page.getByRole('heading', { name: 'Reviews' }).scrollIntoViewIfNeeded();
  await page.locator('.buy-bar').getByRole('button', { name: 'Add to cart' }).click();
  await expect(new Cart(page).drawer).toBeInViewport();
});

test('pages use the width of a 1440 px screen, and hide the message for a partially loaded shop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/product/save-point-tee');
  for (const link of [undefined, 'About', 'FAQ', 'Shipping', 'Terms', 'Privacy']) {
    const name = link ?? 'the product';
    if (link !== undefined) {
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: new RegExp(`^${link}`) })
        .click();
      await expect(page).toHaveURL(`/${link.toLowerCase()}`);
    }
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    // How far the content reaches: text, pictures and controls, not the boxes around them.
    const share = () =>
      page.evaluate(() => {
        const main = document.querySelector('main') as HTMLElement;
        const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        const rights: number[] = [...main.querySelectorAll('img')].map(
          (img) => img.getBoundingClientRect().right,
        );
        const lefts: number[] = [];
        while (walker.nextNode()) {
          range.selectNodeContents(walker.currentNode);
          for (const { left, right, width } of range.getClientRects())
            if (width > 1) {
              lefts.push(left);
              rights.push(right);
            }
        }
        return (Math.max(...rights) - Math.min(...lefts)) / main.getBoundingClientRect().width;
      });
    // After a link's URL changes, its page replaces the previous one in a view transition.
    await expect.poll(share, name).toBeGreaterThan(0.8);
    await expect(page.getByText('The shop could not be loaded completely.')).toBeHidden();
  }
});

test('a phone has the wordmark in its navigation bar, which nothing overlaps, and the rest in a menu that closes on navigation and Escape, with Logout for those who are logged in', async ({
  page,
  shopper,
}) => {
  const bar = new NavBar(page);
  const wordmark = bar.bar.locator('.wordmark');
  const tools = bar.bar.locator('.header-tools').getByRole('button').first();
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto('/');
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    await expect(wordmark).toBeVisible();
    await expect(bar.link('Shop')).toBeHidden();
    expect((await boxOf(wordmark)).right, `${width} px`).toBeLessThanOrEqual((await boxOf(tools)).x);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // Links that do not fit in the bar are in the menu.
    await bar.menu.click();
    await expect(bar.themeToggle).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar.link('Shop')).toBeHidden();
  }
  await bar.menu.click();
  const before = (await page.locator('html').getAttribute('data-theme')) ?? '';
  await bar.themeToggle.click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', before);
  await expect(bar.bar.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  await bar.link('Shop').click();
  await expect(page).toHaveURL('/shop');
  await expect(bar.link('Shop')).toBeHidden();

  await signIn(page, shopper);
  await page.goto('/about');
  await expect(bar.link('Account')).toBeVisible();
  await bar.menu.click();
  await bar.bar.getByRole('button', { name: 'Logout' }).click();
  await expect(bar.link('Login')).toBeVisible();
});

test('the totals of an order are aligned with its lines', async ({ page, shopper }) => {
  const orderId = await writeOrder(shopper, 'save-point-tee', 'delivered');
  await signIn(page, shopper);
  await page.goto(`/account/orders/${orderId}`);
  const items = page.getByRole('region', { name: 'Items' });
  const line = items.getByRole('listitem').getByText('$45.00', { exact: true });
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { right } = await boxOf(line);
    for (const sum of ['$5.99', '$50.99'])
      expect(
        Math.abs((await boxOf(items.getByText(sum))).right - right),
        `${sum} at ${width} px`,
      ).toBeLessThan(2);
  }
});

test('the orders and the audit log of the admin pages fit a phone without scrolling sideways', async ({
  page,
  admin,
}) => {
  await writeOrder(admin, 'save-point-tee', 'packed');
  await writeDocument('audit/price', {
    ...{ action: 'saveProduct', target: 'products/boss-rush-tee', summary: 'Changed price' },
    changes: [{ field: 'price', before: 45, after: 39 }],
    ...{ at: new Date().toISOString(), uid: admin.uid, email: admin.email },
  });
  await signIn(page, admin);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, name] of [
    ['/admin/orders', 'Orders'],
    ['/admin/audit', 'Audit log'],
  ] as const) {
    await page.goto(path);
    const table = page.getByRole('region', { name });
    // The select-all checkbox stays on pages that need it.
    if (name === 'Orders') await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeVisible();
    await expect(table.locator('tbody').getByRole('row').first()).toBeVisible();
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), path).toBe(0);
    for (const cell of await table.locator('tbody').getByRole('row').first().locator('td, th').all()) {
      const box = await boxOf(cell);
      expect(box.right, path).toBeLessThanOrEqual(390);
    }
  }
});

test('the pixel typeface is used only for large text, and the stars of a rating have space between them', async ({
  page,
}) => {
  await storeLocally(page, { cart: [cartLine('moonlit-shinobi-tee', 'M')] });
  await page.goto('/');
  for (const path of ['/', '/shop', '/product/save-point-tee', '/about', '/cart']) {
    if (path === '/shop') await page.getByRole('banner').getByRole('link', { name: 'Shop' }).click();
    if (path === '/product/save-point-tee') {
      await page.getByRole('link', { name: 'Save Point Tee' }).first().click();
    }
    if (path === '/about') await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    if (path === '/cart') await new Cart(page).button.dblclick();
    await expect(page).toHaveURL(path);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('contentinfo').waitFor();
    if (path === '/product/save-point-tee')
      await expectSpaceBetweenStars(page.locator('.review .stars-meter').first());
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => {
          const { fontFamily, fontSize } = getComputedStyle(element);
          const hasText = [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
          );
          return hasText && fontFamily.startsWith('"Pixelify') && Number.parseFloat(fontSize) < 20;
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(small, path).toEqual([]);
  }
});

test("the phone's filters end with a button that closes them and shows the number of products, and omit the price, which all of them share", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const listing = new ListingPage(page);
  await listing.open('/shop');
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('group', { name: 'Type' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Price' })).toHaveCount(0);
  await listing.facet('3XL').check();
  await expect(listing.count).toHaveText(/^\d products$/);
  const count = (await listing.count.textContent()) ?? '';
  await page.getByRole('button', { name: `Show ${count}` }).click();
  await expect(listing.facet('3XL')).toBeHidden();
  const list = page.getByRole('region', { name: 'Products' });
  await expect(list).toBeFocused();
  await expect(list.getByRole('article').first()).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: /^Show \d/ })).toBeHidden();
});

test('an admin chooses the featured products, bestsellers and offers of the home page', async ({
  page,
  admin,
}) => {
  await updateDocument('products/lag-slayer-gloves', { featured: false });
  await signIn(page, admin);
  await page.goto('/');
  const row = (name: string) => page.getByRole('region', { name });
  await expect(row('Bestsellers').getByRole('article')).not.toHaveCount(0);
  for (const name of ['Featured loot', 'Bestsellers', 'On sale'])
    await expect(row(name).getByText('Lag Slayer Gloves')).toHaveCount(name === 'On sale' ? 1 : 0);
  await page.goto('/admin/products/lag-slayer-gloves');
  await page.getByLabel('Featured on the home page').check();
  await page.getByLabel('Bestseller on the home page').check();
  await page.getByLabel('Sale on the home page').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await new AdminPage(page).expectToast('Saved and on sale.');
  await page.goto('/');
  await expect(row('Bestsellers').getByText('Lag Slayer Gloves')).toBeVisible();
  await expect(row('Featured loot').getByText('Lag Slayer Gloves')).toHaveCount(1);
  await expect(row('On sale').getByText('Lag Slayer Gloves')).toHaveCount(0);
});

test('a badge of two digits leaves most of its icon visible', async ({ page }) => {
  await storeLocally(page, { cart: [cartLine('lag-slayer-gloves', undefined, { quantity: 10 })] });
  await page.goto('/');
  const { cart } = new NavBar(page);
  await expect(cart.locator('.badge')).toHaveText('10');
  const [badge, icon] = [await boxOf(cart.locator('.badge')), await boxOf(cart.locator('.icon'))];
  const width = Math.min(badge.right, icon.right) - Math.max(badge.x, icon.x);
  const height = Math.min(badge.bottom, icon.bottom) - Math.max(badge.y, icon.y);
  const covered = (Math.max(0, width) * Math.max(0, height)) / (icon.width * icon.height);
  expect(covered).toBeLessThan(0.3);
});
