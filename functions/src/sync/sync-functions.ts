// The product feed as functions: callables for admins, a daily schedule, and the shop platform's
// webhook.

import { randomUUID } from 'node:crypto';
import { EmptyRequestSchema, SyncIdRequestSchema, type SyncSettings } from '@savepoint/model/callables';
import { CURRENCY } from '@savepoint/model/money';
import { HttpsError, onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { createAuditEntry } from '../audit/audit-entry.ts';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { functionSettings } from '../config/function-settings.ts';
import { SHOPIFY_ACCESS_TOKEN, SHOPIFY_WEBHOOK_SECRET, shopPlatform } from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import { parseWebhook, verifyWebhookSignature } from '../shop-platform/parse-webhook.ts';
import { PlatformError } from '../shop-platform/platform-product.ts';
import { SyncTooLargeError } from './apply-sync.ts';
import { applyWebhook } from './apply-webhook.ts';
import { runSync, type SyncResult } from './run-sync.ts';
import { SyncInProgressError } from './sync-lease.ts';
import * as syncUndo from './undo-sync.ts';

const SYNC_OPTIONS = { secrets: [SHOPIFY_ACCESS_TOKEN] };

async function sync(startedBy: string): Promise<SyncResult> {
  const platform = shopPlatform();
  if (platform === undefined)
    throw httpsError('failed-precondition', 'No shop platform is connected, so there is nothing to sync.');
  const { createProductPageReader } = await import('../shop-platform/read-product-page.ts');
  const readPage = createProductPageReader({ ...platform, accessToken: SHOPIFY_ACCESS_TOKEN.value() });
  try {
    return await runSync({ db: database(), readPage, now: () => new Date(), newId: randomUUID }, startedBy);
  } catch (error) {
    throw toHttpsError(error);
  }
}

function toHttpsError(error: unknown): unknown {
  if (error instanceof SyncInProgressError) return httpsError('already-exists', error.message);
  if (error instanceof PlatformError) return httpsError('unavailable', error.message);
  if (error instanceof SyncTooLargeError || error instanceof syncUndo.CannotUndoError)
    return httpsError('failed-precondition', error.message);
  return error;
}

/** Says whether a sync can be started. */
export const readSyncSettings = callable({
  name: 'readSyncSettings',
  access: 'syncCatalogue',
  schema: EmptyRequestSchema,
  handle: async (): Promise<SyncSettings> => ({ isConnected: shopPlatform() !== undefined }),
});

/**
 * Runs a sync to its end; its progress is in syncs/{syncId}. Rejects with already-exists while
 * another runs, unavailable when the platform cannot be read, failed-precondition without a
 * platform or when the changes do not fit one commit.
 */
export const syncProducts = callable({
  name: 'syncProducts',
  access: 'syncCatalogue',
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

/**
 * Undoes the last applied sync. Rejects with failed-precondition for any other, or while a sync
 * runs.
 */
export const undoSync = callable({
  name: 'undoSync',
  access: 'syncCatalogue',
  schema: SyncIdRequestSchema,
  handle: async ({ syncId }, admin) => {
    const now = new Date();
    try {
      await syncUndo.undoSync(database(), syncId, now);
    } catch (error) {
      throw toHttpsError(error);
    }
    const entry = createAuditEntry(database(), admin, now, {
      action: 'undoSync',
      target: `syncs/${syncId}`,
      summary: 'Undid a sync',
    });
    await entry.ref.set(entry.fields);
    return { done: true } as const;
  },
});

/**
 * Runs a sync once a day, in case a webhook was lost. Does nothing without a connected platform or
 * while another sync runs.
 */
export const syncDaily = onSchedule(
  { ...functionSettings('syncDaily'), ...SYNC_OPTIONS, schedule: 'every day 04:10' },
  async () => {
    if (shopPlatform() === undefined) return;
    try {
      const { syncId, record } = await sync('schedule');
      log.info('catalogue-synced', { syncId, created: record.created, updated: record.updated });
    } catch (error) {
      if (error instanceof HttpsError && error.code === 'already-exists') return;
      throw error;
    }
  },
);

/** A delivery's id becomes a document id. Shopify's ids are UUIDs. */
const DELIVERY_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * The shop platform's webhook. Responds with 405 to methods except POST, with 401 to a bad
 * signature, with 400 to missing or malformed headers and to a body that does not match its topic
 * or is dated in the future, with 503 if a running sync has to finish first and with 500 on failure
 * (the platform redelivers after both), else with 200.
 */
export const shopifyWebhook = onRequest(
  { ...functionSettings('shopifyWebhook'), secrets: [SHOPIFY_WEBHOOK_SECRET] },
  async (request, response) => {
    if (request.method !== 'POST') {
      response.set('Allow', 'POST').status(405).send('Only POST is allowed.');
      return;
    }
    // Without a body there is no raw body.
    const body = request.rawBody ?? Buffer.alloc(0);
    const signature = request.get('x-shopify-hmac-sha256');
    if (!verifyWebhookSignature(body, signature, SHOPIFY_WEBHOOK_SECRET.value())) {
      response.status(401).send('The signature does not match the body.');
      return;
    }
    const topic = request.get('x-shopify-topic');
    const id = request.get('x-shopify-webhook-id');
    if (!topic || !id) {
      response.status(400).send('X-Shopify-Topic and X-Shopify-Webhook-Id are required.');
      return;
    }
    if (!DELIVERY_ID.test(id)) {
      response
        .status(400)
        .send('X-Shopify-Webhook-Id must have 1 to 100 letters, digits, dots, hyphens and underscores.');
      return;
    }
    const now = new Date();
    let change: ReturnType<typeof parseWebhook>;
    try {
      change = parseWebhook(topic, body, request.get('x-shopify-triggered-at') ?? now.toISOString(), now);
    } catch (error) {
      const reason = error instanceof RangeError ? ` ${error.message}` : '';
      response.status(400).type('text').send(`The body does not match the topic.${reason}`);
      return;
    }
    if (change === undefined) {
      response.status(200).send('ignored');
      return;
    }
    try {
      const delivery = { id, topic, currencyCode: CURRENCY.toUpperCase() };
      const outcome = await applyWebhook(database(), change, delivery, now);
      log.info('platform-event', { id, topic, outcome });
      response.status(outcome === 'retry-later' ? 503 : 200).send(outcome);
    } catch (error) {
      log.error('platform-event-failed', { id, topic }, error);
      response.status(500).send('Not applied; please send it again.');
    }
  },
);
