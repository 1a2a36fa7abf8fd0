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

test('the home page shows the clothes on people, in an image beside words at 1440 px and above them on a phone', async ({
  page,
}) => {
  await page.goto('/');
  const people = page.getByRole('region', { name: 'Made for the whole party' });
  const image = people.getByRole('img', { name: /^Three friends in printed tees/ });
  const link = people.getByRole('link', { name: 'Shop apparel' });
  for (const [width, isBeside] of [
    [1440, true],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await image.scrollIntoViewIfNeeded();
    // Lazy: it is loaded when it comes near.
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    const [box, words] = [await image.boundingBox(), await link.boundingBox()];
    if (box === null || words === null) throw new Error('The section is not shown.');
    expect(words.x > box.x + box.width, `beside at ${width} px`).toBe(isBeside);
    expect(box.width / box.height).toBeCloseTo(1.6, 1);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
  }
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Apparel' })).toBeVisible();
});

test('the featured products and the bestsellers of the sample catalogue are different ones', async ({
  page,
}) => {
  await page.goto('/');
  const namesOf = async (title: string) => {
    const names = page.getByRole('region', { name: title }).getByRole('article').getByRole('heading');
    await expect(names).toHaveCount(4);
    return names.allTextContents();
  };
  const [featured, bestsellers] = [await namesOf('Featured loot'), await namesOf('Bestsellers')];
  expect(new Set([...featured, ...bestsellers]).size).toBe(8);
});

test('the home page ends with what was viewed last, the newest first, for those who return only', async ({
  page,
}) => {
  const recent = page.getByRole('region', { name: 'Recently viewed' });
  await page.goto('/');
  await page.getByRole('contentinfo').waitFor();
  await expect(recent).toHaveCount(0);
  for (const [id, name] of [
    ['spirit-fox-tee', 'Spirit Fox Tee'],
    ['lag-slayer-gloves', 'Lag Slayer Gloves'],
  ] as const) {
    await page.goto(`/product/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('heading', { name: 'You may also like' }).waitFor();
  }
  await page.goto('/');
  await expect(recent.getByRole('article').getByRole('heading')).toHaveText([
    'Lag Slayer Gloves',
    'Spirit Fox Tee',
  ]);
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

test('a listing is filtered by product types, which the URL and the chips name', async ({ page }) => {
  const listing = new ListingPage(page);
  await listing.open();
  await listing.facet('Gloves').check();
  await expect(listing.names).toHaveText(['Lag Slayer Gloves']);
  await expect(page).toHaveURL(/type=Gloves/);
  await listing.facet('Arm sleeves').check();
  await expect(listing.count).toHaveText('2 products');
  await page.reload();
  await expect(listing.count).toHaveText('2 products');
  await listing.chips.getByRole('button', { name: 'Gloves' }).click();
  await expect(listing.names).toHaveText(['Combo Breaker Sleeves']);
});

test('a listing and the results of a search are filtered by colours, each with its count', async ({
  page,
}) => {
  const listing = new ListingPage(page);
  await listing.open();
  const colours = page.getByRole('group', { name: 'Colour' });
  await expect(colours.getByText('Gold').locator('..')).toHaveText('Gold1');
  await listing.facet('Gold').check();
  await expect(listing.count).toHaveText('1 product');
  await expect(page).toHaveURL(/colour=Gold/);
  await listing.facet('Green').check();
  await expect(listing.count).toHaveText('2 products');
  await page.reload();
  await expect(listing.count).toHaveText('2 products');
  await listing.chips.getByRole('button', { name: 'Green' }).click();
  await expect(listing.count).toHaveText('1 product');
  await page.goto('/shop?q=tee');
  await expect(colours.getByRole('checkbox', { name: /^Blue/ })).toBeVisible();
  await listing.facet('Blue').check();
  await expect(page).toHaveURL(/q=tee&colour=Blue/);
  await expect(listing.names).toContainText(['Moonlit Shinobi Tee']);
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
  await expect(page.getByText('Picture 4 of 4')).toBeAttached();
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

for (const name of ['Size guide', 'Look closer'])
  test(`Back closes the dialog of ${name}, at the place where it was opened, and leaves the product only then`, async ({
    page,
  }) => {
    const product = new ProductPage(page);
    const dialog = page.getByRole('dialog');
    const opener = page.getByRole('main').getByRole('button', { name });
    await page.setViewportSize({ width: 390, height: 500 });
    await product.open('save-point-tee');
    // Its banner would cover the button, and a click would scroll once more.
    await page.getByRole('button', { name: 'Decline' }).click();
    await opener.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    await opener.click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(product.heading).toHaveText('Save Point Tee');
    expect(await page.evaluate(() => scrollY)).toBe(place);
    await opener.click();
    await dialog.getByRole('button', { name: 'Close' }).dblclick();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/product/save-point-tee');
    await opener.click();
    await page.reload();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(product.heading).toHaveText('Save Point Tee');
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
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

test('a product counts as viewed before its related products are loaded', async ({ page }) => {
  await page.route(/\/assets\/related-products-[\w-]{8}\.js$/, () => {});
  await new ProductPage(page).open('spirit-fox-tee');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('recentlyViewed')))
    .toBe('["spirit-fox-tee"]');
});

for (const id of ['no-such-product', 'a%2Fb', '__proto__', 'a%2F..%2Fb', '%2E%2E%2Fcart']) {
  test(`/product/${id} says that the product does not exist`, async ({ page }) => {
    await page.goto(`/product/${id}`);
    await expect(page.getByRole('heading', { name: /Product not found|Page Not Found/ })).toBeVisible();
  });
}
