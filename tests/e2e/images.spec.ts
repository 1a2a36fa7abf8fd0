import type { Locator } from '@playwright/test';
import { PRODUCTS } from '../../seed/src/products.ts';
import { expect, test } from './fixtures.ts';
import { ListingPage } from './pages/listing-page.ts';

/** The file name of a picture, without size and format. */
const drawingOf = (image: Locator) =>
  image.evaluate(
    (element: HTMLImageElement) =>
      /\/([^/]+?)(-\d+)?\.\w+$/.exec(new URL(element.currentSrc || element.src).pathname)?.[1] ?? '',
  );
const isLoaded = (image: Locator) =>
  expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);

test('the home page shows the clothes on a rail, from edge to edge with text on the picture, and each category has a picture that no product has', async ({
  page,
}) => {
  await page.goto('/');
  const clothes = page.getByRole('region', { name: 'Made for the whole party' });
  const image = clothes.getByRole('img', { name: /^Three printed tees .* on a clothes rail$/ });
  const link = clothes.getByRole('link', { name: 'Shop apparel' });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await image.scrollIntoViewIfNeeded();
    // Lazy: it loads when it comes near the viewport.
    await isLoaded(image);
    const [box, words] = [await image.boundingBox(), await link.boundingBox()];
    if (box === null || words === null) throw new Error('The section is not shown.');
    expect(box.width).toBe(width);
    expect(words.y).toBeGreaterThan(box.y);
    expect(words.y + words.height).toBeLessThanOrEqual(box.y + box.height);
  }
  const categories = await page.locator('.category-card img').all();
  expect(categories).toHaveLength(4);
  const drawings = new Set<string>();
  for (const category of categories) {
    await category.scrollIntoViewIfNeeded();
    await isLoaded(category);
    drawings.add(await drawingOf(category));
  }
  expect(drawings.size).toBe(4);
  await page.setViewportSize({ width: 1440, height: 900 });
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Apparel' })).toBeVisible();
  const listing = new ListingPage(page);
  await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click();
  await expect(listing.count).toHaveText('13 products');
  for (const product of await listing.products.getByRole('img').all())
    expect(drawings).not.toContain(await drawingOf(product));
});

test('a shirt is shown from several sides: its pictures differ, and each is described', async ({ page }) => {
  await page.goto('/product/pixel-ronin-tee');
  const gallery = page.getByRole('region', { name: 'Pictures' });
  const large = gallery.locator('.gallery-track li:not([aria-hidden=true]) img');
  const drawings = new Set<string>();
  const alts = Object.fromEntries(PRODUCTS)['pixel-ronin-tee']?.imageAlts ?? [];
  for (const alt of alts) {
    await gallery.getByRole('button', { name: `Show ${alt}` }).click();
    await expect(large).toHaveAttribute('alt', alt);
    await isLoaded(large);
    drawings.add(await drawingOf(large));
  }
  expect(drawings.size).toBe(3);
});

test('the page of a product shows the picture of the card that opened it until its own is loaded, and also after a reload', async ({
  page,
}) => {
  await page.goto('/shop/apparel');
  const card = page.locator('.product-card', { hasText: 'Spirit Fox Tee' });
  const picture = card.getByRole('img').first();
  await picture.scrollIntoViewIfNeeded();
  await isLoaded(picture);
  const file = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await card.getByRole('link', { name: /Spirit Fox Tee/ }).click();
  const frame = page.locator('.gallery-track li').first();
  await expect(frame).toHaveCSS('background-image', `url("${file}")`);
  await page.reload();
  await expect(frame).toHaveCSS('background-image', `url("${file}")`);
});
