// Owns the addresses of the shop's pages, so that no link spells one out. Knows nothing of the router.

export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`;
}

/** The listing, of one category if given. */
export function shopPath(category?: string): string {
  return category === undefined ? '/shop' : `/shop/${encodeURIComponent(category)}`;
}

export function orderPath(orderId: string): string {
  return `/account/orders/${encodeURIComponent(orderId)}`;
}

/** The only addresses a page may send a shopper back to: paths of this shop, never another site. */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
