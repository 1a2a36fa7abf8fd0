import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { cartLine, storeLocally } from './sign-in.ts';

test.use({ recordsActions: true });

const TABS_MAX = 80;

/** Presses Tab, or Shift+Tab, until the element has the focus; fails when it is never reached. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${TABS_MAX} presses of Tab did not reach ${target}.`);
}

async function tabToBack(page: Page, target: Locator): Promise<void> {
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(target).toBeFocused();
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/**
 * From now on, fails the test if a page is used with anything but the keyboard: a click by a key
 * has no pointer.
 */
async function forbidPointer(page: Page): Promise<string[]> {
  const uses: string[] = [];
  await page.exposeBinding('reportPointer', (_source, use: string) => uses.push(use));
  await page.addInitScript(() => {
    const report = (window as unknown as { reportPointer: (use: string) => void }).reportPointer;
    for (const type of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(type, ({ target }) => report(`${type} on ${(target as Element).outerHTML}`), {
        capture: true,
      });
    // Playwright's `fill` changes a value without a key.
    let lastKeyAt = Number.NEGATIVE_INFINITY;
    addEventListener('keydown', ({ timeStamp }) => (lastKeyAt = timeStamp), { capture: true });
    addEventListener(
      'input',
      ({ target, timeStamp }) => {
        if (timeStamp - lastKeyAt > 1000) report(`input without a key in ${(target as Element).outerHTML}`);
      },
      { capture: true },
    );
  });
  return uses;
}

test('a guest buys a shirt with the keyboard alone, from the home page through login and payment to the order', async ({
  page,
  shopper,
}) => {
  test.setTimeout(120_000);
  const pointerUses = await forbidPointer(page);
  const main = page.getByRole('main');
  const banner = page.getByRole('banner');
  // The only typed address.
  await page.goto('/');
  await tabTo(page, banner.getByRole('link', { name: 'Shop' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeFocused();
  await tabTo(page, main.getByRole('link', { name: 'Save Point Tee' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Save Point Tee' })).toBeFocused();
  await tabTo(page, main.getByRole('radio', { name: /^S\b/ }));
  await page.keyboard.press('ArrowRight');
  await expect(main.getByRole('radio', { name: 'M', exact: true })).toBeChecked();
  await tabTo(page, main.getByRole('button', { name: 'Add to cart' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toContainText('Size M · Quantity 1');
  await page.keyboard.press('Escape');
  await expect(main.getByRole('button', { name: 'Add to cart' })).toBeFocused();

  await tabTo(page, banner.getByRole('button', { name: 'Cart, 1 item' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(
    page,
    page.getByRole('region', { name: 'Cart preview' }).getByRole('link', { name: 'View Cart' }),
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Check out' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeFocused();
  await type(page, 'Email', shopper.email);
  await type(page, 'Password', shopper.password);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeFocused();
  await type(page, 'Full name', 'Kim Keyboard');
  await tabTo(page, page.getByLabel('Country'));
  await page.keyboard.type('Germany');
  await type(page, 'Street address', '1 Tab Street');
  await type(page, 'Postal code', '12345');
  await type(page, 'City', 'Keyville');
  await tabTo(page, page.getByRole('button', { name: 'Continue to delivery' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Delivery' })).toBeFocused();
  await expect(main.getByText(/^Duties and import taxes/)).toBeVisible();
  await tabTo(page, main.getByRole('radio', { name: /Standard/ }));
  await page.keyboard.press('ArrowDown');
  await expect(main.getByRole('radio', { name: /Express/ })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Continue to review' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Review and pay' })).toBeFocused();
  await expect(main).toContainText('1 Tab Street');
  await tabTo(page, main.getByRole('button', { name: 'Pay $89.99' }));
  await page.keyboard.press('Enter');

  await page.waitForURL('**/c/pay/**');
  await tabTo(page, page.getByRole('button', { name: 'Succeeds 4242' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Pay $89.99' }));
  await page.keyboard.press('Enter');

  await page.waitForURL('**/payment/success?**');
  // The function that receives the payment starts with its first call.
  await expect(page.getByRole('heading', { name: 'Your order is confirmed.' })).toBeVisible(FIRST_CALL);
  await tabTo(page, main.getByRole('link', { name: 'View order' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Order [0-9A-Z]{8}$/ })).toBeFocused();
  await expect(main).toContainText('Save Point Tee');
  expect(pointerUses).toEqual([]);
});

/** Expects the focused element to be in the viewport with a visible outline. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const focused = page.locator(':focus-visible');
  await expect(focused).toBeInViewport();
  const outline = await focused.evaluate((element) => {
    // The label after the visually hidden input shows its focus.
    const drawn = element.matches('.size input') ? (element.nextElementSibling as Element) : element;
    return getComputedStyle(drawn).outlineStyle;
  });
  expect(outline).toBe('solid');
}

test.describe('a product page', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('shows the focus from the skip link on, returns it from dialogs closed with Escape, and animates nothing with prefers-reduced-motion', async ({
    page,
  }) => {
    const main = page.getByRole('main');
    await page.goto('/product/save-point-tee');
    await page.getByRole('heading', { name: 'You may also like' }).waitFor();
    await page.getByRole('contentinfo').waitFor();
    await test.step('the skip link moves the focus to the content', async () => {
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to content' });
      await expect(skip).toBeFocused();
      await expectVisibleFocus(page);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(main.locator(':focus')).toHaveCount(1);
    });
    await test.step('every focused element has a visible outline', async () => {
      await page.getByRole('link', { name: 'Skip to content' }).focus();
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press('Tab');
        await expectVisibleFocus(page);
      }
    });
    for (const name of ['Size guide', 'Look closer']) {
      await test.step(`Escape closes ${name} and returns the focus to its button`, async () => {
        const opener = main.getByRole('button', { name });
        await opener.focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(opener).toBeFocused();
      });
    }
    await test.step('nothing is animated', async () => {
      await main.getByRole('radio', { name: 'M', exact: true }).check();
      await main.getByRole('button', { name: 'Add to cart' }).click();
      await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible();
      const longest = await page.evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll('*')].flatMap((element) => {
            const { animationDuration, transitionDuration } = getComputedStyle(element);
            return [...animationDuration.split(','), ...transitionDuration.split(',')].map(Number.parseFloat);
          }),
        ),
      );
      expect(longest).toBeLessThan(0.001);
    });
  });
});

test('removing a cart line moves the focus to the next line, or to the heading after the last one', async ({
  page,
}) => {
  await storeLocally(page, { cart: [cartLine('save-point-tee'), cartLine('boss-rush-tee')] });
  const main = page.getByRole('main');
  await page.goto('/cart');
  await main.getByRole('button', { name: 'Remove Save Point Tee' }).focus();
  await page.keyboard.press('Enter');
  await expect(main.getByRole('link', { name: 'Boss Rush Tee' })).toBeFocused();
  await tabTo(page, main.getByRole('button', { name: 'Add one Boss Rush Tee' }));
  await page.keyboard.press('Enter');
  await tabToBack(page, main.getByRole('button', { name: 'Remove one Boss Rush Tee' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('button', { name: 'Remove one Boss Rush Tee' })).toBeFocused();
  await expect(main.getByRole('textbox', { name: 'Quantity of Boss Rush Tee' })).toHaveValue('1');
  await tabTo(page, main.getByRole('button', { name: 'Remove Boss Rush Tee' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart' })).toBeFocused();
});
