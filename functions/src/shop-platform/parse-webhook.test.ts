import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseWebhook, verifyWebhookSignature } from './parse-webhook.ts';

const SECRET = 'hush';
const body = (value: unknown) => Buffer.from(JSON.stringify(value));
const sign = (raw: Buffer, secret = SECRET) => createHmac('sha256', secret).update(raw).digest('base64');

describe('verifyWebhookSignature', () => {
  const raw = body({ id: 1 });
  it.each([
    ['our secret', sign(raw), true],
    ['another secret', sign(raw, 'other'), false],
    ['no signature', undefined, false],
    ['a signature that is too short', 'AAAA', false],
  ])('of a body signed with %s is %s', (_, signature, isValid) => {
    expect(verifyWebhookSignature(raw, signature, SECRET)).toBe(isValid);
  });

  it('is false for a body that was changed after signing', () => {
    expect(verifyWebhookSignature(body({ id: 2 }), sign(raw), SECRET)).toBe(false);
  });
});

describe('parseWebhook', () => {
  it('returns the gid of a deleted product', () => {
    expect(parseWebhook('products/delete', body({ id: 42 }), '2026-11-01T00:00:00Z')).toEqual({
      kind: 'deleted',
      productId: 'gid://shopify/Product/42',
      at: '2026-11-01T00:00:00Z',
    });
  });

  it('returns 0 for a negative inventory level', () => {
    const level = { inventory_item_id: 7, available: -3, updated_at: '2026-11-01T00:00:00Z' };
    expect(parseWebhook('inventory_levels/update', body(level), '')).toMatchObject({ available: 0 });
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
        { name: 'Colour', position: 2 },
        { name: 'Size', position: 1 },
      ],
      variants: [
        { id: 5, title: 'M / Red', price: '45.00', option1: 'M', option2: 'Red', inventory_item_id: 9 },
      ],
    };
    expect(parseWebhook('products/update', body(product), '')).toMatchObject({
      product: {
        tags: ['sale', 'apparel'],
        variants: [
          {
            selectedOptions: [
              { name: 'Size', value: 'M' },
              { name: 'Colour', value: 'Red' },
            ],
          },
        ],
      },
    });
  });

  it('returns undefined for a topic that the shop does not use', () => {
    expect(parseWebhook('orders/create', body({}), '')).toBeUndefined();
  });

  it('throws for a body that does not match its topic', () => {
    expect(() => parseWebhook('products/update', body({ id: 1 }), '')).toThrow();
  });
});
