import { setStock, updateDocument, writeDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { writeOrder } from './orders.ts';
import { Cart } from './pages/cart.ts';
import { signIn, storeLocally } from './sign-in.ts';

test('a listed product is added with a size, a sold-out size cannot be, and a product without sizes is added at once; the cart slides in and returns the focus', async ({
  page,
}) => {
  await writeDocument('products/mug', {
    name: 'Mug',
    ...{ price: 12, image: '/art/save-point-tee.webp', images: [], category: 'accessories' },
    ...{ rating: 0, reviews: 0, inStock: true, featured: false, description: '', features: [] },
    ...{ specifications: {}, variants: [{ stock: 3 }], status: 'active' },
  });
  const cart = new Cart(page);
  await page.goto('/shop');
  await page.getByRole('button', { name: 'Quick add: Moonlit Shinobi Tee' }).click();
  const dialog = page.getByRole('dialog', { name: 'Moonlit Shinobi Tee' });
  await expect(dialog).toContainText('$45.00');
  await dialog.getByRole('button', { name: 'Add to cart' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a size first.');
  await dialog.getByRole('radio', { name: '3XL, sold out' }).check();
  await expect(dialog.getByText('Size 3XL is sold out')).toBeVisible();
  await dialog.getByRole('radio', { name: '2XL', exact: true }).check();
  await expect(dialog.getByText('Only 2 left')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to cart' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(cart.drawer).toContainText('Size 2XL · Quantity 1');
  await expect(page).toHaveURL('/shop');
  await cart.expectUnits(1);
  await cart.closeDrawer();
  await expect(page.getByRole('button', { name: 'Quick add: Moonlit Shinobi Tee' })).toBeFocused();

  await page.getByRole('button', { name: 'Quick add: Mug' }).click();
  await cart.expectUnits(2);
  await expect(cart.drawer).toContainText('Mug');
  await expect(cart.drawer).toContainText('You’ve unlocked free US shipping');
});

test('a product page shows the delivery date; the drawer of an added item leads to the cart and to suggestions, and the cart menu to the checkout', async ({
  page,
}) => {
  // A Wednesday afternoon in New York, before Thanksgiving and a weekend.
  await page.clock.setFixedTime(new Date('2026-11-25T20:00:00Z'));
  const cart = new Cart(page);
  await page.goto('/product/save-point-tee');
  const facts = page.getByRole('list', { name: 'Good to know' });
  await expect(facts.getByText('Get it Wed, Dec 2 to Fri, Dec 4')).toBeVisible();
  await expect(facts.getByText('In the US, free over $50. Mon, Nov 30 with express.')).toBeVisible();
  await expect(facts.getByText('Free returns within 30 days')).toBeVisible();
  await page.getByRole('radio', { name: /^M\b/ }).check();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(cart.drawer.getByRole('list').getByRole('listitem')).toHaveCount(2);
  await cart.drawer.getByRole('link', { name: 'View cart' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(cart.drawer).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await cart.button.click();
  await cart.dropdown.getByRole('link', { name: 'Check out' }).click();
  await expect(page).toHaveURL('/login');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/cart');
  await cart.button.click();
  await expect(cart.dropdown.getByRole('link', { name: 'Check out' })).toHaveCount(0);
});

test('an item of the wishlist is moved to the cart with a size; a sold-out or missing one says so', async ({
  page,
}) => {
  await storeLocally(page, {
    guestWishlist: ['save-point-tee', 'mana-potion-tee', 'no-longer-here'].map((id) => ({
      id,
      name: `Item ${id}`,
      image: '/art/save-point-tee.webp',
      price: 45,
      addedAt: '2026-11-01T00:00:00.000Z',
    })),
  });
  await setStock('mana-potion-tee', [{ size: 'M', stock: 0 }]);
  await page.goto('/wishlist');
  const list = page.getByRole('list', { name: 'Your wishlist' });
  const item = (id: string) => list.getByRole('listitem').filter({ hasText: id });
  await expect(item('mana-potion-tee')).toContainText('Sold out');
  await expect(item('mana-potion-tee').getByRole('button', { name: /^Move to cart/ })).toHaveCount(0);
  await expect(item('no-longer-here')).toContainText('No longer sold');
  await expect(item('save-point-tee')).toContainText('In stock');
  await item('save-point-tee')
    .getByRole('button', { name: /^Move to cart/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Save Point Tee' });
  await dialog.getByRole('radio', { name: 'L', exact: true }).check();
  await dialog.getByRole('button', { name: 'Move to cart' }).click();
  await new Cart(page).expectUnits(1);
  await new Cart(page).closeDrawer();
  await expect(item('save-point-tee')).toHaveCount(0);
  await page.getByRole('button', { name: /^Cart, / }).click();
  await expect(new Cart(page).dropdown).toContainText('Size L');
});

test('an order is bought again: available items are added, and sold-out, short or missing ones are reported', async ({
  page,
  shopper,
}) => {
  const line = (id: string, quantity: number, size = 'M') => ({
    ...{ id, size, quantity, name: `Item ${id}`, image: '/art/save-point-tee.webp', price: 45 },
  });
  const orderId = await writeOrder(shopper, 'save-point-tee', 'delivered');
  await updateDocument(`orders/${orderId}`, {
    lines: [
      line('save-point-tee', 2),
      line('moonlit-shinobi-tee', 5, '2XL'),
      line('moonlit-shinobi-tee', 1, '3XL'),
      line('no-longer-here', 1),
    ],
  });
  await signIn(page, shopper);
  await page.goto(`/account/orders/${orderId}`);
  await page.getByRole('button', { name: 'Buy again' }).dblclick();
  const report = page.getByRole('region', { name: 'Buy again' });
  await expect(report).toContainText('4 items are in your cart.');
  await expect(report.getByRole('listitem')).toHaveText([
    'Item moonlit-shinobi-tee, size 2XL: only 2 of 5 are left, and they are in your cart.',
    'Item moonlit-shinobi-tee, size 3XL is sold out.',
    'Item no-longer-here, size M is no longer sold.',
  ]);
  await new Cart(page).expectUnits(4);
  await report.getByRole('link', { name: 'View cart' }).click();
  await expect(page.getByRole('list', { name: 'Items in your cart' }).getByRole('listitem')).toHaveCount(2);
});
