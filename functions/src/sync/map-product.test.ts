import { describe, expect, it } from 'vitest';
import type { PlatformProduct, PlatformVariant } from '../shop-platform/platform-product.ts';
import { mapProduct, toPlainText } from './map-product.ts';

const createVariant = (overrides: Partial<PlatformVariant> = {}): PlatformVariant => ({
  id: 'gid://shopify/ProductVariant/11',
  title: 'M',
  sku: 'TEE-M',
  price: '45.00',
  compareAtPrice: null,
  inventoryQuantity: 10,
  inventoryItemId: 'gid://shopify/InventoryItem/111',
  selectedOptions: [{ name: 'Size', value: 'M' }],
  ...overrides,
});

const createPlatformProduct = (overrides: Partial<PlatformProduct> = {}): PlatformProduct => ({
  id: 'gid://shopify/Product/1',
  title: 'Warp Pipe Tee',
  handle: 'warp-pipe-tee',
  descriptionHtml: '<p>Goes <b>down</b>.</p>',
  productType: 'Apparel',
  tags: ['pipe', 'green'],
  status: 'ACTIVE',
  updatedAt: '2026-11-01T10:00:00Z',
  images: [{ url: 'https://images.test/tee.webp', altText: 'A tee' }],
  variants: [createVariant()],
  ...overrides,
});

describe('mapProduct', () => {
  it('maps every field that a sync writes, and the source', () => {
    expect(mapProduct(createPlatformProduct(), 'USD')).toEqual({
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
        productType: 'Apparel',
        tags: ['pipe', 'green'],
        variants: [
          { size: 'M', stock: 10, sku: 'TEE-M', shopifyVariantId: 'gid://shopify/ProductVariant/11' },
        ],
        shopifyVariantId: 'gid://shopify/ProductVariant/11',
        source: 'shopify',
        status: 'active',
      },
    });
  });

  it('removes control characters and line breaks from names, like a product that is saved here', () => {
    const options = [{ name: 'Size', value: 'M\0' }];
    const mapped = mapProduct(
      createPlatformProduct({
        title: 'Warp\r\nPipe\x1b \u202ETee',
        descriptionHtml: '<p>One\x07</p><p>two</p>',
        variants: [createVariant({ selectedOptions: options })],
      }),
      'USD',
    );
    expect(mapped).toMatchObject({
      fields: { name: 'Warp Pipe Tee', description: 'One\ntwo', variants: [{ size: 'M' }] },
    });
  });

  it('does not cut a title, a description or an alternative text within a character', () => {
    const long = (length: number) => `${'x'.repeat(length - 1)}😀`;
    const mapped = mapProduct(
      createPlatformProduct({
        title: long(200),
        descriptionHtml: long(10_000),
        images: [{ url: 'https://images.test/tee.webp', altText: long(300) }],
      }),
      'USD',
    );
    expect(mapped).toHaveProperty('fields');
    expect(JSON.stringify(mapped)).not.toMatch(/\\ud[89a-f]/i);
  });

  it('maps the variant Default Title to a variant without a size', () => {
    const single = createVariant({ selectedOptions: [{ name: 'Title', value: 'Default Title' }] });
    expect(mapProduct(createPlatformProduct({ variants: [single] }), 'USD')).toMatchObject({
      fields: { variants: [{ stock: 10 }] },
    });
  });

  it.each([
    ['no variants', { variants: [] }, 'USD', /'Warp Pipe Tee' \(1\) has no variants/],
    ['a foreign currency', {}, 'EUR', /is priced in EUR; this shop sells in USD/],
    [
      'too many variants',
      { variants: Array.from({ length: 101 }, (_, n) => createVariant({ id: `g/${n}` })) },
      'USD',
      /more than 100 variants/,
    ],
    ['a price of "free"', { variants: [createVariant({ price: 'free' })] }, 'USD', /the price 'free'/],
    [
      'one size twice',
      { variants: [createVariant(), createVariant({ id: 'g/2' })] },
      'USD',
      /two variants called 'M'/,
    ],
  ])('rejects a product with %s and names the product', (_, overrides, currency, message) => {
    expect(mapProduct(createPlatformProduct(overrides), currency)).toMatchObject({
      problem: expect.stringMatching(message),
    });
  });

  it('takes the price of the cheapest variant, and keeps the price of variants that cost more', () => {
    const big = createVariant({
      id: 'g/2',
      price: '50.00',
      selectedOptions: [{ name: 'Size', value: '3XL' }],
    });
    expect(mapProduct(createPlatformProduct({ variants: [big, createVariant()] }), 'USD')).toMatchObject({
      fields: { price: 45, variants: [{ size: '3XL', price: 50 }, { size: 'M' }] },
    });
  });

  it('drops image URLs that are not https', () => {
    const images = [{ url: 'javascript:alert(1)', altText: null }];
    expect(mapProduct(createPlatformProduct({ images }), 'USD')).toMatchObject({ fields: { images: [] } });
  });
});

describe('toPlainText', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<img src=x onerror=alert(1)>safe', 'safe'],
    ['5 &lt; 6 &amp; 7', '5 < 6 & 7'],
    ['', ''],
  ])('turns %j into %j', (html, text) => {
    expect(toPlainText(html)).toBe(text);
  });
});
