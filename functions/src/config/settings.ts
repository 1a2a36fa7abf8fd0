// Owns every setting and secret of the functions: names, defaults and what they mean. Read at call time, never at load
// time, because deployment sets them later. A local stack gives addresses by environment, so that two can run side by side.
import { defineSecret, defineString } from 'firebase-functions/params';

export const STRIPE_SECRET_KEY = defineSecret('STRIPE_SECRET_KEY');
export const STRIPE_WEBHOOK_SECRET = defineSecret('STRIPE_WEBHOOK_SECRET');
export const SHOPIFY_ACCESS_TOKEN = defineSecret('SHOPIFY_ACCESS_TOKEN');
export const SHOPIFY_WEBHOOK_SECRET = defineSecret('SHOPIFY_WEBHOOK_SECRET');

const shopUrlParam = defineString('SHOP_URL', {
  default: '',
  description: 'Origin of the shop, such as https://example.com; empty means https://PROJECT.web.app.',
});
const stripeApiBaseParam = defineString('STRIPE_API_BASE', {
  default: '',
  description: "Origin of a payment API other than Stripe's own; empty means Stripe.",
});
const shopifyStoreParam = defineString('SHOPIFY_STORE_DOMAIN', {
  default: '',
  description:
    'Domain of the shop platform, such as example.myshopify.com; empty switches the product feed off.',
});
const taxRateParam = defineString('TAX_RATE', {
  default: '0',
  description: 'Tax on goods and shipping as a fraction: 0.2 is 20 %.',
});
const ordersPerHourParam = defineString('ORDERS_PER_HOUR', {
  default: '30',
  description: 'Orders that one shopper may place in an hour.',
});

/** Whether this runs in the functions emulator. */
export function isLocal(): boolean {
  return process.env.FUNCTIONS_EMULATOR === 'true';
}

export function projectId(): string {
  return process.env.GCLOUD_PROJECT ?? 'demo-savepoint';
}

/** Origin of the shop without a slash at the end. */
export function shopUrl(): string {
  const local = isLocal() ? process.env.SAVEPOINT_SHOP_URL : undefined;
  return (local || shopUrlParam.value() || `https://${projectId()}.web.app`).replace(/\/$/, '');
}

/**
 * Where payments are made: Stripe itself (undefined), another origin, or 'off'. A local stack without a payment
 * stand-in has payments off: nothing there may call out.
 */
export function stripeApiBase(): string | undefined | 'off' {
  if (isLocal()) return process.env.SAVEPOINT_STRIPE_URL || stripeApiBaseParam.value() || 'off';
  return stripeApiBaseParam.value() || undefined;
}

/** Address of the shop platform, or undefined when the product feed is switched off. */
export function shopPlatform(): { storeDomain: string; apiBase?: string } | undefined {
  if (isLocal()) {
    const apiBase = process.env.SAVEPOINT_SHOPIFY_URL;
    return apiBase ? { storeDomain: 'savepoint.myshopify.com', apiBase } : undefined;
  }
  const storeDomain = shopifyStoreParam.value();
  return storeDomain ? { storeDomain } : undefined;
}

/** A fraction from 0 to 1; anything else in the setting is an error worth stopping for. */
export function taxRate(): number {
  return numberSetting('TAX_RATE', taxRateParam.value() || '0', 0, 1);
}

export function ordersPerHour(): number {
  return numberSetting('ORDERS_PER_HOUR', ordersPerHourParam.value() || '30', 1, 1_000_000);
}

function numberSetting(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < least || value > most)
    throw new Error(`Setting ${name} is '${text}'; it must be a number from ${least} to ${most}.`);
  return value;
}
