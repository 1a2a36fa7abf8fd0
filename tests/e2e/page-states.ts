// States that no URL opens by itself: dialogs, menus, form steps, failures, a broken network. They
// open within the app where possible: axe is slow in each new document. Requests are intercepted,
// so block service workers: Playwright cannot intercept their requests.
import { expect, type Page, test } from '@playwright/test';
import { updateDocument, writeDocument } from './documents.ts';
import { openInApp } from './open-in-app.ts';
import type { PageData } from './page-data.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Checkout } from './pages/checkout.ts';
import { ListingPage } from './pages/listing-page.ts';
import { NavBar } from './pages/nav-bar.ts';
import { cartLine } from './sign-in.ts';

export interface PageState {
  readonly name: string;
  readonly as?: 'shopper' | 'admin';
  /** Width of the window in pixels, for states that other widths do not have. */
  readonly width?: number;
  /** True if the content below the navigation bar is still a skeleton. */
  readonly isLoading?: true;
  readonly open: (page: Page, data: PageData) => Promise<void>;
}

const PHONE = 390;
const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page) => page.getByRole('dialog');
const footer = (page: Page) => page.getByRole('contentinfo');

/** Replaces an entry of local storage, as another tab does, and opens a page that shows it. */
async function openWithStored(page: Page, path: string, key: string, value: unknown): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      localStorage.setItem(name, text);
      dispatchEvent(new StorageEvent('storage', { key: name }));
    },
    [key, JSON.stringify(value)] as const,
  );
  await openInApp(page, path);
}

/**
 * Opens the shop inside the app, so that it reads the catalog, and refuses that or lets it wait.
 */
async function openShopWithoutCatalogue(page: Page, outcome: 'refused' | 'waiting'): Promise<void> {
  await page.route(/catalogue\.json|documents:(runQuery|batchGet)/, async (route) => {
    if (outcome === 'refused') await route.fulfill({ status: 403, json: {} });
  });
  await page.goto('/about');
  await new NavBar(page).link('Shop').click();
}

