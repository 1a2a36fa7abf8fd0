// The shop's pages. Each is a file of web/src/routes that exports a PageModule. It renders one
// <main id="main" className="page" tabIndex={-1}> with one <h1 tabIndex={-1}>, which is focused
// after navigation.
import type { Dispatch } from '@reduxjs/toolkit';
import type { ContentSettings } from '@savepoint/model/content';
import type { ComponentType } from 'react';
import { matchRoutes, type Params } from 'react-router-dom';
import { loadChunk } from '../lib/load-chunk.ts';
import type { ShopStore } from './store.ts';

/** The exports of a file in web/src/routes. */
export interface PageModule {
  readonly Component: ComponentType;
  /** Starts the queries of the page. */
  readonly prefetch?: (dispatch: Dispatch, params: Params) => void;
  /**
   * Starts the queries for content that the owner chose; on the server, after that content is read.
   */
  readonly prefetchContent?: (dispatch: Dispatch, content: ContentSettings) => void;
  /**
   * The route's loader on the server, after the queries of `prefetch`: replacement data for query
   * results that are too large to send with the page, and the HTTP status.
   */
  readonly serverLoader?:
    | ((state: ReturnType<ShopStore['getState']>, params: Params, search: string) => unknown)
    | undefined;
}

/**
 * A React Router path pattern, the name for the placeholder 'Loading {name}...', and the module.
 */
type Entry = readonly [path: string, name: string, load: () => Promise<PageModule>];

/** Rendered on the server; the others are rendered in the browser. */
const SERVER_RENDERED: readonly Entry[] = [
  ['/', 'Home', () => import('../routes/home.tsx')],
  ['/shop', 'Shop', () => import('../routes/shop.tsx')],
  ['/shop/:category', 'Shop', () => import('../routes/shop.tsx')],
  ['/product/:productId', 'Product', () => import('../routes/product.tsx')],
];

const PUBLIC: readonly Entry[] = [
  ['/cart', 'Cart', () => import('../routes/cart.tsx')],
  ['/wishlist', 'Wishlist', () => import('../routes/wishlist.tsx')],
  ['/drops', 'Drops', () => import('../routes/drops.tsx')],
  ['/drops/:dropId', 'Drop', () => import('../routes/drop.tsx')],
  ['/payment/success', 'Payment Success', () => import('../routes/payment-success.tsx')],
  ['/payment/cancel', 'Payment Cancel', () => import('../routes/payment-cancel.tsx')],
  ['/login', 'Login', () => import('../routes/login.tsx')],
  ['/register', 'Register', () => import('../routes/register.tsx')],
  ['/auth/action', 'Account Link', () => import('../routes/auth-action.tsx')],
  ['/subscribe', 'Subscribe', () => import('../routes/subscribe.tsx')],
  ['/unsubscribe', 'Unsubscribe', () => import('../routes/unsubscribe.tsx')],
  ['/about', 'About', () => import('../routes/about.tsx')],
  ['/contact', 'Contact', () => import('../routes/contact.tsx')],
  ['/faq', 'FAQ', () => import('../routes/faq.tsx')],
  ['/shipping', 'Shipping', () => import('../routes/shipping.tsx')],
  ['/privacy', 'Privacy', () => import('../routes/privacy.tsx')],
  ['/terms', 'Terms', () => import('../routes/terms.tsx')],
  ['*', 'Page Not Found', () => import('../routes/not-found.tsx')],
];

