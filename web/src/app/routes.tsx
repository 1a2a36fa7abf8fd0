// The shop's URLs. A route is a file web/src/routes/<file>.tsx that exports a RouteModule (route-module.tsx). It renders one
// <main id="main" className="page" tabIndex={-1}> with one <h1 tabIndex={-1}>, which is focused after navigation.

export interface RouteEntry {
  /** A React Router path pattern. */
  readonly path: string;
  /** File name in web/src/routes, without the extension. */
  readonly file: string;
  /** For the placeholder 'Loading {name}...'. */
  readonly name: string;
  /** Redirects to /login when nobody is signed in, and back after signing in. */
  readonly guarded?: true;
}

/** The first entry that matches is shown. */
export const ROUTES: readonly RouteEntry[] = [
  { path: '/', file: 'home', name: 'Home' },
  { path: '/shop', file: 'shop', name: 'Shop' },
  { path: '/shop/:category', file: 'shop', name: 'Shop' },
  { path: '/product/:productId', file: 'product', name: 'Product' },
  { path: '/cart', file: 'cart', name: 'Cart' },
  { path: '/wishlist', file: 'wishlist', name: 'Wishlist' },
  { path: '/checkout', file: 'checkout', name: 'Checkout', guarded: true },
  { path: '/payment/success', file: 'payment-success', name: 'Payment Success' },
  { path: '/payment/cancel', file: 'payment-cancel', name: 'Payment Cancel' },
  { path: '/login', file: 'login', name: 'Login' },
  { path: '/register', file: 'register', name: 'Register' },
  { path: '/about', file: 'about', name: 'About' },
  { path: '/contact', file: 'contact', name: 'Contact' },
  { path: '/faq', file: 'faq', name: 'FAQ' },
  { path: '/shipping', file: 'shipping', name: 'Shipping' },
  { path: '/privacy', file: 'privacy', name: 'Privacy' },
  { path: '/terms', file: 'terms', name: 'Terms' },
  { path: '/account', file: 'account', name: 'Account', guarded: true },
  { path: '/account/orders', file: 'account-orders', name: 'Orders', guarded: true },
  { path: '/account/orders/:orderId', file: 'account-order', name: 'Order', guarded: true },
  { path: '/account/wishlist', file: 'account-wishlist', name: 'Account Wishlist', guarded: true },
  { path: '/account/settings', file: 'account-settings', name: 'Settings', guarded: true },
  { path: '/admin', file: 'admin', name: 'Admin', guarded: true },
  { path: '/admin/products', file: 'admin-products', name: 'Admin Products', guarded: true },
  { path: '/admin/products/:productId', file: 'admin-product', name: 'Admin Product', guarded: true },
  { path: '/admin/orders', file: 'admin-orders', name: 'Admin Orders', guarded: true },
  { path: '/admin/orders/:orderId', file: 'admin-order', name: 'Admin Order', guarded: true },
  { path: '/admin/reviews', file: 'admin-reviews', name: 'Admin Reviews', guarded: true },
  { path: '/admin/categories', file: 'admin-categories', name: 'Admin Categories', guarded: true },
  { path: '/admin/sync', file: 'admin-sync', name: 'Admin Sync', guarded: true },
  { path: '/admin/audit', file: 'admin-audit', name: 'Admin Audit', guarded: true },
  { path: '*', file: 'not-found', name: 'Page Not Found' },
];
