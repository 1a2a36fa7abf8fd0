import { PERMISSIONS, type Permission, ROLES } from '../../model/src/roles.ts';
import { createAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { openInApp } from './open-in-app.ts';
import { signIn } from './sign-in.ts';

/** The first call of a function starts its instance. */
const FIRST_CALL = { timeout: 30_000 };

/** The links of the admin navigation and the permission that shows each. */
const LINKS: readonly (readonly [label: string, path: string, permission: Permission])[] = [
  ['Dashboard', '/admin', 'openDashboard'],
  ['Orders', '/admin/orders', 'readOrders'],
  ['Products', '/admin/products', 'editCatalogue'],
  ['Categories', '/admin/categories', 'editCatalogue'],
  ['Promotions', '/admin/promotions', 'managePromotions'],
  ['Drops', '/admin/drops', 'manageDrops'],
  ['Reviews', '/admin/reviews', 'moderateReviews'],
  ['Sync', '/admin/sync', 'syncCatalogue'],
  ['Content', '/admin/content', 'editContent'],
  ['Settings', '/admin/settings', 'editSettings'],
  ['Staff', '/admin/roles', 'manageRoles'],
  ['Audit log', '/admin/audit', 'readAuditLog'],
];

test('the admin pages of each role link to what it may do and deny the rest', async ({ page }) => {
  test.slow();
  for (const role of ROLES) {
    await test.step(role, async () => {
      // A page of the shop would lock the storage in which the session is replaced.
      await page.goto('about:blank');
      await signIn(page, await createAccount({ role }));
      await page.goto('/admin');
      const navigation = page.getByRole('navigation', { name: 'Admin' });
      await expect(navigation.getByRole('link', { name: 'Dashboard' })).toBeVisible();
      if (role === 'packer') {
        await expect(page.getByRole('region', { name: 'To do' })).toBeVisible(FIRST_CALL);
        await expect(page.getByRole('region', { name: 'Sales' })).toHaveCount(0);
      }
      for (const [label, path, permission] of LINKS) {
        const allowed = (PERMISSIONS[permission] as readonly string[]).includes(role);
        const link = navigation.getByRole('link', { name: label, exact: true });
        await expect(link, label).toHaveCount(allowed ? 1 : 0);
        if (allowed) continue;
        await openInApp(page, path);
        await expect(page.getByRole('heading', { name: 'Not allowed' }), path).toBeVisible();
        await expect(page.getByText(new RegExp(`^${role}.*can't open this page`, 'i')), path).toBeVisible();
      }
    });
  }
});

test('admin pages tell a shopper without the admin claim that they are not allowed', async ({
  page,
  shopper,
}) => {
  await signIn(page, shopper);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Not allowed' })).toBeVisible();
  for (const path of ['products', 'orders', 'sync', 'audit', 'customers', 'messages', 'subscribers']) {
    await openInApp(page, '/about');
    await expect(page.getByRole('heading', { name: 'Not allowed' })).toHaveCount(0);
    await openInApp(page, `/admin/${path}`);
    await expect(page.getByRole('heading', { name: 'Not allowed' }), path).toBeVisible();
  }
});

test('the admin pages have their own frame, whose navigation opens and closes on a phone, and no page is wider than the screen', async ({
  page,
  admin,
}) => {
  await signIn(page, admin);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const menu = page.getByRole('button', { name: 'Menu' });
  for (const [label] of LINKS) {
    await menu.click();
    await page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: label, exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: label, exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, label).toBeLessThanOrEqual(0);
  }
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('link', { name: 'View shop' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('an owner grants and revokes a role, with an entry in the audit log, but cannot remove the last owner', async ({
  page,
  browser,
}) => {
  const owner = await createAccount({ role: 'owner' });
  const colleague = await createAccount({});
  await signIn(page, owner);
  await page.goto('/admin/roles');
  const form = page.getByRole('form', { name: 'Assign a role' });
  await form.getByLabel('Email address').fill('nobody@example.com');
  await form.getByRole('button', { name: 'Assign role' }).click();
  await expect(form.getByLabel('Email address')).toHaveAccessibleDescription(
    /Nobody has registered/,
    FIRST_CALL,
  );
  await form.getByLabel('Email address').fill(colleague.email);
  await form.getByLabel('Role').selectOption({ label: 'Packer' });
  await form.getByRole('button', { name: 'Assign role' }).click();
  const row = page.getByRole('row').filter({ hasText: colleague.email });
  await expect(row).toContainText('Packer');

  const other = await (await browser.newContext()).newPage();
  await signIn(other, colleague);
  await other.goto('/admin/orders');
  await expect(other.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await other.context().close();

  await row.getByRole('button', { name: `Remove role from ${colleague.email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove role' }).click();
  await expect(row).toHaveCount(0);
  await page.goto('/admin/audit');
  await expect(page.getByRole('region', { name: 'Audit log' })).toContainText(
    `${colleague.email}: packer to no role`,
  );
});
