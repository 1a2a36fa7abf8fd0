import type { Locator } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { cartLine, signIn } from './sign-in.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('long words in product and display names wrap instead of widening the page', async ({ page }) => {
  const longText = 'Lopadotemachoselachogaleo'.repeat(4);
  await updateDocument('products/dungeon-map-tee', { name: longText, description: longText });
  const shopper = await createAccount({}, longText);
  await updateDocument(`users/${shopper.uid}`, {
    cart: [cartLine('dungeon-map-tee', undefined, { name: longText })],
  });
  await signIn(page, shopper);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/product/dungeon-map-tee', '/shop', '/cart', '/account']) {
    await page.goto(path);
    await page.getByText(longText).first().waitFor();
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), path)
      .toBeLessThanOrEqual(320);
  }
});

/**
 * Styles that still distinguish elements where the system chooses the colors: shadows and gradients
 * are gone.
 */
const LOOK = ['backgroundColor', 'borderColor', 'borderStyle', 'textDecorationLine'] as const;

const lookOf = (element: Locator) =>
  element.evaluate((node, names) => {
    const style = getComputedStyle(node);
    return names.map((name) => style[name]).join(' ');
  }, LOOK);

test('with forced colors, buttons have an edge, selected items differ from others, and meters are drawn', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const expectDifferent = async (chosen: Locator, other: Locator) =>
    expect.soft(await lookOf(chosen), chosen.toString()).not.toBe(await lookOf(other));
  const expectDrawn = (meter: Locator) => expect.soft(meter).toHaveCSS('background-image', /gradient/);
  await page.goto('/product/save-point-tee');
  await page.getByRole('radio', { name: /^M\b/ }).check();
  for (const name of ['Add to cart', 'Scroll to top'])
    await expect.soft(page.locator('.button', { hasText: name }).first()).toHaveCSS('border-style', 'solid');
  await expectDifferent(
    page.locator('.size :checked + .chip'),
    page.locator('.size :not(:checked) + .chip').first(),
  );
  const thumbs = page.locator('.gallery-thumbs button');
  await expectDifferent(thumbs.first(), thumbs.last());
  await expectDrawn(page.locator('.stars-meter').first());
  await expectDrawn(page.locator('.histogram .bar').first());
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.goto('/cart');
  await expectDrawn(page.locator('.free-shipping-bar span'));
  await page.goto('/shop');
  const links = page.locator('.header-links');
  await expectDifferent(
    links.getByRole('link', { name: 'Shop' }),
    links.getByRole('link', { name: 'About' }),
  );
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search products' }).fill('tee');
  await page.keyboard.press('ArrowDown');
  await expectDifferent(
    page.locator('.search-option[aria-selected="true"]'),
    page.locator('.search-option[aria-selected="false"]').first(),
  );
});
