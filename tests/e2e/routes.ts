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
  /**
   * A heading that the page shows once its data has arrived, and that the previous route does not
   * show.
   */
  readonly heading: string;
  /** True if the server answers with status 404. */
  readonly isMissing?: true;
}

export const VISITED_ROUTES: readonly VisitedRoute[] = [
  { path: '/', name: 'home', heading: 'Featured loot' },
  { path: '/shop', name: 'shop', heading: 'All products' },
  { path: '/shop/limited-editions', name: 'category', heading: 'Limited Editions' },
  { path: '/shop/sale', name: 'sale', heading: 'Sale' },
  { path: '/shop?price=100-up', name: 'nothing-found', heading: 'No matching products' },
  { path: '/shop?q=tee', name: 'search-results', heading: 'Results for “tee”' },
  { path: '/shop?q=zeppelin', name: 'search-nothing', heading: 'No results for “zeppelin”' },
  {
    path: '/shop/no-such-category',
    name: 'category-missing',
    heading: 'This category does not exist',
    isMissing: true,
  },
  { path: '/product/spirit-fox-tee', name: 'product', heading: 'Spirit Fox Tee' },
  { path: '/product/nothing', name: 'product-missing', heading: 'Product not found', isMissing: true },
  { path: '/cart', name: 'cart', heading: 'Your cart is empty' },
  { path: '/wishlist', name: 'wishlist', heading: 'Your wishlist is empty' },
  {
    path: '/wishlist?items=save-point-tee,boss-rush-tee',
    name: 'wishlist-shared',
    heading: 'A shared wishlist',
  },
  { path: '/drops', name: 'drops', heading: 'No drop is planned' },
  { path: '/drops/nothing', name: 'drop-missing', heading: 'Drop not found' },
  { path: '/payment/success', name: 'payment-success', heading: 'Log in to see your order' },
  { path: '/payment/cancel', name: 'payment-cancel', heading: 'No payment is open' },
  { path: '/login', name: 'login', heading: 'Welcome back' },
  { path: '/register', name: 'register', heading: 'Create your account' },
  {
    path: '/auth/action?mode=verifyEmail&oobCode=used',
    name: 'auth-action-dead',
    heading: 'This link no longer works',
  },
  {
    path: `/auth/action?mode=resetPassword&oobCode=${RESET_CODE}`,
    name: 'auth-action-reset',
    heading: 'Choose a new password',
  },
  { path: '/login?reset', name: 'login-reset', heading: 'Reset your password' },
  { path: '/subscribe', name: 'subscribe-incomplete', heading: 'This link is incomplete' },
  { path: `/subscribe?token=${'x'.repeat(43)}`, name: 'subscribe', heading: 'Confirm your subscription' },
  { path: '/unsubscribe', name: 'unsubscribe-incomplete', heading: 'This link is incomplete' },
  {
    path: `/unsubscribe?list=newsletter&token=${'x'.repeat(43)}`,
    name: 'unsubscribe',
    heading: 'Unsubscribe',
  },
  { path: '/about', name: 'about', heading: 'How a print is made' },
  { path: '/contact', name: 'contact', heading: 'Contact' },
  { path: '/faq', name: 'faq', heading: 'Frequently asked questions' },
  { path: '/shipping', name: 'shipping', heading: 'Delivery' },
  { path: '/privacy', name: 'privacy', heading: 'In this browser' },
  { path: '/terms', name: 'terms', heading: 'The agreement' },
  { path: '/no-such-page', name: 'not-found', heading: 'Page Not Found', isMissing: true },
  { path: '/checkout', name: 'checkout', heading: 'Your cart is empty', as: 'shopper' },
  { path: '/account', name: 'account', heading: 'Hi, Erin Endtoend', as: 'shopper' },
  { path: '/account/orders', name: 'account-orders', heading: 'Your orders', as: 'shopper' },
  { path: '/account/credit', name: 'account-credit', heading: 'Redeem a gift card', as: 'shopper' },
  { path: '/account/wishlist', name: 'account-wishlist', heading: 'Your wishlist is empty', as: 'shopper' },
  { path: '/account/settings', name: 'account-settings', heading: 'Profile', as: 'shopper' },
  { path: `/account/orders/${ORDER}`, name: 'account-order', heading: 'Timeline', as: 'shopper' },
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
    heading: 'Your order is confirmed.',
  },
  {
    path: `/payment/cancel?order=${ORDER}`,
    name: 'payment-cancel-signed-in',
    as: 'shopper',
    heading: 'This order has been paid',
  },
  { path: '/product/boss-rush-tee', name: 'product-review-form', heading: 'Boss Rush Tee', as: 'shopper' },
  { path: '/admin', name: 'admin-dashboard', heading: 'Dashboard', as: 'admin' },
  { path: '/admin/roles', name: 'admin-roles', heading: 'Assign a role', as: 'admin' },
  { path: '/admin/products', name: 'admin-products', heading: 'Products', as: 'admin' },
  { path: '/admin/products/new', name: 'admin-product-new', heading: 'Name of the product', as: 'admin' },
  { path: '/admin/products/save-point-tee', name: 'admin-product', heading: 'Save Point Tee', as: 'admin' },
  { path: '/admin/orders', name: 'admin-orders', heading: 'Orders', as: 'admin' },
  { path: `/admin/orders/${ORDER}`, name: 'admin-order', heading: 'Packing slip', as: 'admin' },
  {
    path: `/admin/orders/slips?orders=${ORDER}`,
    name: 'admin-slips',
    heading: 'Packing slip',
    as: 'admin',
  },
  { path: '/admin/orders/new', name: 'admin-order-new', heading: 'New order', as: 'admin' },
  { path: '/admin/orders/nothing', name: 'admin-order-missing', heading: 'Order not found', as: 'admin' },
  { path: '/admin/drops', name: 'admin-drops', heading: 'There are no drops yet', as: 'admin' },
  { path: '/admin/promotions', name: 'admin-promotions', heading: 'Promotions', as: 'admin' },
  { path: '/admin/reviews', name: 'admin-reviews', heading: 'Hidden reviews', as: 'admin' },
  { path: '/admin/categories', name: 'admin-categories', heading: 'Categories', as: 'admin' },
  {
    path: '/admin/products/new?from=save-point-tee',
    name: 'admin-product-copy',
    heading: 'Copy of Save Point Tee',
    as: 'admin',
  },
  { path: '/admin/customers', name: 'admin-customers', heading: 'Customers', as: 'admin' },
  { path: `/admin/customers/${CUSTOMER}`, name: 'admin-customer', heading: 'Erin Endtoend', as: 'admin' },
  {
    path: '/admin/customers/nobody',
    name: 'admin-customer-missing',
    heading: 'Customer not found',
    as: 'admin',
  },
  { path: '/admin/messages', name: 'admin-messages', heading: 'Messages', as: 'admin' },
  { path: '/admin/subscribers', name: 'admin-subscribers', heading: 'Subscribers', as: 'admin' },
  { path: '/admin/sync', name: 'admin-sync', heading: 'Sync', as: 'admin' },
  { path: '/admin/content', name: 'admin-content', heading: 'Hero of the home page', as: 'admin' },
  { path: '/admin/content/pages', name: 'admin-content-pages', heading: 'Content', as: 'admin' },
  { path: '/admin/settings', name: 'admin-settings', heading: 'Zones and rates', as: 'admin' },
  {
    path: '/admin/settings/tax',
    name: 'admin-settings-tax',
    heading: 'Tax on goods and shipping',
    as: 'admin',
  },
  { path: '/admin/settings/store', name: 'admin-settings-store', heading: 'The store', as: 'admin' },
  { path: '/admin/audit', name: 'admin-audit', heading: 'Audit log', as: 'admin' },
];

/** The route's URL, with placeholders replaced by the data. */
export function urlOf({ path }: VisitedRoute, data: PageData): string {
  return path
    .replace(ORDER, data.order)
    .replace(CUSTOMER, data.customer)
    .replace(RESET_CODE, encodeURIComponent(data.resetCode));
}
