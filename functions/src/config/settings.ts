// Every setting and secret of the functions. They are read at call time, because deployment sets
// them after the module is loaded. No code depends on running in an emulator: a local stack has
// other values (.env.demo-savepoint), and its addresses come from the environment, so that two
// stacks can run at once.
import { defineBoolean, defineSecret, defineString } from 'firebase-functions/params';

export const STRIPE_SECRET_KEY = defineSecret('STRIPE_SECRET_KEY');
export const STRIPE_WEBHOOK_SECRET = defineSecret('STRIPE_WEBHOOK_SECRET');
export const SHOPIFY_ACCESS_TOKEN = defineSecret('SHOPIFY_ACCESS_TOKEN');
export const SHOPIFY_WEBHOOK_SECRET = defineSecret('SHOPIFY_WEBHOOK_SECRET');

const PAYMENTS_OFF = 'off';
/** A store domain for the Shopify emulator, which accepts any. */
const EMULATED_STORE_DOMAIN = 'savepoint.myshopify.com';

// `value()` returns '' instead of the default if firebase-tools has not written the default to a
// .env file.
const ORDERS_PER_HOUR_DEFAULT = '30';
const PAGE_CACHE_SECONDS_DEFAULT = '30';

const shopUrlParam = defineString('SHOP_URL', {
  default: '',
  description: 'Origin of the shop, such as https://example.com; empty means https://PROJECT.web.app.',
});
const stripeApiBaseParam = defineString('STRIPE_API_BASE', {
  default: '',
  description: `Origin of a payment API other than Stripe's own; empty means Stripe, '${PAYMENTS_OFF}' switches payments off.`,
});
const shopifyStoreParam = defineString('SHOPIFY_STORE_DOMAIN', {
  default: '',
  description:
    'Domain of the shop platform, such as example.myshopify.com; empty switches the product feed off.',
});
const ordersPerHourParam = defineString('ORDERS_PER_HOUR', {
  default: ORDERS_PER_HOUR_DEFAULT,
  description: 'Orders that one shopper may place in an hour.',
});
const pageCacheSecondsParam = defineString('PAGE_CACHE_SECONDS', {
  default: PAGE_CACHE_SECONDS_DEFAULT,
  description: 'How long server-rendered pages reuse a read of the database; 0 reads every time.',
});
const supportEmailParam = defineString('SUPPORT_EMAIL', {
  default: '',
  description: 'Address that answers to emails of support go to; empty when nobody reads them.',
});
const mailInboxParam = defineBoolean('MAIL_INBOX', {
  default: false,
  description: 'Serves the emails of the `mail` collection to anybody. For local projects only.',
});

/** Origin of the shop, without a trailing slash. */
export function shopUrl(): string {
  const url = process.env.SAVEPOINT_SHOP_URL || shopUrlParam.value();
  return (url || `https://${process.env.GCLOUD_PROJECT}.web.app`).replace(/\/$/, '');
}

/** Origin of Hosting. Locally it differs from the shop's URL, which is the dev server's. */
export function hostingUrl(): string {
  return process.env.SAVEPOINT_HOSTING_URL || shopUrl();
}

/** The known origins at which browsers may have the shop open. */
function shopOrigins(): readonly string[] {
  const project = process.env.GCLOUD_PROJECT;
  return [shopUrl(), hostingUrl(), `https://${project}.web.app`, `https://${project}.firebaseapp.com`];
}

/**
 * The shop's URL for a browser at `origin`: that origin if it belongs to the shop, because it has
 * the browser's session, and otherwise `shopUrl()`.
 */
export function shopUrlAt(origin: string | undefined): string {
  return shopOrigins().find((own) => own === origin) ?? shopUrl();
}

/** The local dashboard, which shows the mail inbox in a frame; undefined in production. */
export function studioUrl(): string | undefined {
  return process.env.SAVEPOINT_STUDIO_URL;
}

/** The base URL of bucket files for browsers, without a trailing slash. */
export function storageUrl(): string {
  const host = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  return host ? `http://${host}` : 'https://firebasestorage.googleapis.com';
}

/**
 * The payment API; `apiBase` is absent for Stripe's own. Undefined if payments are switched off.
 */
export function stripeApi(): { readonly apiBase?: string } | undefined {
  const apiBase = process.env.SAVEPOINT_STRIPE_URL || stripeApiBaseParam.value();
  if (apiBase === PAYMENTS_OFF) return undefined;
  return apiBase ? { apiBase } : {};
}

/**
 * The shop platform; `apiBase` is absent for the platform's own. Undefined if the product feed is
 * switched off.
 */
export function shopPlatform(): { readonly storeDomain: string; readonly apiBase?: string } | undefined {
  const storeDomain = shopifyStoreParam.value();
  const apiBase = process.env.SAVEPOINT_SHOPIFY_URL;
  if (apiBase) return { storeDomain: storeDomain || EMULATED_STORE_DOMAIN, apiBase };
  return storeDomain ? { storeDomain } : undefined;
}

/** Orders per hour and shopper. Throws when the setting is not a number from 1 to 1,000,000. */
export function ordersPerHour(): number {
  return numberSetting(
    'ORDERS_PER_HOUR',
    ordersPerHourParam.value() || ORDERS_PER_HOUR_DEFAULT,
    1,
    1_000_000,
  );
}

/**
 * Lifetime of cached reads for server-rendered pages. Throws when the setting is not a number from
 * 0 to 3,600.
 */
export function pageCacheSeconds(): number {
  const text = pageCacheSecondsParam.value() || PAGE_CACHE_SECONDS_DEFAULT;
  return numberSetting('PAGE_CACHE_SECONDS', text, 0, 3600);
}

/**
 * True if images of local emulators are accepted. Projects with an id that starts with `demo-`
 * exist in emulators only.
 */
export function areLoopbackImagesAllowed(): boolean {
  return process.env.GCLOUD_PROJECT?.startsWith('demo-') ?? false;
}

/** The mailbox of support, if any. */
export function supportEmail(): string | undefined {
  return supportEmailParam.value() || undefined;
}

/** Tells whether the mail inbox is served. It has no access control. */
export function isMailInboxEnabled(): boolean {
  return mailInboxParam.value();
}

function numberSetting(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < min || value > max)
    throw new Error(`Setting ${name} is '${text}'; it must be a number from ${min} to ${max}.`);
  return value;
}
