/** Placeholder for the id of an order of the signed-in account. */
const ORDER = '{order}';

export interface VisitedRoute {
  /** May contain the placeholder; see `urlOf`. */
  readonly path: string;
  readonly name: string;
  readonly as?: 'shopper' | 'admin';
}

export const VISITED_ROUTES: readonly VisitedRoute[] = [
  { path: '/', name: 'home' },
  { path: '/shop', name: 'shop' },
  { path: '/shop/limited-editions', name: 'category' },
  { path: '/shop?price=100-up', name: 'nothing-found' },
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
  { path: '/account/orders/nothing', name: 'account-order-missing', as: 'shopper' },
  { path: `/payment/success?order=${ORDER}`, name: 'payment-success-paid', as: 'shopper' },
  { path: `/payment/cancel?order=${ORDER}`, name: 'payment-cancel-signed-in', as: 'shopper' },
  { path: '/product/boss-rush-tee', name: 'product-review-form', as: 'shopper' },
  { path: '/admin/products', name: 'admin-products', as: 'admin' },
  { path: '/admin/products/new', name: 'admin-product-new', as: 'admin' },
  { path: '/admin/products/save-point-tee', name: 'admin-product', as: 'admin' },
  { path: '/admin/orders', name: 'admin-orders', as: 'admin' },
  { path: `/admin/orders/${ORDER}`, name: 'admin-order', as: 'admin' },
  { path: '/admin/reviews', name: 'admin-reviews', as: 'admin' },
  { path: '/admin/categories', name: 'admin-categories', as: 'admin' },
  { path: '/admin/sync', name: 'admin-sync', as: 'admin' },
  { path: '/admin/audit', name: 'admin-audit', as: 'admin' },
];

/** The route's URL, with `orderId` in place of the placeholder. */
export function urlOf({ path }: VisitedRoute, orderId: string): string {
  return path.replace(ORDER, orderId);
}
