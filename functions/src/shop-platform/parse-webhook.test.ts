import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseWebhook, verifyWebhookSignature } from './parse-webhook.ts';

const SECRET = 'hush';
const NOW = new Date('2026-11-02T00:00:00Z');
const body = (value: unknown) => Buffer.from(JSON.stringify(value));
const sign = (raw: Buffer, secret = SECRET) => createHmac('sha256', secret).update(raw).digest('base64');

describe('verifyWebhookSignature', () => {
  const raw = body({ id: 1 });
  it.each([
    ['our secret', sign(raw), true],
    ['another secret', sign(raw, 'other'), false],
    ['no signature', undefined, false],
    ['a signature that is too short', 'AAAA', false],
  ])('returns for a body signed with %s %s', (_, signature, isValid) => {
    expect(verifyWebhookSignature(raw, signature, SECRET)).toBe(isValid);
  });

  it('is false for a body that was modified after signing', () => {
    expect(verifyWebhookSignature(body({ id: 2 }), sign(raw), SECRET)).toBe(false);
  });
});

describe('parseWebhook', () => {
  it('returns the gid of a deleted product', () => {
    expect(parseWebhook('products/delete', body({ id: 42 }), '2026-11-01T00:00:00Z', NOW)).toEqual({
      kind: 'deleted',
      productId: 'gid://shopify/Product/42',
      at: '2026-11-01T00:00:00Z',
    });
  });

  it('returns the location of an inventory level, and a negative level', () => {
    const level = { inventory_item_id: 7, location_id: 2, available: -3, updated_at: '2026-11-01T00:00:00Z' };
    expect(parseWebhook('inventory_levels/update', body(level), '', NOW)).toMatchObject({
      locationId: 'gid://shopify/Location/2',
      available: -3,
    });
  });

  it('returns the options of variants in the order of their positions', () => {
    const product = {
      id: 1,
      title: 'Tee',
      handle: 'tee',
      body_html: null,
      tags: 'sale, apparel',
      status: 'active',
      updated_at: '2026-11-01T00:00:00Z',
      options: [
        { name: 'Color', position: 2 },
        { name: 'Size', position: 1 },
      ],
      variants: [
        { id: 5, title: 'M / Red', price: '45.00', option1: 'M', option2: 'Red', inventory_item_id: 9 },
      ],
    };
    expect(parseWebhook('products/update', body(product), '', NOW)).toMatchObject({
      product: {
        tags: ['sale', 'apparel'],
        variants: [
          {
            selectedOptions: [
              { name: 'Size', value: 'M' },
              { name: 'Color', value: 'Red' },
            ],
          },
        ],
      },
    });
  });

  it('returns undefined for a topic that the shop does not use', () => {
    expect(parseWebhook('orders/create', body({}), '', NOW)).toBeUndefined();
  });

  it('throws for a body that does not match its topic', () => {
    expect(() => parseWebhook('products/update', body({ id: 1 }), '', NOW)).toThrow();
  });

  const level = { inventory_item_id: 7, location_id: 2, available: 3, updated_at: '2026-11-01T00:00:00Z' };
  const product = { id: 1, title: 'Tee', handle: 'tee', updated_at: '2026-11-01T00:00:00-05:00' };

  it.each<[string, string, object, string?]>([
    ['updated_at is not a date', 'inventory_levels/update', { ...level, updated_at: 'not a date' }],
    ['updated_at is a date without a time', 'products/update', { ...product, updated_at: '2026-11-01' }],
    ['updated_at is in 2099', 'inventory_levels/update', { ...level, updated_at: '2099-01-01T00:00:00Z' }],
    ['updated_at is in 2099', 'products/update', { ...product, updated_at: '2099-01-01T00:00:00Z' }],
    ['X-Shopify-Triggered-At is not a date', 'products/delete', { id: 42 }, 'not a date'],
    ['X-Shopify-Triggered-At is in 2099', 'products/delete', { id: 42 }, '2099-01-01T00:00:00Z'],
    ['the id names another document', 'products/delete', { id: '42/../x' }, '2026-11-01T00:00:00Z'],
    ['the id is no number', 'products/update', { ...product, id: '..' }],
    ['the id is negative', 'products/update', { ...product, id: -1 }],
    ['there is no location', 'inventory_levels/update', { ...level, location_id: undefined }],
    ['the stock is a fraction', 'inventory_levels/update', { ...level, available: 1.5 }],
    ['the title is not valid Unicode', 'products/update', { ...product, title: 'Tee \ud800' }],
    ['the body is a list', 'products/update', []],
  ])('throws when %s (%s)', (_, topic, json, triggeredAt = '') => {
    expect(() => parseWebhook(topic, body(json), triggeredAt, NOW)).toThrow();
  });

  it('accepts a change that is dated up to an hour ahead of our clock', () => {
    const ahead = { ...level, updated_at: '2026-11-02T00:59:59Z' };
    expect(parseWebhook('inventory_levels/update', body(ahead), '', NOW)).toMatchObject({ available: 3 });
  });
});
