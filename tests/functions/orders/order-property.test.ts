// Random sequences of commands must leave stock, orders and payments consistent, over a fake store
// that crashes and contends, and over Firestore, where they take far longer: there, few sequences
// show whether its transactions do what the fake store's do.
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { giveCredit } from '../../../functions/src/credit/give-credit.ts';
import { firestoreDocumentStore } from '../../../functions/src/firestore/firestore-document-store.ts';
import { runs } from '../../support/search-runs.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { OWNER, orderCommands } from './order-commands.ts';
import {
  deliverAllEvents,
  expectInvariants,
  expectPaymentsReconciled,
  expectSalesReplayed,
} from './order-invariants.ts';
import { type ReferenceModel, TestShop } from './test-shop.ts';

const SEQUENCES = runs(300);
const SEQUENCES_ON_FIRESTORE = runs(6);

async function runCommands(
  shop: TestShop,
  commands: Iterable<fc.AsyncCommand<ReferenceModel, TestShop>>,
): Promise<void> {
  await shop.open();
  await shop.store.runTransaction(async (transaction) => transaction.set('users/ann', {}));
  const gift = { userId: 'ann', cents: 20_000, reason: 'Sorry', requestId: 'request-of-credit-0' };
  await giveCredit(shop.store, OWNER, gift, shop.context.now());
  const model: ReferenceModel = { requests: [] };
  await fc.asyncModelRun(() => ({ model, real: shop }), commands);
  await deliverAllEvents(shop);
  await expectInvariants(shop, model);
  await expectPaymentsReconciled(shop, model);
  await expectSalesReplayed(shop, model);
}

describe('orders, stock and payments', () => {
  it(`stay consistent over ${SEQUENCES} sequences with crashes and contention`, {
    timeout: 240_000,
  }, async () => {
    let sequences = 0;
    await fc.assert(
      fc.asyncProperty(orderCommands(40, '+1'), async (commands) => {
        sequences += 1;
        await runCommands(new TestShop(new InMemoryDocumentStore()), commands);
      }),
      { numRuns: SEQUENCES },
    );
    expect(sequences).toBeGreaterThanOrEqual(SEQUENCES);
  });

  it(`stay consistent over ${SEQUENCES_ON_FIRESTORE} sequences in Firestore`, {
    timeout: 240_000,
  }, async () => {
    const host = process.env.FIRESTORE_EMULATOR_HOST;
    if (!host) throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
    const projectId = `demo-orders-${randomUUID().slice(0, 12)}`;
    const documents = `http://${host}/emulator/v1/projects/${projectId}/databases/(default)/documents`;
    const app = initializeApp({ projectId }, projectId);
    const store = firestoreDocumentStore(getFirestore(app));
    try {
      await fc.assert(
        fc.asyncProperty(orderCommands(25), async (commands) => {
          expect((await fetch(documents, { method: 'DELETE' })).status).toBe(200);
          await runCommands(new TestShop(store), commands);
        }),
        { numRuns: SEQUENCES_ON_FIRESTORE },
      );
    } finally {
      await deleteApp(app);
    }
  });
});
