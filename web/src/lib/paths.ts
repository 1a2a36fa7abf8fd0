/** The path of a product's page. */
export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`;
}

/** The path of the listing, or of one category's. */
export function shopPath(category?: string): string {
  return category === undefined ? '/shop' : `/shop/${encodeURIComponent(category)}`;
}

/** The path of a drop's page. */
export function dropPath(dropId: string): string {
  return `/drops/${encodeURIComponent(dropId)}`;
}

/** The path of an order's page. */
export function orderPath(orderId: string): string {
  return `/account/orders/${encodeURIComponent(orderId)}`;
}

/**
 * True if a redirect target is a path of this shop, not a URL of another site. Guards against open
 * redirects.
 */
export function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
