// Owns the list of every route that tests visit: what it is, and what must be signed in for it.

export interface VisitedRoute {
  readonly path: string;
  readonly name: string;
  readonly as?: 'shopper' | 'admin';
}

export const VISITED_ROUTES: readonly VisitedRoute[] = [
  { path: '/', name: 'home' },
  { path: '/shop', name: 'shop' },
  { path: '/shop/limited-editions', name: 'category' },
  { path: '/shop?price=100-up', name: 'nothing-found' },
  { path: '/product/spirit-fox-tee', name: 'product' },
  { path: '/product/nothing', name: 'product-missing' },
  { path: '/cart', name: 'cart' },
  { path: '/wishlist', name: 'wishlist' },
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
  { path: '/admin/products', name: 'admin-products', as: 'admin' },
];
