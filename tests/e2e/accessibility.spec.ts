import { createAccount } from './accounts.ts';
import { updateDocument } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { cartLine, signIn } from './sign-in.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

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
