import { expect, test } from './fixtures.ts';
import { AdminPage, FIRST_CALL } from './pages/admin-page.ts';
import { cartLine, signIn, signInWithCart } from './sign-in.ts';

test('an owner changes the hero and a rate and previews the draft, and after publication a shopper sees both', async ({
  page,
  browser,
  admin,
  shopper,
}) => {
  test.slow();
  const adminPage = new AdminPage(page);
  const publish = adminPage.button(/^Publish$/);
  const zone = page.getByRole('group', { name: 'Zone: the United States' });
  await signIn(page, admin);

  await test.step('a zone without a rate is refused beside the field', async () => {
    await page.goto('/admin/settings');
    await zone.getByText('To the United States', { exact: true }).click();
    for (const rate of ['standard', 'express'])
      await adminPage.button(`Remove ${rate} delivery to the United States`).click();
    await publish.click();
    const add = zone.getByRole('button', { name: 'Add a rate' });
    await expect(add).toBeFocused();
    await expect(add).toHaveAccessibleDescription(
      'Add a rate: nobody could order to the United States without one.',
    );
  });

  await test.step('a rate is published', async () => {
    await zone.getByRole('button', { name: 'Add a rate' }).click();
    await zone.getByLabel('Price ($)').fill('7.49');
    await zone.getByLabel('Free over ($)').fill('80');
    await publish.click();
    await adminPage.expectToast('Published. Pages show it within a minute.');
    await expect(page.getByRole('status').filter({ hasText: 'Version 1 is live' })).toBeVisible();
  });

  await test.step('a link that leads nowhere is refused, and the draft is previewed', async () => {
    await page.goto('/admin/content');
    await page.getByLabel('Headline').fill('Press start.');
    const link = page.getByLabel('Second button: address');
    await link.fill('/shop/nothing-of-ours');
    await publish.click();
    await expect(link).toHaveAccessibleDescription(/leads nowhere/, FIRST_CALL);
    await link.fill('/shop/sale');
    const [preview] = await Promise.all([page.waitForEvent('popup'), adminPage.button('Preview').click()]);
    await expect(preview.getByRole('heading', { level: 1, name: 'Press start.' })).toBeVisible(FIRST_CALL);
    await expect(preview.getByText('Preview of the draft. Shoppers do not see it.')).toBeVisible();
    await preview.close();
  });

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { level: 1 })).not.toHaveText('Press start.');
  await publish.click();
  await adminPage.expectToast('Published. Pages show it within a minute.');

  await test.step('a shopper sees the hero, the announcement and the rate', async () => {
    await signInWithCart(visitor, shopper, cartLine('save-point-tee', 'M'));
    await expect
      .poll(
        async () => {
          await visitor.goto('/');
          return visitor.getByRole('heading', { level: 1 }).textContent();
        },
        { timeout: 90_000 },
      )
      .toBe('Press start.');
    await expect(visitor.getByText('Free US shipping over $80')).toBeVisible();
    await visitor.goto('/cart');
    await expect(visitor.getByRole('main')).toContainText('$7.49');
    await visitor.context().close();
  });

  await test.step('the owner publishes the defaults again', async () => {
    await adminPage.button('Publish the defaults again').click();
    await adminPage.expectToast('Published again.');
    await expect(page.getByLabel('Headline')).toHaveValue('Wear the game you never finished.');
  });
});
