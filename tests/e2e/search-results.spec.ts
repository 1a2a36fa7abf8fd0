import { writeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { AdminPage } from './pages/admin-page.ts';
import { ListingPage } from './pages/listing-page.ts';
import { signIn } from './sign-in.ts';

const SEARCHES = [
  ['a product type', 'arm sleeves', 'Combo Breaker Sleeves'],
  ['a word of the same meaning', 'mittens', 'Lag Slayer Gloves'],
  ['a synonym of the type', 't-shirt dragon', 'Arcade Dragon Tee'],
  ['a plural', 'shirts fox', 'Spirit Fox Tee'],
  ['a color', 'coral', 'Respawn Club Tee'],
  ['a tag', 'ninja', 'Moonlit Shinobi Tee'],
  ['a word of the description', 'swordsman', 'Pixel Ronin Tee'],
  ['a feature', 'garment-dyed', 'Respawn Club Tee'],
  ['a category', 'limited edition', 'Golden Cartridge Tee'],
  ['words with a typing error', 'garmnt dyed tshirt', 'Respawn Club Tee'],
  ['a question in words', 'a shirt with a dragon', 'Arcade Dragon Tee'],
] as const;

test('a search finds products by words of all kinds, sorted by relevance', async ({ page }) => {
  const listing = new ListingPage(page);
  await listing.open('/shop?q=fox');
  // A word that resembles only words in other products' descriptions does not find those.
  await expect(listing.names).toHaveText(['Spirit Fox Tee']);
  for (const [what, text, product] of SEARCHES) {
    await test.step(`${what}: "${text}" lists ${product}`, async () => {
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search products' }).fill(text);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for “${text}”`);
      await expect(listing.names.filter({ hasText: product })).toBeVisible();
      // Not one of the recommendations for an empty result.
      await expect(listing.count).not.toHaveText('0 products');
      // The best match comes first, whatever the shop features.
      await expect(listing.sort).toHaveValue('relevance');
    });
  }
});

test('the search dialog shows the number of matching products, and Enter lists them with facets', async ({
  page,
}) => {
  await page.goto('/');
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search products' }).fill('shirt');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('11 results');
  const options = page.getByRole('dialog').getByRole('option');
  await expect(options.last()).toHaveText('See all 11 results for “shirt”');
  await options.last().click();
  await expect(page).toHaveURL('/shop?q=shirt');
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “shirt”' })).toBeFocused();
  const listing = new ListingPage(page);
  await expect(listing.count).toHaveText('11 products');
  const categories = page.getByRole('navigation', { name: 'Categories' });
  await expect(categories.getByRole('link', { name: /^Collectibles/ })).toHaveText('Collectibles2');
  await categories.getByRole('link', { name: /^Collectibles/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “shirt” in Collectibles');
  await expect(listing.count).toHaveText('2 products');
  await page.goBack();
  await expect(listing.count).toHaveText('11 products');
  await listing.facet('3XL').check();
  await expect(listing.count).not.toHaveText('11 products');
});

test('a search without results suggests similar words and popular products; clearing filters that leave nothing keeps the search', async ({
  page,
}) => {
  await page.goto('/shop?q=dragonfly');
  await expect(page.getByRole('heading', { name: 'No results for “dragonfly”' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Top rated' }).getByRole('article')).toHaveCount(4);
  await page.getByRole('link', { name: 'dragon', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “dragon”');
  await expect(new ListingPage(page).names.first()).toHaveText('Arcade Dragon Tee');

  await page.goto('/shop?q=fox&price=100-up');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL('/shop?q=fox');
  await expect(new ListingPage(page).names).toHaveText(['Spirit Fox Tee']);
});

test('a product is found by tags and type from an admin', async ({ page, admin }) => {
  await writeDocument('products/quiet-thing', {
    name: 'Quiet Thing',
    ...{ price: 12, image: '/art/save-point-tee.webp', images: [], category: 'accessories' },
    ...{ rating: 0, reviews: 0, inStock: true, featured: false, description: '', features: [] },
    ...{ specifications: {}, variants: [{ stock: 3 }], status: 'active' },
  });
  await signIn(page, admin);
  await page.goto('/admin/products/quiet-thing');
  await page.getByLabel('Product type').fill('Mug');
  await page.getByLabel('Tags').fill('turquoise, gift,');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await new AdminPage(page).expectToast('Saved and on sale.');
  const listing = new ListingPage(page);
  for (const text of ['turquoise cup', 'gifts']) {
    await listing.open(`/shop?q=${encodeURIComponent(text)}`);
    await expect(listing.names).toHaveText(['Quiet Thing']);
  }
});
