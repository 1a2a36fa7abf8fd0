import { describe, expect, it } from 'vitest';
import { renderSitemap } from './sitemap.ts';

describe('renderSitemap', () => {
  it('lists pages, categories and products with escaped URLs', () => {
    const map = renderSitemap('https://shop.test', [{ id: 'a&b' }, { id: 'c' }], ['apparel']);
    expect(map).toContain('<loc>https://shop.test/shop/apparel</loc>');
    expect(map).toContain('<loc>https://shop.test/product/a%26b</loc>');
    expect(map).toContain('<loc>https://shop.test/</loc>');
  });

  it('excludes drafts, and all other products once there is a synced one', () => {
    const [draft, own, synced] = [
      { id: 'draft', status: 'draft' },
      { id: 'own', status: 'active', source: 'own' },
      { id: 'synced', source: 'shopify' },
    ];
    expect(renderSitemap('https://shop.test', [draft, own], [])).not.toContain('/product/draft');
    expect(renderSitemap('https://shop.test', [draft, own], [])).toContain('/product/own');
    const map = renderSitemap('https://shop.test', [draft, own, synced], []);
    expect([map.includes('/product/synced'), map.includes('/product/own')]).toEqual([true, false]);
  });
});
