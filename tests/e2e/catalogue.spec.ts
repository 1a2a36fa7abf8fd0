import { updateDocument, writeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { openInApp } from './open-in-app.ts';
import { Cart } from './pages/cart.ts';
import { ListingPage } from './pages/listing-page.ts';
import { NavBar } from './pages/nav-bar.ts';
import { ProductPage } from './pages/product-page.ts';

test('the home page shows hero, featured products and other bestsellers, categories, the newest reviews, and nothing that was viewed last', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Free shipping on orders over $50').first()).toBeVisible();
  await expect(page.getByText('24/7 support').first()).toBeVisible();
  const namesOf = async (title: string) => {
    const names = page.getByRole('region', { name: title }).getByRole('article').getByRole('heading');
    await expect(names).toHaveCount(4);
    return names.allTextContents();
  };
  const [featured, bestsellers] = [await namesOf('Featured loot'), await namesOf('Bestsellers')];
  expect(new Set([...featured, ...bestsellers]).size).toBe(8);
  const categories = page.getByRole('region', { name: 'Pick a class' });
  for (const name of ['Apparel', 'Accessories', 'Collectibles', 'Limited Editions'])
    await expect(categories.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'From the party chat' }).getByRole('article')).toHaveCount(4);
  await page.getByRole('contentinfo').waitFor();
  await expect(page.getByRole('region', { name: 'Recently viewed' })).toHaveCount(0);
});

test('a product with its price can be seen and opened without scrolling at every width, in a first view that leaves room for the next section', async ({
  page,
}) => {
  await page.goto('/');
  const hero = page.getByRole('region', { name: /^Wear the game/ });
  const link = hero.locator('.hero-product a');
  for (const [width, height, heroMax] of [
    [390, 844, 420],
    [768, 1024, 520],
    [1440, 900, 520],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const seen of [hero.getByRole('img'), link, hero.getByText('$45.00'), hero.getByText('Shop now')])
      await expect(seen, `${width} px`).toBeInViewport({ ratio: 0.99 });
    expect((await hero.boundingBox())?.height, `${width} px`).toBeLessThanOrEqual(heroMax);
    await expect(
      page.getByRole('region', { name: 'Featured loot' }).getByRole('article').first(),
    ).toBeInViewport();
  }
  const name = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
});

test('from 768 px on, Shop shows the categories with their pictures to pointer and keyboard; Escape and navigation close them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/about');
  const { bar } = new NavBar(page);
  const button = bar.getByRole('button', { name: 'Categories' });
  const pictured = bar.getByRole('link', { name: 'Limited Editions' });
  await bar.getByRole('link', { name: 'Shop', exact: true }).hover();
  await expect(pictured.locator('img')).toBeVisible();
  await page.mouse.move(0, 800);
  await expect(pictured).toBeHidden();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(pictured).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pictured).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(pictured).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(bar.locator('.shop-menu-picture').first()).toBeFocused();
  await pictured.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Limited Editions' })).toBeVisible();
  await expect(pictured).toBeHidden();
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

test('a listing is filtered by product types and colors, each with its count, which the URL and the chips name, and sorts by name', async ({
  page,
}) => {
  const listing = new ListingPage(page);
  await listing.open('/shop?price=100-up');
  await expect(listing.facet('$100 and more')).toBeChecked();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(listing.count).toHaveText('13 products');
  await listing.facet('Gloves').check();
  await expect(listing.names).toHaveText(['Lag Slayer Gloves']);
  await expect(page).toHaveURL(/type=Gloves/);
  await listing.facet('Arm sleeves').check();
  await expect(listing.count).toHaveText('2 products');
  await page.reload();
  await expect(listing.count).toHaveText('2 products');
  await listing.sort.selectOption('Name');
  await expect(page).toHaveURL(/sort=name/);
  await expect(listing.names).toHaveText(['Combo Breaker Sleeves', 'Lag Slayer Gloves']);
  await listing.chips.getByRole('button', { name: 'Gloves' }).click();
  await expect(listing.names).toHaveText(['Combo Breaker Sleeves']);
  await listing.chips.getByRole('button', { name: 'Arm sleeves' }).click();
  await expect(listing.count).toHaveText('13 products');

  const colors = page.getByRole('group', { name: 'Color' });
  await expect(colors.getByText('Cream').locator('..')).toHaveText('Cream1');
  await listing.facet('Cream').check();
  await expect(listing.count).toHaveText('1 product');
  await expect(page).toHaveURL(/colour=Cream/);
  await listing.facet('Green').check();
  await expect(listing.count).toHaveText('3 products');
  await listing.chips.getByRole('button', { name: 'Green' }).click();
  await expect(listing.count).toHaveText('1 product');
  await page.goto('/shop?q=tee&colour=Cream&colour=Green');
  await expect(listing.count).toHaveText('3 products');
  await listing.chips.getByRole('button', { name: 'Green' }).click();
  await listing.chips.getByRole('button', { name: 'Cream' }).click();
  await expect(colors.getByRole('checkbox', { name: /^Blue/ })).toBeVisible();
  await listing.facet('Blue').check();
  await expect(page).toHaveURL(/q=tee&colour=Blue/);
  await expect(listing.names).toContainText(['Moonlit Shinobi Tee']);
});

