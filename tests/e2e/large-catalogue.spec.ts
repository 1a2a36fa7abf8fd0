// Runs with the products of `SAVEPOINT_CATALOGUE=large npm start`, written into the stack of the
// suite.
import { createLargeCatalogue } from '../../seed/src/large-catalogue.ts';
import { writeDocuments } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { ListingPage } from './pages/listing-page.ts';

const LARGE = createLargeCatalogue();
const SAMPLES = 13;
const PER_PAGE = 24;

test('the large catalog is listed page by page, each product with its picture, and every offered filter has products, also on a phone', async ({
  page,
}) => {
  await writeDocuments(LARGE.map(([id, fields]) => [`products/${id}`, fields]));
  const listing = new ListingPage(page);
  await listing.open('/shop?sort=price-desc');
  await expect(listing.count).toHaveText(`${LARGE.length + SAMPLES} products`);
  await expect(listing.products).toHaveCount(PER_PAGE);
  const filters = page.getByRole('complementary', { name: 'Filters' });
  for (const group of ['Type', 'Size', 'Price', 'Rating', 'Availability']) {
    const counts = await filters
      .getByRole('group', { name: group })
      .locator('.facet-count')
      .allTextContents();
    expect(counts.length, group).toBeGreaterThan(0);
    for (const count of counts) expect(Number(count), `${group}: ${counts}`).toBeGreaterThan(0);
  }

  await listing.facet('Under $25').check();
  const cheap = LARGE.filter(([, { price }]) => price < 25).length;
  await expect(listing.count).toHaveText(`${cheap} products`);
  for (const price of await listing.products.locator('.price > span:not(.visually-hidden)').allTextContents())
    expect(Number(price.replace('$', ''))).toBeLessThan(25);

  const pages = Math.ceil(cheap / PER_PAGE);
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: `Page ${pages}` })
    .click();
  await expect(listing.products).toHaveCount(cheap - (pages - 1) * PER_PAGE);
  for (const image of await listing.products.locator('.image-frame img').all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }

  await test.step('the filters of a phone end with the number of products that they leave', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Accessories' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Accessories' })).toBeVisible();
    await page.getByRole('button', { name: 'Filters' }).click();
    await listing.facet('Mug').check();
    const mugs = LARGE.filter(
      ([, { category, productType }]) => category === 'accessories' && productType === 'Mug',
    ).length;
    await page.getByRole('button', { name: `Show ${mugs} products` }).click();
    await expect(listing.facet('Mug')).toBeHidden();
    await expect(listing.products).toHaveCount(Math.min(mugs, PER_PAGE));
  });
});
