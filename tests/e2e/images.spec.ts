import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ListingPage } from './pages/listing-page.ts';

/** The file that a picture shows, whatever its size and format. */
const drawingOf = (image: Locator) =>
  image.evaluate(
    (element: HTMLImageElement) =>
      /\/([^/]+?)(-\d+)?\.\w+$/.exec(new URL(element.currentSrc || element.src).pathname)?.[1] ?? '',
  );
const isLoaded = (image: Locator) =>
  expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);

test('the home page has a lifestyle section with its picture, and each category has a picture that no product has', async ({
  page,
}) => {
  await page.goto('/');
  const lifestyle = page.getByRole('region', { name: 'Made for the whole party' });
  const photo = lifestyle.getByRole('img');
  await photo.scrollIntoViewIfNeeded();
  await expect(photo).toHaveAccessibleName(/rooftop/);
  await isLoaded(photo);
  await lifestyle.getByRole('link', { name: 'Shop apparel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Apparel' })).toBeVisible();

  await page.goto('/');
  const categories = await page.locator('.category-card img').all();
  expect(categories).toHaveLength(4);
  const drawings = new Set<string>();
  for (const image of categories) {
    await image.scrollIntoViewIfNeeded();
    await isLoaded(image);
    drawings.add(await drawingOf(image));
  }
  expect(drawings.size).toBe(4);
  const listing = new ListingPage(page);
  await listing.open();
  for (const image of await listing.products.getByRole('img').all())
    expect(drawings).not.toContain(await drawingOf(image));
});

test('a shirt is shown from several sides: each of its pictures is another one, and says what it shows', async ({
  page,
}) => {
  await page.goto('/product/pixel-ronin-tee');
  const gallery = page.getByRole('region', { name: 'Pictures' });
  const large = gallery.locator('.gallery-main img');
  const drawings = new Set<string>();
  for (const view of ['front', 'worn', 'back', 'the print close up']) {
    await gallery.getByRole('button', { name: `Show Pixel Ronin Tee, ${view}` }).click();
    await expect(large).toHaveAttribute('alt', `Pixel Ronin Tee, ${view}`);
    await isLoaded(large);
    drawings.add(await drawingOf(large));
  }
  expect(drawings.size).toBe(4);
});