test('a category and the sale have their products, and one that is empty or unknown offers a next step', async ({
  page,
}) => {
  await writeDocument('categories/soon', {
    name: 'Soon',
    image: '/art/save-point-tee.webp',
    description: 'Waiting for loot.',
    featured: false,
  });
  const listing = new ListingPage(page);
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/shop/no-such-thing');
  await expect(page.getByRole('heading', { name: 'This category does not exist' })).toBeVisible();
  await page.goto('/shop/soon');
  await expect(heading).toHaveText('Soon');
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.getByRole('link', { name: 'See all products' }).click();
  await expect(listing.count).toHaveText('13 products');
  const categories = page.getByRole('navigation', { name: 'Categories' });
  await categories.getByRole('link', { name: /^Accessories/ }).click();
  await expect(heading).toHaveText('Accessories');
  await expect(listing.count).toHaveText('2 products');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sale' }).click();
  await expect(page).toHaveURL('/shop/sale');
  await expect(listing.products.first()).toContainText('before');
  for (const card of await listing.products.all())
    await expect(card).toContainText(/Now \$\d+\.\d\d.*before \$\d+\.\d\d/);
});

test('a listing that is opened inside the app shows what the shop has changed since a visit before', async ({
  page,
}) => {
  const { names } = new ListingPage(page);
  for (const name of ['Checkpoint Tee', 'Continue Tee']) {
    await updateDocument('products/mana-potion-tee', { name });
    await page.goto('/about');
    await openInApp(page, '/shop');
    await expect(names.filter({ hasText: name })).toBeVisible();
  }
});

test('a product page shows images, sizes and specifications, asks for a size first, marks sold-out sizes, and corrects quantities', async ({
  page,
}) => {
  const product = new ProductPage(page);
  await product.open('moonlit-shinobi-tee');
  await expect(product.heading).toHaveText('Moonlit Shinobi Tee');
  await expect(page.getByText('$45.00').first()).toBeVisible();
  await expect(page.getByRole('radio', { name: '3XL, sold out' })).toBeAttached();
  await page.getByText('Details and care').click();
  for (const label of ['Material', 'Fit', 'Care', 'Size Range', 'Origin'])
    await expect(page.getByRole('rowheader', { name: label })).toBeVisible();
  await page.getByRole('button', { name: /^Show Moonlit Shinobi Tee: .*close up$/ }).click();
  await expect(page.getByText('Picture 2 of 3')).toBeAttached();
  await page.getByRole('button', { name: /Look closer/ }).click();
  const zoom = page.getByRole('dialog');
  await zoom.getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoom.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(zoom).toBeHidden();

  await test.step('the size guide starts with the unit of the country, and switches', async () => {
    await page.getByRole('button', { name: 'Size guide' }).click();
    const guide = page.getByRole('dialog', { name: 'Size guide' });
    await expect(guide.getByRole('row', { name: /^M / })).toContainText('20.5');
    await guide.getByRole('radio', { name: 'Centimeters' }).check();
    await expect(guide.getByRole('row', { name: /^M / })).toContainText('52');
    await page.keyboard.press('Escape');
    await expect(guide).toBeHidden();
  });

  await product.addToCart.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a size first.' })).toBeVisible();
  await product.size('M').check();

  await test.step('a quantity that is none is corrected', async () => {
    const quantity = page.getByRole('textbox', { name: 'Quantity of Moonlit Shinobi Tee' });
    for (const typed of ['-1', '0', '1.5', '1e9', 'many', '']) {
      await quantity.fill(typed);
      await quantity.blur();
      await expect(quantity, typed).toHaveValue('1');
    }
    // The remaining stock.
    await quantity.fill('1000000000');
    await quantity.blur();
    await expect(quantity).toHaveValue('6');
    await quantity.fill('1');
    await quantity.blur();
  });

  await product.addToCart.click();
  await expect(new NavBar(page).cart).toHaveAccessibleName('Cart, 1 item');
  await new Cart(page).closeDrawer();
  await page.getByRole('radio', { name: '3XL, sold out' }).check();
  await expect(page.getByText('Size 3XL is sold out')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sold out' })).toHaveAttribute('aria-disabled', 'true');
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
    // The banner would cover the button, and a click would scroll again.
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

test('a product counts as viewed before its related products are loaded; other product pages and the home page lead back to it', async ({
  page,
}) => {
  const related = /\/assets\/related-products-[\w-]{8}\.js$/;
  await page.route(related, () => {});
  const product = new ProductPage(page);
  await product.open('spirit-fox-tee');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('recentlyViewed')))
    .toBe('["spirit-fox-tee"]');
  await page.unroute(related);
  await product.open('lag-slayer-gloves');
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recently viewed' });
  await expect(recent.getByRole('link', { name: 'Spirit Fox Tee' })).toBeVisible();
  await page.goto('/');
  await expect(recent.getByRole('article').getByRole('heading')).toHaveText([
    'Lag Slayer Gloves',
    'Spirit Fox Tee',
  ]);
  await recent.getByRole('link', { name: 'Spirit Fox Tee' }).click();
  await expect(product.heading).toHaveText('Spirit Fox Tee');
});

test('the page of a product that does not exist says so, whatever its id', async ({ page }) => {
  for (const id of ['no-such-product', 'a%2Fb', '__proto__', 'a%2F..%2Fb', '%2E%2E%2Fcart']) {
    await page.goto(`/product/${id}`);
    await expect(page.getByRole('heading', { name: /Product not found|Page Not Found/ }), id).toBeVisible();
  }
});
