// robots.txt is a file of the build: the functions framework responds to its path itself, with 404.

/** First path segments of pages that are private to a shopper or to staff. */
const PRIVATE_PATHS = ['account', 'admin', 'auth', 'cart', 'checkout', 'payment', 'subscribe', 'unsubscribe'];

/**
 * The origin of the built shop: VITE_SITE_ORIGIN, or that of the project that firebase-tools
 * deploys to and passes as GCLOUD_PROJECT. Without a trailing slash.
 */
export function builtOrigin(env: Readonly<Record<string, string | undefined>>): string {
  const origin = env.VITE_SITE_ORIGIN || `https://${env.GCLOUD_PROJECT || 'demo-savepoint'}.web.app`;
  return origin.replace(/\/$/, '');
}

/** robots.txt (RFC 9309) with the absolute URL of the sitemap, as sitemaps.org requires. */
export function renderRobots(origin: string): string {
  const rules = PRIVATE_PATHS.map((path) => `Disallow: /${path}`);
  return `${['User-agent: *', ...rules, `Sitemap: ${origin}/sitemap.xml`].join('\n')}\n`;
}
