// Question: whatever shoppers, admins, the payment provider and bad luck do, in whatever order, do stock, orders and money
// balance? 2,000 random sequences over a store in memory that crashes and contends; fewer over a real database.
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { firestoreDocumentStore } from '../../../functions/src/firestore/firestore-document-store.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { orderCommands } from './order-commands.ts';
import { deliverAllEvents, expectInvariants, expectPaymentsReconciled } from './order-invariants.ts';
import { type ReferenceModel, TestShop } from './test-shop.ts';

const SEQUENCES = 2_000;
const SEQUENCES_ON_FIRESTORE = 40;

async function tryOut(
  shop: TestShop,
  commands: Iterable<fc.AsyncCommand<ReferenceModel, TestShop>>,
): Promise<void> {
  await shop.open();
  const model: ReferenceModel = { requests: [] };
  await fc.asyncModelRun(() => ({ model, real: shop }), commands);
  await deliverAllEvents(shop);
  await expectInvariants(shop, model);
  await expectPaymentsReconciled(shop, model);
}

it(`balances over ${SEQUENCES} sequences with crashes and contention`, { timeout: 240_000 }, async () => {
  let sequences = 0;
  await fc.assert(
    fc.asyncProperty(orderCommands(40), async (commands) => {
      sequences += 1;
      await tryOut(new TestShop(new InMemoryDocumentStore()), commands);
    }),
    { numRuns: SEQUENCES },
  );
  expect(sequences).toBeGreaterThanOrEqual(SEQUENCES);
});

it(`balances over ${SEQUENCES_ON_FIRESTORE} sequences in Firestore`, { timeout: 240_000 }, async () => {
  if (!process.env.FIRESTORE_EMULATOR_HOST)
    throw new Error('FIRESTORE_EMULATOR_HOST is not set; run `npm test`.');
  await fc.assert(
    fc.asyncProperty(orderCommands(25), async (commands) => {
      const app = initializeApp({ projectId: `demo-orders-${randomUUID().slice(0, 12)}` }, randomUUID());
      try {
        await tryOut(new TestShop(firestoreDocumentStore(getFirestore(app))), commands);
      } finally {
        await deleteApp(app);
      }
    }),
    { numRuns: SEQUENCES_ON_FIRESTORE },
  );
});