/** They redirect to /login while nobody is signed in, and back after signing in. */
const GUARDED: readonly Entry[] = [
  ['/checkout', 'Checkout', () => import('../routes/checkout.tsx')],
  ['/account', 'Account', () => import('../routes/account.tsx')],
  ['/account/orders', 'Orders', () => import('../routes/account-orders.tsx')],
  ['/account/orders/:orderId', 'Order', () => import('../routes/account-order.tsx')],
  ['/account/credit', 'Store Credit', () => import('../routes/account-credit.tsx')],
  ['/account/wishlist', 'Account Wishlist', () => import('../routes/account-wishlist.tsx')],
  ['/account/settings', 'Settings', () => import('../routes/account-settings.tsx')],
  // Signed-out visitors do not learn whether such a page exists.
  ['/account/*', 'Page Not Found', () => import('../routes/not-found.tsx')],
  ['/admin/*', 'Page Not Found', () => import('../routes/not-found.tsx')],
  ['/admin', 'Admin', () => import('../routes/admin.tsx')],
  ['/admin/products', 'Admin Products', () => import('../routes/admin-products.tsx')],
  ['/admin/products/:productId', 'Admin Product', () => import('../routes/admin-product.tsx')],
  ['/admin/orders', 'Admin Orders', () => import('../routes/admin-orders.tsx')],
  ['/admin/orders/slips', 'Admin Slips', () => import('../routes/admin-slips.tsx')],
  ['/admin/orders/new', 'Admin New Order', () => import('../routes/admin-new-order.tsx')],
  ['/admin/orders/:orderId', 'Admin Order', () => import('../routes/admin-order.tsx')],
  ['/admin/reviews', 'Admin Reviews', () => import('../routes/admin-reviews.tsx')],
  ['/admin/promotions', 'Admin Promotions', () => import('../routes/admin-promotions.tsx')],
  ['/admin/drops', 'Admin Drops', () => import('../routes/admin-drops.tsx')],
  ['/admin/categories', 'Admin Categories', () => import('../routes/admin-categories.tsx')],
  ['/admin/customers', 'Admin Customers', () => import('../routes/admin-customers.tsx')],
  ['/admin/customers/:uid', 'Admin Customer', () => import('../routes/admin-customer.tsx')],
  ['/admin/messages', 'Admin Messages', () => import('../routes/admin-messages.tsx')],
  ['/admin/subscribers', 'Admin Subscribers', () => import('../routes/admin-subscribers.tsx')],
  ['/admin/sync', 'Admin Sync', () => import('../routes/admin-sync.tsx')],
  ['/admin/roles', 'Admin Roles', () => import('../routes/admin-roles.tsx')],
  ['/admin/settings', 'Admin Settings', () => import('../routes/admin-settings.tsx')],
  ['/admin/settings/:section', 'Admin Settings', () => import('../routes/admin-settings.tsx')],
  ['/admin/content', 'Admin Content', () => import('../routes/admin-content.tsx')],
  ['/admin/content/:section', 'Admin Content', () => import('../routes/admin-content.tsx')],
  ['/admin/audit', 'Admin Audit', () => import('../routes/admin-audit.tsx')],
];

export interface Page {
  readonly path: string;
  readonly name: string;
  readonly load: () => Promise<PageModule>;
  readonly isGuarded: boolean;
  readonly isServerRendered: boolean;
}

/** All pages. The best match is shown, regardless of order. */
export const PAGES: readonly Page[] = [...SERVER_RENDERED, ...PUBLIC, ...GUARDED].map((entry) => ({
  path: entry[0],
  name: entry[1],
  load: () => loadChunk(entry[1], entry[2]),
  isGuarded: GUARDED.includes(entry),
  isServerRendered: SERVER_RENDERED.includes(entry),
}));

/** The page at a path, and the path's parameters. */
export function matchPage(pathname: string): { readonly page: Page; readonly params: Params } {
  const match = matchRoutes([...PAGES], pathname)?.at(-1);
  if (match === undefined) throw new Error(`No page matches '${pathname}'.`);
  return { page: match.route, params: match.params };
}

/**
 * Prefetches the module and then the data of the page at `path`. Failures are only logged; the
 * visit itself reports them.
 */
export async function prefetchPage(path: string, dispatch: Dispatch): Promise<void> {
  const { page, params } = matchPage(new URL(path, location.origin).pathname);
  const module = await page.load().catch(() => undefined);
  module?.prefetch?.(dispatch, params);
}
