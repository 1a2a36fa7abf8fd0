import { expect, test } from './fixtures.ts';
import { Cart } from './pages/cart.ts';
import { LoginPage } from './pages/login-page.ts';
import { cartLine, signInWithCart, storeLocally } from './sign-in.ts';

const LINES = [
  cartLine('save-point-tee', undefined, { quantity: 2 }),
  cartLine('boss-rush-tee'),
  cartLine('pixel-ronin-tee'),
  cartLine('mana-potion-tee', undefined, { quantity: 3 }),
];

test('the cart dropdown shows 3 items and the number of the rest, and closes on outside click, Escape and navigation', async ({
  page,
}) => {
  const cart = new Cart(page);
  await page.goto('/about');
  await cart.button.click();
  await expect(cart.dropdown).toContainText('Your cart is empty');
  await page.getByRole('contentinfo').getByText('24/7 support').click();
  await expect(cart.dropdown).toBeHidden();

  await page.evaluate((lines) => localStorage.setItem('cart', JSON.stringify(lines)), LINES);
  await page.reload();
  await cart.expectUnits(7);
  await cart.button.click();
  await expect(cart.dropdown.getByRole('listitem')).toHaveCount(3);
  await expect(cart.dropdown.getByRole('listitem').first()).toContainText('$90.00');
  await expect(cart.dropdown).toContainText('+3 more items');
  await page.keyboard.press('Escape');
  await expect(cart.dropdown).toBeHidden();
  await expect(cart.button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(cart.dropdown.getByRole('link', { name: 'View Cart' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(cart.dropdown.getByRole('link', { name: 'Check out' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cart.dropdown.getByRole('link', { name: 'View Cart' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/cart$/);
  await expect(cart.dropdown).toBeHidden();

  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await cart.button.dblclick();
  await expect(page).toHaveURL(/\/cart$/);
});

test('changing a quantity updates totals and the free-shipping notice; removing can be undone', async ({
  page,
}) => {
  const cart = new Cart(page);
  await storeLocally(page, { cart: [cartLine('save-point-tee', 'M')] });
  await page.goto('/cart');
  await expect(cart.summary).toContainText('You’re $5.01 away from free US shipping');
  await expect(cart.summary).toContainText('$50.99');
  await page.getByRole('button', { name: /^Add one Save Point Tee/ }).click();
  await expect(cart.summary).toContainText('You’ve unlocked free US shipping');
  await expect(cart.summary).toContainText('$90.00');
  await cart.expectUnits(2);

  const quantity = page.getByRole('textbox', { name: /^Quantity of Save Point Tee/ });
  for (const invalid of ['-1', '1.5', 'many', '']) {
    await quantity.fill(invalid);
    await quantity.press('Enter');
    await expect(quantity).toHaveValue(/^(1|2)$/);
  }
  await quantity.fill('1000000000');
  await quantity.press('Enter');
  // The remaining stock.
  await expect(quantity).toHaveValue('50');

  await page.getByRole('button', { name: /^Save for later/ }).click();
  await cart.expectUnits(0);
  await page.getByRole('button', { name: /^Move to cart/ }).click();
  await cart.expectUnits(50);
  await page.getByRole('button', { name: /^Remove Save Point Tee/ }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await cart.expectUnits(50);
});

test('a double click on Add to cart adds once, which another tab shows at once', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto('/cart');
  await expect(other.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await page.goto('/product/boss-rush-tee');
  await page.getByRole('radio', { name: /^L\b/ }).check();
  await page.getByRole('button', { name: 'Add to cart' }).dblclick();
  await expect(new Cart(page).drawer).toContainText('Boss Rush Tee');
  await new Cart(page).expectUnits(1);
  await expect(new Cart(other).lines).toHaveCount(1);
  await new Cart(other).expectUnits(1);
});

test("a guest's cart survives a login while another tab of the shop is open", async ({
  page,
  context,
  shopper,
}) => {
  const cart = new Cart(page);
  await storeLocally(page, { cart: [cartLine('boss-rush-tee', 'M')] });
  const other = await context.newPage();
  await other.goto('/cart');
  await expect(new Cart(other).lines).toHaveCount(1);
  await new LoginPage(page).openAndLogin(shopper);
  await cart.button.dblclick();
  await expect(cart.lines).toContainText('Boss Rush Tee');
  await expect(new Cart(other).lines).toContainText('Boss Rush Tee');
  await page.reload();
  await expect(cart.lines).toContainText('Boss Rush Tee');
});

test('invalid lines in local storage are dropped, valid ones are kept', async ({ page }) => {
  const valid = cartLine('save-point-tee');
  const script = { ...valid, image: 'javascript:alert(1)' };
  await storeLocally(page, { cart: [valid, script, { ...valid, id: 'x', quantity: -1 }, null, 'text'] });
  await page.goto('/cart');
  await expect(new Cart(page).lines).toHaveCount(1);
  await page.evaluate(() => localStorage.setItem('cart', '{broken'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test("signing in shows the account's cart and offers the guest's lines; another device updates live", async ({
  page,
  browser,
  shopper,
}) => {
  const cart = new Cart(page);
  const device = await browser.newContext();
  const phone = await device.newPage();
  await signInWithCart(phone, shopper, cartLine('boss-rush-tee', 'L'));
  await phone.goto('/about');
  await new Cart(phone).expectUnits(1);

  await storeLocally(page, { cart: [cartLine('save-point-tee', 'M')] });
  await page.goto('/cart');
  await page.getByRole('link', { name: 'Login' }).first().click();
  await new LoginPage(page).login(shopper);
  await expect(page).toHaveURL(/\/cart$/);
  await expect(cart.lines).toHaveCount(1);
  await expect(cart.lines).toContainText('Boss Rush Tee');
  const offer = page.getByRole('region', { name: 'Added before you logged in' });
  await expect(offer).toContainText('Save Point Tee');
  await page.reload();
  await offer.getByRole('button', { name: 'Add all' }).click();
  await expect(cart.lines).toHaveCount(2);
  await expect(offer).toBeHidden();
  await new Cart(phone).expectUnits(2);
  await device.close();
});
