import { describe, expect, it } from 'vitest';
import type { PlatformProduct, PlatformVariant } from '../../shop-platform/platform-product.ts';
import { mapProduct, toPlainText } from './map-product.ts';

const aVariant = (over: Partial<PlatformVariant> = {}): PlatformVariant => ({
  id: 'gid://shopify/ProductVariant/11',
  title: 'M',
  sku: 'TEE-M',
  price: '45.00',
  compareAtPrice: null,
  inventoryQuantity: 10,
  inventoryItemId: 'gid://shopify/InventoryItem/111',
  selectedOptions: [{ name: 'Size', value: 'M' }],
  ...over,
});

const aPlatformProduct = (over: Partial<PlatformProduct> = {}): PlatformProduct => ({
  id: 'gid://shopify/Product/1',
  title: 'Warp Pipe Tee',
  handle: 'warp-pipe-tee',
  descriptionHtml: '<p>Goes <b>down</b>.</p>',
  productType: 'Apparel',
  tags: [],
  status: 'ACTIVE',
  updatedAt: '2026-11-01T10:00:00Z',
  images: [{ url: 'https://images.test/tee.webp', altText: 'A tee' }],
  variants: [aVariant()],
  ...over,
});

describe('a platform product', () => {
  it('becomes one of ours, marked with its source', () => {
    expect(mapProduct(aPlatformProduct(), 'USD')).toEqual({
      id: 'shopify-1',
      inventoryItems: { '111': 'gid://shopify/ProductVariant/11' },
      fields: {
        name: 'Warp Pipe Tee',
        price: 45,
        image: 'https://images.test/tee.webp',
        images: ['https://images.test/tee.webp'],
        imageAlts: ['A tee'],
        category: 'apparel',
        description: 'Goes down.',
        variants: [
          { size: 'M', stock: 10, sku: 'TEE-M', shopifyVariantId: 'gid://shopify/ProductVariant/11' },
        ],
        shopifyVariantId: 'gid://shopify/ProductVariant/11',
        source: 'shopify',
        status: 'active',
      },
    });
  });

  it('with one nameless variant is an unsized product', () => {
    const single = aVariant({ selectedOptions: [{ name: 'Title', value: 'Default Title' }] });
    expect(mapProduct(aPlatformProduct({ variants: [single] }), 'USD')).toMatchObject({
      fields: { variants: [{ stock: 10 }] },
    });
  });

  it.each([
    ['no variants', { variants: [] }, 'USD', /'Warp Pipe Tee' \(1\) has no variants/],
    ['a foreign currency', {}, 'EUR', /is priced in EUR; this shop sells in USD/],
    [
      'too many variants',
      { variants: Array.from({ length: 101 }, (_, n) => aVariant({ id: `g/${n}` })) },
      'USD',
      /more than 100 variants/,
    ],
    ['a price of "free"', { variants: [aVariant({ price: 'free' })] }, 'USD', /the price 'free'/],
    ['one size twice', { variants: [aVariant(), aVariant({ id: 'g/2' })] }, 'USD', /two variants called 'M'/],
  ])('with %s is refused by name', (_, over, currency, message) => {
    expect(mapProduct(aPlatformProduct(over), currency)).toMatchObject({
      problem: expect.stringMatching(message),
    });
  });

  it('costs what its cheapest size costs, and says which sizes cost more', () => {
    const big = aVariant({ id: 'g/2', price: '50.00', selectedOptions: [{ name: 'Size', value: '3XL' }] });
    expect(mapProduct(aPlatformProduct({ variants: [big, aVariant()] }), 'USD')).toMatchObject({
      fields: { price: 45, variants: [{ size: '3XL', price: 50 }, { size: 'M' }] },
    });
  });

  it('never brings an image address that is not https', () => {
    const images = [{ url: 'javascript:alert(1)', altText: null }];
    expect(mapProduct(aPlatformProduct({ images }), 'USD')).toMatchObject({ fields: { images: [] } });
  });
});

describe('a description', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<img src=x onerror=alert(1)>safe', 'safe'],
    ['5 &lt; 6 &amp; 7', '5 < 6 & 7'],
    ['', ''],
  ])('%j reads %j', (html, text) => {
    expect(toPlainText(html)).toBe(text);
  });
});
