import type { PageData } from './page-data.ts';

/** Placeholders for values of `PageData`. */
const ORDER = '{order}';
const CUSTOMER = '{customer}';
const RESET_CODE = '{resetCode}';

export interface VisitedRoute {
  /** May contain placeholders; see `urlOf`. */
  readonly path: string;
  readonly name: string;
  readonly as?: 'shopper' | 'admin';
  /** A heading once the data has arrived, where the page has another one before. */
  readonly heading?: string;
}

export const VISITED_ROUTES: readonly VisitedRoute[] = [
  { path: '/', name: 'home' },
  { path: '/shop', name: 'shop' },
  { path: '/shop/limited-editions', name: 'category' },
  { path: '/shop/sale', name: 'sale' },
  { path: '/shop?price=100-up', name: 'nothing-found' },
  { path: '/shop?q=tee', name: 'search-results' },
  { path: '/shop?q=zeppelin', name: 'search-nothing' },
  { path: '/shop/no-such-category', name: 'category-missing' },
  { path: '/product/spirit-fox-tee', name: 'product' },
  { path: '/product/nothing', name: 'product-missing' },
  { path: '/cart', name: 'cart' },
  { path: '/wishlist', name: 'wishlist' },
  { path: '/wishlist?items=save-point-tee,boss-rush-tee', name: 'wishlist-shared' },
  { path: '/payment/success', name: 'payment-success' },
  { path: '/payment/cancel', name: 'payment-cancel' },
  { path: '/login', name: 'login' },
  { path: '/register', name: 'register' },
  {
    path: '/auth/action?mode=verifyEmail&oobCode=used',
    name: 'auth-action-dead',
    heading: 'This link no longer works',
  },
  { path: `/auth/action?mode=resetPassword&oobCode=${RESET_CODE}`, name: 'auth-action-reset' },
  { path: '/login?reset', name: 'login-reset' },
  { path: '/subscribe', name: 'subscribe-incomplete' },
  { path: `/subscribe?token=${'x'.repeat(43)}`, name: 'subscribe' },
  { path: '/unsubscribe', name: 'unsubscribe-incomplete' },
  { path: `/unsubscribe?list=newsletter&token=${'x'.repeat(43)}`, name: 'unsubscribe' },
  { path: '/about', name: 'about' },
  { path: '/contact', name: 'contact' },
  { path: '/faq', name: 'faq' },
  { path: '/shipping', name: 'shipping' },
  { path: '/privacy', name: 'privacy' },
  { path: '/terms', name: 'terms' },
  { path: '/no-such-page', name: 'not-found' },
  { path: '/checkout', name: 'checkout', as: 'shopper' },
  { path: '/account', name: 'account', as: 'shopper' },
  { path: '/account/orders', name: 'account-orders', as: 'shopper' },
  { path: '/account/wishlist', name: 'account-wishlist', as: 'shopper' },
  { path: '/account/settings', name: 'account-settings', as: 'shopper' },
  { path: `/account/orders/${ORDER}`, name: 'account-order', as: 'shopper' },
  {
    path: '/account/orders/nothing',
    name: 'account-order-missing',
    as: 'shopper',
    heading: 'This order is not in your account',
  },
  {
    path: `/payment/success?order=${ORDER}`,
    name: 'payment-success-paid',
    as: 'shopper',
    heading: 'Thank you, your order is paid!',
  },
  {
    path: `/payment/cancel?order=${ORDER}`,
    name: 'payment-cancel-signed-in',
    as: 'shopper',
    heading: 'This order has been paid',
  },
  { path: '/product/boss-rush-tee', name: 'product-review-form', as: 'shopper' },
  { path: '/admin', name: 'admin-dashboard', as: 'admin' },
  { path: '/admin/roles', name: 'admin-roles', as: 'admin' },
  { path: '/admin/products', name: 'admin-products', as: 'admin' },
  { path: '/admin/products/new', name: 'admin-product-new', as: 'admin' },
  { path: '/admin/products/save-point-tee', name: 'admin-product', as: 'admin' },
  { path: '/admin/orders', name: 'admin-orders', as: 'admin' },
  { path: `/admin/orders/${ORDER}`, name: 'admin-order', as: 'admin' },
  { path: '/admin/orders/nothing', name: 'admin-order-missing', as: 'admin' },
  { path: '/admin/reviews', name: 'admin-reviews', as: 'admin' },
  { path: '/admin/categories', name: 'admin-categories', as: 'admin' },
  { path: '/admin/products/new?from=save-point-tee', name: 'admin-product-copy', as: 'admin' },
  { path: '/admin/customers', name: 'admin-customers', as: 'admin' },
  { path: `/admin/customers/${CUSTOMER}`, name: 'admin-customer', as: 'admin' },
  { path: '/admin/customers/nobody', name: 'admin-customer-missing', as: 'admin' },
  { path: '/admin/messages', name: 'admin-messages', as: 'admin' },
  { path: '/admin/subscribers', name: 'admin-subscribers', as: 'admin' },
  { path: '/admin/sync', name: 'admin-sync', as: 'admin' },
  { path: '/admin/audit', name: 'admin-audit', as: 'admin' },
];

/** The route's URL, with the data in place of the placeholders. */
export function urlOf({ path }: VisitedRoute, data: PageData): string {
  return path
    .replace(ORDER, data.order)
    .replace(CUSTOMER, data.customer)
    .replace(RESET_CODE, encodeURIComponent(data.resetCode));
}
