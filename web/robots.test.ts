import { describe, expect, it } from 'vitest';
import { builtOrigin, renderRobots } from './robots.ts';

describe('renderRobots', () => {
  it("contains the sitemap's absolute URL and keeps crawlers from private pages", () => {
    const lines = renderRobots('https://shop.test').split('\n');
    expect(lines).toContain('Sitemap: https://shop.test/sitemap.xml');
    expect(lines).toContain('Disallow: /checkout');
  });
});

describe('builtOrigin', () => {
  it.each([
    [{ VITE_SITE_ORIGIN: 'https://shop.test/', GCLOUD_PROJECT: 'my-shop' }, 'https://shop.test'],
    [{ GCLOUD_PROJECT: 'my-shop' }, 'https://my-shop.web.app'],
    [{}, 'https://demo-savepoint.web.app'],
  ])('returns for %j %s', (env, origin) => {
    expect(builtOrigin(env)).toBe(origin);
  });
});
