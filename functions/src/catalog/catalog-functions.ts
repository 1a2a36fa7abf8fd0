// Owns the doors to the catalogue for admins, and the shop platform's: callables, webhook, schedule.

import { randomUUID } from 'node:crypto';
import {
  EmptyRequestSchema,
  ImportProductsRequestSchema,
  ModerateReviewRequestSchema,
  PatchProductsRequestSchema,
  SaveCategoryRequestSchema,
  SaveProductRequestSchema,
  SyncIdRequestSchema,
} from '@savepoint/model/callables';
import { CURRENCY } from '@savepoint/model/money';
import { HttpsError, onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { SHOPIFY_ACCESS_TOKEN, SHOPIFY_WEBHOOK_SECRET, shopPlatform } from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import { parseWebhook, verifyWebhookSignature } from '../shop-platform/parse-webhook.ts';
import { PlatformError } from '../shop-platform/platform-product.ts';
import { createAuditEntry } from './audit-entry.ts';
import { importProducts as importRows } from './import-products.ts';
import { moderateReview as moderate } from './moderate-review.ts';
import {
  saveCategory as keepCategory,
  saveProduct as keepProduct,
  patchProducts as patch,
} from './save-product.ts';
import { SyncTooLargeError } from './sync/apply-sync.ts';
import { applyWebhook } from './sync/apply-webhook.ts';
import { runSync, type SyncResult } from './sync/run-sync.ts';
import { SyncInProgressError } from './sync/sync-lease.ts';
import { CannotUndoError, undoSync as undo } from './sync/undo-sync.ts';

const SYNC_OPTIONS = { secrets: [SHOPIFY_ACCESS_TOKEN], timeoutSeconds: 540, memory: '512MiB' as const };

export const saveProduct = callable({
  name: 'saveProduct',
  access: 'admin',
  schema: SaveProductRequestSchema,
  handle: (request, admin) => keepProduct(database(), admin, request, new Date()),
});

export const patchProducts = callable({
  name: 'patchProducts',
  access: 'admin',
  schema: PatchProductsRequestSchema,
  handle: (request, admin) => patch(database(), admin, request, new Date()),
});

export const importProducts = callable({
  name: 'importProducts',
  access: 'admin',
  schema: ImportProductsRequestSchema,
  handle: (request, admin) => importRows(database(), admin, request, new Date()),
});

export const saveCategory = callable({
  name: 'saveCategory',
  access: 'admin',
  schema: SaveCategoryRequestSchema,
  handle: (request, admin) => keepCategory(database(), admin, request, new Date()),
});

export const moderateReview = callable({
  name: 'moderateReview',
  access: 'admin',
  schema: ModerateReviewRequestSchema,
  handle: (request, admin) => moderate(database(), admin, request, new Date()),
});

async function sync(startedBy: string): Promise<SyncResult> {
  const platform = shopPlatform();
  if (platform === undefined)
    throw httpsError(
      'failed-precondition',
      'No shop platform is connected. Set SHOPIFY_STORE_DOMAIN, or start with --shopify.',
    );
  const { createProductPageReader: createPageReader } = await import('../shop-platform/read-product-page.ts');
  const readPage = createPageReader({ ...platform, accessToken: SHOPIFY_ACCESS_TOKEN.value() });
  try {
    return await runSync({ db: database(), readPage, now: () => new Date(), newId: randomUUID }, startedBy);
  } catch (error) {
    throw asRefusal(error);
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof SyncInProgressError) return httpsError('already-exists', error.message);
  if (error instanceof PlatformError) return httpsError('unavailable', error.message);
  if (error instanceof SyncTooLargeError || error instanceof CannotUndoError)
    return httpsError('failed-precondition', error.message);
  return error;
}

/** Runs a whole sync; its progress shows in syncs/{syncId} while it runs. */
export const syncProducts = callable({
  name: 'syncProducts',
  access: 'admin',
  schema: EmptyRequestSchema,
  options: SYNC_OPTIONS,
  handle: async (_request, admin) => {
    const { syncId, record } = await sync(admin.uid);
    const { status, created, updated, archived, problems } = record;
    const entry = createAuditEntry(database(), admin, new Date(), {
      action: 'syncProducts',
      target: `syncs/${syncId}`,
      summary: `Synced: ${created} new, ${updated} changed, ${archived} archived`,
    });
    await entry.ref.set(entry.fields);
    return { syncId, status, created, updated, archived, problems };
  },
});

export const undoSync = callable({
  name: 'undoSync',
  access: 'admin',
  schema: SyncIdRequestSchema,
  options: { timeoutSeconds: 540, memory: '512MiB' },
  handle: async ({ syncId }, admin) => {
    const now = new Date();
    try {
      await undo(database(), syncId, now);
    } catch (error) {
      throw asRefusal(error);
    }
    const entry = createAuditEntry(database(), admin, now, {
      action: 'undoSync',
      target: `syncs/${syncId}`,
      summary: 'Took a sync back',
    });
    await entry.ref.set(entry.fields);
    return { done: true } as const;
  },
});

/** Once a day, in case a webhook was lost. Without a connected platform it does nothing. */
export const syncDaily = onSchedule({ ...SYNC_OPTIONS, schedule: 'every day 04:10' }, async () => {
  if (shopPlatform() === undefined) return;
  try {
    const { syncId, record } = await sync('schedule');
    log.info('catalogue-synced', { syncId, created: record.created, updated: record.updated });
  } catch (error) {
    if (error instanceof HttpsError && error.code === 'already-exists') return;
    throw error;
  }
});

/**
 * Deliveries of the shop platform: 401 for a bad signature, 400 for a body that is not what its topic says, 503 for what a
 * running sync must finish first (the platform sends it again), else 200.
 */
export const shopifyWebhook = onRequest({ secrets: [SHOPIFY_WEBHOOK_SECRET] }, async (request, response) => {
  if (
    !verifyWebhookSignature(
      request.rawBody,
      request.get('x-shopify-hmac-sha256'),
      SHOPIFY_WEBHOOK_SECRET.value(),
    )
  ) {
    response.status(401).send('The signature does not fit the body.');
    return;
  }
  const topic = request.get('x-shopify-topic');
  const id = request.get('x-shopify-webhook-id');
  if (!topic || !id) {
    response.status(400).send('X-Shopify-Topic and X-Shopify-Webhook-Id are needed.');
    return;
  }
  const now = new Date();
  let change: ReturnType<typeof parseWebhook>;
  try {
    change = parseWebhook(topic, request.rawBody, request.get('x-shopify-triggered-at') ?? now.toISOString());
  } catch {
    response.status(400).send(`The body is not what ${topic} promises.`);
    return;
  }
  if (change === undefined) {
    response.status(200).send('ignored');
    return;
  }
  try {
    const outcome = await applyWebhook(
      database(),
      change,
      { id, topic, currencyCode: CURRENCY.toUpperCase() },
      now,
    );
    log.info('platform-event', { id, topic, outcome });
    response.status(outcome === 'later' ? 503 : 200).send(outcome);
  } catch (error) {
    log.error('platform-event-failed', { id, topic }, error);
    response.status(500).send('Not applied; please send it again.');
  }
});
