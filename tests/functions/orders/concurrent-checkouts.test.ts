// Two tabs of one account press Pay and pay, and the provider delivers its events, in every order
// that a scheduler finds. Tabs may be stale: they send the cart version from when they were opened.
import * as fc from 'fast-check';
import { HttpsError } from 'firebase-functions/https';
import { expect, it } from 'vitest';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { runs } from '../../support/search-runs.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const ANN = { uid: 'ann', email: undefined };
/** Presses of Pay: the tab, and the number of mugs in its cart. */
const presses = fc.array(fc.record({ tab: fc.constantFrom('1', '2'), quantity: fc.constantFrom(1, 2) }), {
  minLength: 2,
  maxLength: 4,
});

/** A gateway and a store whose every request waits for its turn. */
async function openShop(scheduler: fc.Scheduler): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore());
  await shop.open();
  const { payments, store } = shop;
  payments.openSession = scheduler.scheduleFunction(payments.openSession.bind(payments));
  payments.readSession = scheduler.scheduleFunction(payments.readSession.bind(payments));
  payments.closeSession = scheduler.scheduleFunction(payments.closeSession.bind(payments));
  const runTransaction = store.runTransaction.bind(store);
  store.runTransaction = async (work) => {
    await scheduler.schedule(Promise.resolve(), 'transaction');
    return runTransaction(work);
  };
  return shop;
}

/** Presses Pay, and pays on the page that opens. A rejection ends the attempt. */
async function checkOut(
  shop: TestShop,
  scheduler: fc.Scheduler,
  { tab, quantity }: { tab: string; quantity: number },
): Promise<void> {
  try {
    const { paymentUrl } = await replaceOrder(shop.context, ANN, {
      lines: [{ productId: 'mug', quantity }],
      address: ADDRESS,
      delivery: 'standard',
      cartVersion: 0,
      idempotencyKey: `key-of-tab-${tab}-with-${quantity}-mugs`,
    });
    await scheduler.schedule(Promise.resolve(), 'the card is typed');
    const session = shop.payments.sessions.find(({ id }) => paymentUrl?.endsWith(`/${id}`));
    if (session === undefined || !shop.payments.pay(session)) return;
    const event = shop.payments.events.find(
      (candidate) => candidate.kind === 'paid' && candidate.payment === session.payment,
    );
    await scheduler.schedule(Promise.resolve(), 'the event is delivered');
    if (event !== undefined) await applyPaymentEvent(shop.context, event);
  } catch (error) {
    if (!(error instanceof HttpsError)) throw error;
  }
}

it('an account pays once for its cart under any interleaving of tabs, payments and events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), presses, async (scheduler, clicks) => {
      const shop = await openShop(scheduler);
      const attempts = Promise.all(clicks.map((click) => checkOut(shop, scheduler, click)));
      await scheduler.waitFor(attempts);
      const paidOrderIds = shop.payments.sessions.flatMap(({ payment }) => {
        if (payment === undefined) return [];
        const { paidCents, refundedCents } = shop.payments.paymentState(payment.paymentIntentId);
        return paidCents > refundedCents ? [payment.orderId] : [];
      });
      expect(paidOrderIds).toHaveLength(1);
      expect(shop.payments.refunds).toEqual([]);
      const open = shop.payments.sessions.filter(({ status }) => status === 'open');
      expect(open).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