const GUEST_STATES: readonly PageState[] = [
  {
    name: 'cart-menu',
    open: async (page) => {
      await page.goto('/faq');
      await new NavBar(page).cart.click();
    },
  },
  // Continues from the previous state, as the search states do.
  {
    name: 'mobile-menu',
    width: PHONE,
    open: async (page) => {
      await page.keyboard.press('Escape');
      await new NavBar(page).menu.click();
    },
  },
  {
    name: 'search-dialog',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search products' }).fill('tee');
      await dialog(page).getByRole('option').first().waitFor();
    },
  },
  {
    name: 'search-dialog-nothing',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Search products' }).fill('zeppelin');
      await dialog(page)
        .getByRole('status')
        .filter({ hasText: /Nothing found/ })
        .waitFor();
    },
  },
  {
    name: 'cart-filled',
    open: async (page) => {
      await openWithStored(page, '/cart', 'cart', [
        cartLine('save-point-tee', 'M', { quantity: 2 }),
        cartLine('boss-rush-tee', 'L', { price: 41 }),
        cartLine('moonlit-shinobi-tee', '3XL'),
        cartLine('lag-slayer-gloves', 'M'),
      ]);
      await page.getByRole('region', { name: 'New prices' }).waitFor();
    },
  },
  // Goes on.
  {
    name: 'cart-code-refused',
    open: async (page) => {
      await main(page).getByRole('textbox', { name: 'Promo code' }).fill('nothing-of-ours');
      await main(page).getByRole('button', { name: 'Apply' }).click();
      await main(page).getByText("We don't recognize").waitFor();
    },
  },
  {
    name: 'quick-add',
    open: async (page) => {
      await openInApp(page, '/shop');
      await page.getByRole('button', { name: 'Quick add: Moonlit Shinobi Tee' }).click();
      await dialog(page).getByRole('radio', { name: '3XL, sold out' }).check();
      await dialog(page).getByText('Size 3XL is sold out').waitFor();
    },
  },
  // Continues from the previous state.
  {
    name: 'mobile-filters',
    width: PHONE,
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Filters' }).click();
      await new ListingPage(page).facet('3XL').check();
      // At the end of the filters, the sticky button covers none of them.
      await page
        .getByRole('complementary', { name: 'Filters' })
        .evaluate((filters) => filters.scrollIntoView(false));
    },
  },
  {
    name: 'size-guide',
    open: async (page) => {
      await openInApp(page, '/product/spirit-fox-tee');
      await main(page).getByRole('button', { name: 'Size guide' }).click();
      await dialog(page).waitFor();
    },
  },
  // These continue from the previous state.
  {
    name: 'zoom',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await main(page)
        .getByRole('button', { name: /Look closer/ })
        .click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'size-missing',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await main(page).getByRole('button', { name: 'Add to cart' }).click();
    },
  },
  {
    name: 'added-to-cart',
    open: async (page) => {
      await main(page).getByRole('radio', { name: 'M', exact: true }).check();
      await main(page).getByRole('button', { name: 'Add to cart' }).click();
      await dialog(page).getByText('Goes well with it').waitFor();
    },
  },
  {
    name: 'sold-out-size',
    open: async (page) => {
      await openInApp(page, '/product/moonlit-shinobi-tee');
      await main(page).getByRole('radio', { name: '3XL, sold out' }).check();
      await page.getByRole('form', { name: 'Email me when it is back' }).waitFor();
    },
  },
  {
    name: 'home-returning',
    open: async (page) => {
      // The products that the previous states viewed.
      await openInApp(page, '/');
      await page.getByRole('region', { name: 'Recently viewed' }).waitFor();
    },
  },
  {
    name: 'wishlist-filled',
    open: async (page) => {
      const item = (id: string, name: string, addedAt: string) => ({
        ...{ id, name, image: `/art/${id}.webp`, price: 45, addedAt },
      });
      await openWithStored(page, '/wishlist', 'guestWishlist', [
        item('save-point-tee', 'Save Point Tee', '2026-11-01T00:00:00.000Z'),
        item('lag-slayer-gloves', 'Lag Slayer Gloves', '2026-11-02T00:00:00.000Z'),
        item('no-longer-here', 'Retired Tee', '2026-11-03T00:00:00.000Z'),
      ]);
      await page.getByText('No longer sold').waitFor();
    },
  },
  {
    name: 'drop',
    open: async (page) => {
      const fromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      await writeDocument('drops/states', {
        ...{ title: 'Golden Fox', productId: 'spirit-fox-tee', kind: 'draw', units: 20, limitPerPerson: 1 },
        ...{ opensAt: fromNow(1), closesAt: fromNow(2), payMinutes: 60 },
        ...{ state: 'announced', createdAt: fromNow(0), updatedAt: fromNow(0) },
      });
      await writeDocument('dropBooks/states', { units: 20, issued: 0, returned: [], sold: 0, nextRank: 0 });
      await openInApp(page, '/drops/states');
      await page.getByRole('heading', { level: 1, name: 'Golden Fox' }).waitFor();
    },
  },
  {
    name: 'login-refused',
    open: async (page) => {
      await openInApp(page, '/login');
      const form = page.getByRole('form', { name: 'Login' });
      await form.getByLabel('Email').fill('nobody@example.com');
      await form.getByLabel('Password').fill('wrong-pass-1');
      await form.getByRole('button', { name: 'Log in' }).click();
      await main(page).getByRole('alert').first().waitFor();
    },
  },
  // Each continues from the previous one, through the links of the footer.
  {
    name: 'register-errors',
    open: async (page) => {
      await footer(page).getByRole('link', { name: 'Register' }).click();
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'contact-errors',
    open: async (page) => {
      await footer(page).getByRole('link', { name: 'Contact' }).click();
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'unsaved-message',
    open: async (page) => {
      await page.getByRole('form', { name: 'Contact' }).getByLabel('Message').fill('Is the fox friendly?');
      await footer(page).getByRole('link', { name: 'Login' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'offline',
    open: async (page) => {
      await dialog(page).getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
      await page.context().setOffline(true);
      await page.getByText(/You are offline/).waitFor();
    },
  },
  {
    name: 'shop-failed',
    open: async (page) => {
      await openShopWithoutCatalogue(page, 'refused');
      await page.getByRole('button', { name: 'Try again' }).first().waitFor({ timeout: 30_000 });
    },
  },
  {
    name: 'shop-loading',
    isLoading: true,
    open: async (page) => {
      await openShopWithoutCatalogue(page, 'waiting');
      await page.locator('.skeleton').first().waitFor();
    },
  },
  {
    name: 'consent',
    open: async (page) => {
      // Runs after the init script that declines, for this page and later ones.
      await page.addInitScript(() => localStorage.removeItem('consent'));
      await page.goto('/about');
      await page.getByRole('region', { name: 'Cookies' }).waitFor();
    },
  },
];

const SHOPPER_STATES: readonly PageState[] = [
  {
    // Where checkout starts for somebody who has ordered before.
    name: 'checkout-review',
    as: 'shopper',
    open: async (page, { account }) => {
      await updateDocument(`users/${account}`, { cart: [cartLine('save-point-tee', 'M')] });
      await page.goto('/checkout');
      await expect(new Checkout(page).pay).toBeEnabled();
    },
  },
  // These continue from the previous state.
  {
    name: 'checkout-address',
    as: 'shopper',
    open: async (page) => {
      await page.getByRole('button', { name: 'Edit contact and address' }).click();
      await page.getByLabel('Full name').waitFor();
    },
  },
  {
    name: 'checkout-address-errors',
    as: 'shopper',
    open: async (page) => {
      await page.getByLabel('Full name').fill('');
      await page.getByRole('button', { name: 'Continue to delivery' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'checkout-delivery', as: 'shopper', open: (page) => new Checkout(page).fillAddress() },
  {
    name: 'account-credit-entries',
    as: 'shopper',
    open: async (page, { account }) => {
      const entry = { to: `credit:${account}`, from: 'shop', cents: 2500, userId: account, at: new Date() };
      await writeDocument(`ledger/${account}`, { ...entry, kind: 'granted', reason: 'For the long wait' });
      await writeDocument(`storeCredit/${account}`, { cents: 2500 });
      await openInApp(page, '/account/credit');
      await page.getByText('For the long wait').waitFor();
    },
  },
  {
    name: 'checkout-credit',
    as: 'shopper',
    open: async (page) => {
      await openInApp(page, '/checkout');
      await page.getByLabel('Use $25.00 of store credit').waitFor();
    },
  },
  {
    name: 'order-cancel',
    as: 'shopper',
    open: async (page, { order }) => {
      await updateDocument(`orders/${order}`, { status: 'paid' });
      await openInApp(page, `/account/orders/${order}`);
      await page.getByRole('button', { name: 'Cancel order' }).click();
      await dialog(page).waitFor();
    },
  },
  // Goes on.
  {
    name: 'order-address',
    as: 'shopper',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Correct the address' }).click();
      await dialog(page)
        .getByLabel(/^(ZIP|Postal) code/)
        .fill('1');
      await dialog(page).getByRole('button', { name: 'Save address' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'order-return',
    as: 'shopper',
    open: async (page, { order }) => {
      await page.keyboard.press('Escape');
      await updateDocument(`orders/${order}`, { status: 'delivered' });
      await openInApp(page, `/account/orders/${order}`);
      await page.getByRole('button', { name: 'Return or exchange' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'review-errors',
    as: 'shopper',
    open: async (page) => {
      await openInApp(page, '/product/boss-rush-tee');
      await page.getByRole('button', { name: 'Publish review' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'address-form',
    as: 'shopper',
    open: async (page) => {
      await openInApp(page, '/account/settings');
      await page.getByRole('button', { name: /^Add an? .*address/i }).click();
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  // Must be last: the others need an order that can be reviewed.
  {
    name: 'order-refunded',
    as: 'shopper',
    open: async (page, { order }) => {
      await updateDocument(`orders/${order}`, { status: 'refunded' });
      await openInApp(page, `/account/orders/${order}`);
      await page.getByText('Refunded').first().waitFor();
    },
  },
];

const ADMIN_STATES: readonly PageState[] = [
  {
    name: 'admin-menu',
    as: 'admin',
    width: PHONE,
    open: async (page) => {
      await page.goto('/admin/orders');
      await page.getByRole('banner').getByRole('button', { name: /menu/i }).click();
    },
  },
  // These continue from the previous state.
  {
    name: 'admin-bulk-pack',
    as: 'admin',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      await page.getByRole('button', { name: /^Mark \d+ packed/ }).waitFor();
    },
  },
  {
    name: 'admin-orders-nothing',
    as: 'admin',
    open: async (page) => {
      await page.getByLabel('Search orders').fill('nobody of this name');
      await page.getByRole('heading', { name: 'No orders match' }).waitFor();
    },
  },
  {
    name: 'admin-order-edit',
    as: 'admin',
    open: async (page, { order }) => {
      await openInApp(page, `/admin/orders/${order}`);
      await page.getByRole('button', { name: 'Edit order' }).click();
      await dialog(page).waitFor();
    },
  },
  // They go on.
  {
    name: 'admin-refund',
    as: 'admin',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Partial refund' }).first().click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'admin-return',
    as: 'admin',
    open: async (page, { order }) => {
      await page.keyboard.press('Escape');
      const units = [{ id: 'boss-rush-tee', size: 'M', quantity: 1, exchangeSize: 'L' }];
      const event = { state: 'approved', at: new Date(), actor: 'admin', text: 'To 1 Respawn Road' };
      await updateDocument(`orders/${order}`, {
        returns: [
          { number: 1, state: 'approved', reason: 'faulty', outcome: 'exchange', units, events: [event] },
        ],
      });
      await page.getByRole('button', { name: 'Mark received' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'admin-hide-review',
    as: 'admin',
    open: async (page) => {
      await openInApp(page, '/admin/reviews');
      await page
        .getByRole('button', { name: /^Hide review/ })
        .first()
        .click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'admin-reply',
    as: 'admin',
    open: async (page) => {
      await openInApp(page, '/admin/messages');
      await page
        .getByRole('button', { name: /^Reply to/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Send reply' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'admin-bulk-edit',
    as: 'admin',
    open: async (page) => {
      await openInApp(page, '/admin/products');
      await page.getByRole('checkbox', { name: 'Select Boss Rush Tee' }).check();
      await page.getByRole('form', { name: 'Bulk edit' }).waitFor();
    },
  },
  {
    name: 'admin-product-errors',
    as: 'admin',
    open: async (page) => {
      await openInApp(page, '/admin/products/new');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'admin-product-deleted',
    as: 'admin',
    open: async (page) => {
      await openInApp(page, '/admin/products/save-point-tee');
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('link', { name: 'Duplicate' }).click();
      await page.waitForURL(/from=/);
      await page.getByLabel('Name', { exact: true }).fill('Copied Tee');
      await page.getByRole('button', { name: 'Save as draft' }).click();
      await page.getByRole('heading', { name: 'Edit product' }).waitFor(FIRST_CALL);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('is deleted.').waitFor(FIRST_CALL);
    },
  },
  {
    name: 'admin-unsaved',
    as: 'admin',
    open: async (page) => {
      await openInApp(page, '/admin/products/boss-rush-tee');
      await page.getByLabel('Price in $').fill('12');
      await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Orders' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'admin-category-form',
    as: 'admin',
    open: async (page) => {
      await dialog(page).getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
      await openInApp(page, '/admin/categories');
      await page.getByRole('button', { name: 'New category' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      // The header sticks to the top, where it would cover part of a row's buttons.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    },
  },
];

/** Opens a form of the admin pages by its button, and sends it as it is, which is refused. */
async function openRefused(page: Page, path: string, button: string, submit: string): Promise<void> {
  // Not inside the app: what was changed on the page before would be asked about.
  await page.goto(path);
  if (button !== '') await main(page).getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: submit, exact: true }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

const ADMIN_FORM_STATES: readonly PageState[] = (
  [
    ['admin-order-new-errors', '/admin/orders/new', '', 'Review the order'],
    ['admin-promotion-errors', '/admin/promotions', 'New promotion', 'Save'],
    ['admin-drop-errors', '/admin/drops', 'New drop', 'Announce'],
    ['admin-zone-errors', '/admin/settings', 'Add a zone', 'Publish'],
    ['admin-schedule-errors', '/admin/content', 'Schedule…', 'Schedule'],
    ['admin-gift-card-errors', '/admin/customers', 'Issue a gift card', 'Issue the card'],
    ['admin-credit-errors', '/admin/customers/{customer}', 'Give store credit', 'Give credit'],
  ] as const
).map(([name, path, button, submit]) => ({
  ...{ name, as: 'admin' },
  open: (page, { customer }) => openRefused(page, path.replace('{customer}', customer), button, submit),
}));

const ADMIN_PREVIEW: PageState = {
  name: 'admin-content-preview',
  as: 'admin',
  open: async (page) => {
    await page.goto('/?preview=content');
    await page.getByText('There is no draft: this is what shoppers see.').waitFor();
  },
};

const PAGE_STATES: readonly PageState[] = [
  ...GUEST_STATES,
  ...SHOPPER_STATES,
  ...ADMIN_STATES,
  ...ADMIN_FORM_STATES,
  ADMIN_PREVIEW,
];

/** Opens each state that `as` can see, one after another, and calls `look` in it. */
export async function visitPageStates(
  page: Page,
  as: PageState['as'],
  data: PageData,
  look: (state: PageState) => Promise<void>,
): Promise<void> {
  page.setDefaultTimeout(60_000);
  const wide = page.viewportSize() as { width: number; height: number };
  for (const state of PAGE_STATES.filter((each) => each.as === as)) {
    await page.setViewportSize(state.width === undefined ? wide : { width: state.width, height: 844 });
    await test.step(state.name, async () => {
      await state.open(page, data);
      // A menu can open before the page below it has loaded.
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await look(state);
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().setOffline(false);
  }
  await page.setViewportSize(wide);
}
