import { writeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { ListingPage } from './pages/listing-page.ts';
import { NavBar } from './pages/nav-bar.ts';
import { ProductPage } from './pages/product-page.ts';

test('the home page shows hero, featured products, featured categories and the newest reviews', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Free shipping on orders over $50').first()).toBeVisible();
  await expect(page.getByText('24/7 support').first()).toBeVisible();
  const featured = page.getByRole('region', { name: 'Featured loot' });
  await expect(featured.getByRole('article').nth(3)).toBeVisible();
  const categories = page.getByRole('region', { name: 'Pick a class' });
  for (const name of ['Apparel', 'Accessories', 'Collectibles', 'Limited Editions'])
    await expect(categories.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'From the party chat' }).getByRole('article')).toHaveCount(4);
});

test('filters of a listing are reflected in the URL, the filter chips and Back', async ({ page }) => {
  const listing = new ListingPage(page);
  await listing.open();
  await expect(listing.count).toHaveText('13 products');
  await listing.facet('3XL').check();
  await expect(page).toHaveURL(/size=3XL/);
  await expect(listing.count).not.toHaveText('13 products');
  await listing.facet('4.5 and up').check();
  await expect(listing.chips.getByRole('button', { name: /4\.5 stars/ })).toBeVisible();
  const narrowed = await listing.count.textContent();
  await page.reload();
  await expect(listing.count).toHaveText(narrowed ?? '');
  await page.goBack();
  await expect(listing.facet('4.5 and up')).not.toBeChecked();
  await expect(listing.facet('3XL')).toBeChecked();
  await listing.chips.getByRole('button', { name: 'Clear all' }).click();
  await expect(listing.count).toHaveText('13 products');
});

test('a listing sorts by price and name and shows one category', async ({ page }) => {
  const listing = new ListingPage(page);
  await listing.open('/shop/accessories');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accessories');
  await listing.sort.selectOption('Name');
  await expect(page).toHaveURL(/sort=name/);
  await expect(listing.names).toHaveText(['Combo Breaker Sleeves', 'Lag Slayer Gloves']);
});

test('the sale lists products with a compare-at price and shows both prices', async ({ page }) => {
  const listing = new ListingPage(page);
  await listing.open('/shop/sale');
  const cards = await listing.products.all();
  expect(cards.length).toBeGreaterThan(0);
  for (const card of cards) await expect(card).toContainText(/Now \$\d+\.\d\d.*before \$\d+\.\d\d/);
});

test('an unknown category and filters without a match each offer a next step', async ({ page }) => {
  await page.goto('/shop/no-such-thing');
  await expect(page.getByRole('heading', { name: 'This category does not exist' })).toBeVisible();
  await page.goto('/shop?price=100-up');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(new ListingPage(page).count).toHaveText('13 products');
});

test('an empty category says so and links to the shop', async ({ page }) => {
  await writeDocument('categories/soon', {
    name: 'Soon',
    image: '/art/save-point-tee.webp',
    description: 'Waiting for loot.',
    featured: false,
  });
  await page.goto('/shop/soon');
  await expect(page.getByRole('heading', { level: 1, name: 'Soon' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.getByRole('link', { name: 'See all products' }).click();
  await expect(new ListingPage(page).count).toHaveText('13 products');
});

test('a product page shows images, sizes, specifications and reviews', async ({ page }) => {
  const product = new ProductPage(page);
  await product.open('moonlit-shinobi-tee');
  await expect(product.heading).toHaveText('Moonlit Shinobi Tee');
  await expect(page.getByText('$45.00').first()).toBeVisible();
  await expect(page.getByRole('radio', { name: '3XL, sold out' })).toBeAttached();
  for (const label of ['Material', 'Fit', 'Care', 'Size Range', 'Origin'])
    await expect(page.getByRole('rowheader', { name: label })).toBeVisible();
  await page.getByRole('button', { name: 'Show Moonlit Shinobi Tee, the print close up' }).click();
  await expect(page.getByText('Picture 2 of 2')).toBeAttached();
  await page.getByRole('button', { name: /Look closer/ }).click();
  const zoom = page.getByRole('dialog');
  await zoom.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(zoom).toBeHidden();
});

test('the size guide switches between centimetres and inches', async ({ page }) => {
  const product = new ProductPage(page);
  await product.open('save-point-tee');
  await page.getByRole('button', { name: 'Size guide' }).click();
  const guide = page.getByRole('dialog', { name: 'Size guide' });
  await expect(guide.getByRole('row', { name: /^M / })).toContainText('52');
  await guide.getByRole('radio', { name: 'Inches' }).check();
  await expect(guide.getByRole('row', { name: /^M / })).toContainText('20.5');
});

test('Add to cart asks for a size first and marks sold-out sizes', async ({ page }) => {
  const product = new ProductPage(page);
  await product.open('moonlit-shinobi-tee');
  await product.addToCart.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a size first.' })).toBeVisible();
  await product.size('M').check();
  await product.addToCart.click();
  await expect(new NavBar(page).cart).toHaveAccessibleName('Cart, 1 item');
  await page.getByRole('radio', { name: '3XL, sold out' }).check();
  await expect(page.getByText('Size 3XL is sold out')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sold out' })).toHaveAttribute('aria-disabled', 'true');
});

for (const typed of ['-1', '0', '1.5', '1e9', 'many', '']) {
  test(`a quantity of "${typed}" is corrected or refused`, async ({ page }) => {
    const product = new ProductPage(page);
    await product.open('save-point-tee');
    await product.size('M').check();
    const quantity = page.getByRole('textbox', { name: 'Quantity of Save Point Tee' });
    await quantity.fill(typed);
    await quantity.blur();
    await expect(quantity).toHaveValue(typed === '1e9' ? '50' : '1');
  });
}

test('a product page links to related and recently viewed products', async ({ page }) => {
  const product = new ProductPage(page);
  await product.open('spirit-fox-tee');
  await product.open('neon-mecha-tee');
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recently viewed' });
  await recent.getByRole('link', { name: 'Spirit Fox Tee' }).click();
  await expect(product.heading).toHaveText('Spirit Fox Tee');
});

for (const id of ['no-such-product', 'a%2Fb', '__proto__', 'a%2F..%2Fb', '%2E%2E%2Fcart']) {
  test(`/product/${id} says that the product does not exist`, async ({ page }) => {
    await page.goto(`/product/${id}`);
    await expect(
      page.getByRole('heading', { name: /This product is not here|Page Not Found/ }),
    ).toBeVisible();
  });
}
