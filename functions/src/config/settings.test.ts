import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  hostingUrl,
  isMailInboxEnabled,
  ordersPerHour,
  pageCacheSeconds,
  shopPlatform,
  shopUrl,
  shopUrlAt,
  stripeApi,
  supportEmail,
} from './settings.ts';

const NAMES = [
  'SHOP_URL',
  'STRIPE_API_BASE',
  'SHOPIFY_STORE_DOMAIN',
  'ORDERS_PER_HOUR',
  'PAGE_CACHE_SECONDS',
  'SUPPORT_EMAIL',
  'MAIL_INBOX',
  'SAVEPOINT_SHOP_URL',
  'SAVEPOINT_HOSTING_URL',
  'SAVEPOINT_STRIPE_URL',
  'SAVEPOINT_SHOPIFY_URL',
];

beforeEach(() => {
  for (const name of NAMES) vi.stubEnv(name, undefined);
  vi.stubEnv('GCLOUD_PROJECT', 'my-shop');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the settings of a deployed project with defaults only', () => {
  it('have the shop and Hosting at the web.app domain', () => {
    expect([shopUrl(), hostingUrl()]).toEqual(['https://my-shop.web.app', 'https://my-shop.web.app']);
  });

  it("have payments at Stripe's own API, and no product feed", () => {
    expect([stripeApi(), shopPlatform()]).toEqual([{}, undefined]);
  });

  it('have 30 orders an hour, a page cache of 30 seconds and no mail inbox', () => {
    expect([ordersPerHour(), pageCacheSeconds(), isMailInboxEnabled()]).toEqual([30, 30, false]);
  });

  it.each(['true', 'false', undefined])('are the same with FUNCTIONS_EMULATOR=%s', (value) => {
    vi.stubEnv('FUNCTIONS_EMULATOR', value);
    expect([stripeApi(), pageCacheSeconds(), ordersPerHour(), isMailInboxEnabled()]).toEqual([
      {},
      30,
      30,
      false,
    ]);
  });
});

describe('shopUrl', () => {
  it('returns SHOP_URL without its trailing slash', () => {
    vi.stubEnv('SHOP_URL', 'https://example.com/');
    expect(shopUrl()).toBe('https://example.com');
  });

  it("returns a local stack's URL before SHOP_URL", () => {
    vi.stubEnv('SHOP_URL', 'https://example.com');
    vi.stubEnv('SAVEPOINT_SHOP_URL', 'http://127.0.0.1:5173');
    expect(shopUrl()).toBe('http://127.0.0.1:5173');
  });
});

describe('stripeApi', () => {
  it("returns undefined for 'off'", () => {
    vi.stubEnv('STRIPE_API_BASE', 'off');
    expect(stripeApi()).toBeUndefined();
  });

  it("returns a local stack's payment API even if the setting is 'off'", () => {
    vi.stubEnv('STRIPE_API_BASE', 'off');
    vi.stubEnv('SAVEPOINT_STRIPE_URL', 'http://127.0.0.1:4011');
    expect(stripeApi()).toEqual({ apiBase: 'http://127.0.0.1:4011' });
  });
});

describe('shopPlatform', () => {
  it('returns only the store domain for a deployed project', () => {
    vi.stubEnv('SHOPIFY_STORE_DOMAIN', 'example.myshopify.com');
    expect(shopPlatform()).toEqual({ storeDomain: 'example.myshopify.com' });
  });

  it("returns a local stack's emulator without a configured store domain", () => {
    vi.stubEnv('SAVEPOINT_SHOPIFY_URL', 'http://127.0.0.1:4010');
    expect(shopPlatform()).toMatchObject({ apiBase: 'http://127.0.0.1:4010' });
  });
});

describe('a number setting', () => {
  it.each([
    ['ORDERS_PER_HOUR', '0', ordersPerHour],
    ['ORDERS_PER_HOUR', 'many', ordersPerHour],
    ['PAGE_CACHE_SECONDS', '-1', pageCacheSeconds],
  ])('throws for %s=%s with a message that names it', (name, text, read) => {
    vi.stubEnv(name, text);
    expect(read).toThrow(`Setting ${name} is '${text}'`);
  });
});

describe('supportEmail', () => {
  it('is undefined unless the deployment sets it', () => {
    expect(supportEmail()).toBeUndefined();
    vi.stubEnv('SUPPORT_EMAIL', 'support@shop.example');
    expect(supportEmail()).toBe('support@shop.example');
  });
});

describe('shopUrlAt', () => {
  it('is the address at which a shopper has the shop open, so that a payment leads back to their session', () => {
    vi.stubEnv('SAVEPOINT_SHOP_URL', 'http://127.0.0.1:5173');
    vi.stubEnv('SAVEPOINT_HOSTING_URL', 'http://127.0.0.1:5000');
    expect(shopUrlAt('http://127.0.0.1:5000')).toBe('http://127.0.0.1:5000');
    expect(shopUrlAt('http://127.0.0.1:5173')).toBe('http://127.0.0.1:5173');
    vi.stubEnv('SAVEPOINT_SHOP_URL', 'https://shop.example');
    expect(shopUrlAt('https://my-shop.firebaseapp.com')).toBe('https://my-shop.firebaseapp.com');
  });

  it.each([undefined, 'https://evil.example', 'https://my-shop.web.app.evil.example', 'null'])(
    'is the URL of the settings for the origin %s, which is not of the shop',
    (origin) => {
      vi.stubEnv('SHOP_URL', 'https://shop.example');
      expect(shopUrlAt(origin)).toBe('https://shop.example');
    },
  );
});
