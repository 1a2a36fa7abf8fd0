import { CancelStockAlertRequestSchema, StockAlertRequestSchema } from '@savepoint/model/callables';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { callable } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { functionSettings } from '../config/function-settings.ts';
import { database } from '../firestore/database.ts';
import { callerSubjects } from '../firestore/token-bucket.ts';
import { log } from '../logs/log.ts';
import { readMailShop } from './mail-shop.ts';
import { requireTokens } from './require-tokens.ts';
import * as alerts from './stock-alerts.ts';

const LIMITS = {
  account: { purpose: 'stockAlert', burst: 20, perHour: 40 },
  network: { purpose: 'stockAlertNetwork', burst: 30, perHour: 90 },
};
/** Limits the emails to an address, whoever enters it. */
const LIMIT_PER_EMAIL = { purpose: 'stockAlertEmail', burst: 10, perHour: 10 };

/**
 * Requests one email when a size is back: to the address of the caller's account, or to the one
 * that a guest enters. The response is the same for an address that waits already.
 */
export const requestStockAlert = callable({
  name: 'requestStockAlert',
  access: 'public',
  schema: StockAlertRequestSchema,
  handle: async ({ productId, size, email }, caller) => {
    const address = (caller.email ?? email)?.toLowerCase();
    if (address === undefined)
      throw httpsError('invalid-argument', 'Enter the email address that we should write to.', {
        field: 'email',
      });
    const now = new Date();
    await requireTokens([...callerSubjects(caller, LIMITS), [LIMIT_PER_EMAIL, address]], now);
    const request = { productId, size: size ?? null, email: address, userId: caller.uid };
    await alerts.requestAlert(database(), request, now);
    return { done: true } as const;
  },
});

/** Cancels an alert of the caller. The response is the same for somebody else's. */
export const cancelStockAlert = callable({
  name: 'cancelStockAlert',
  access: 'signed-in',
  schema: CancelStockAlertRequestSchema,
  handle: async ({ alertId }, { uid }) => {
    await alerts.cancelAlert(database(), uid, alertId);
    return { done: true } as const;
  },
});

/** Sends stock alerts when units of a size come back. */
export const onStockChanged = onDocumentWritten(
  { ...functionSettings('onStockChanged'), document: 'products/{productId}', retry: true },
  async (event) => {
    const { before, after } = event.data ?? {};
    const keys = alerts.changedKeys(event.params.productId, before?.data(), after?.data());
    if (keys.length === 0) return;
    const shop = await readMailShop(database());
    for (const key of keys) await alerts.sendAlerts(database(), key, shop, new Date());
  },
);

/** Sends further stock alerts while units are left. */
export const sendStockAlerts = onSchedule(
  { ...functionSettings('sendStockAlerts'), schedule: 'every 60 minutes' },
  async () => {
    const db = database();
    const shop = await readMailShop(db);
    for (const key of await alerts.awaitedKeys(db)) {
      try {
        await alerts.sendAlerts(db, key, shop, new Date());
      } catch (error) {
        log.error('stock-alerts-not-sent', { productId: key.productId }, error);
      }
    }
  },
);
