/** The fields of a product that decide whether the sitemap lists it. */
export interface SitemapProduct {
  readonly id: string;
  readonly status?: string;
  readonly source?: string;
}

const PAGES = ['/', '/shop', '/shop/sale', '/about', '/contact', '/faq', '/shipping', '/privacy', '/terms'];

/**
 * The sitemap of the shop's public pages (sitemaps.org protocol). Drafts are left out; synced
 * products hide all others, as they do in the shop (specification, section 7). `shopUrl` has no
 * trailing slash.
 */
export function renderSitemap(
  shopUrl: string,
  products: readonly SitemapProduct[],
  categoryIds: readonly string[],
): string {
  const active = products.filter(({ status }) => (status ?? 'active') === 'active');
  const synced = active.filter(({ source }) => source === 'shopify');
  const paths = [
    ...PAGES,
    ...categoryIds.map((id) => `/shop/${encodeURIComponent(id)}`),
    ...(synced.length > 0 ? synced : active).map(({ id }) => `/product/${encodeURIComponent(id)}`),
  ];
  const urls = paths.map((path) => `  <url><loc>${escapeXml(shopUrl + path)}</loc></url>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
