// An instance of createOrder: the use case with a memory and connections of its own, in a process
// that is sent orders and sends their outcomes back.
import { randomUUID } from 'node:crypto';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { firestoreDocumentStore } from '../../../functions/src/firestore/firestore-document-store.ts';
import { keyedMutex } from '../../../functions/src/firestore/keyed-mutex.ts';
import type { OrderContext } from '../../../functions/src/orders/order-context.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';

/** An order of one unit. */
export interface OrderMessage {
  readonly id: number;
  readonly uid: string;
  readonly productId: string;
}

/** How an order ended. */
export interface Outcome {
  readonly milliseconds: number;
  /** Why createOrder rejected; undefined for an order that was created. */
  readonly rejection?: string;
}

const ADDRESS = {
  ...{ name: 'Ada', line1: '1 Way', city: 'Town', postalCode: '12345', region: 'NY', country: 'US' },
};

async function order(context: OrderContext, { uid, productId }: OrderMessage): Promise<Outcome> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  try {
    await replaceOrder(
      context,
      { uid, email: undefined },
      {
        lines: [{ productId, size: 'M', quantity: 1 }],
        ...{ address: ADDRESS, delivery: 'standard', idempotencyKey: randomUUID() },
      },
    );
    return { milliseconds: elapsed() };
  } catch (error) {
    const { code, details, message } = error as {
      code?: unknown;
      details?: { reason?: string };
      message: string;
    };
    return { milliseconds: elapsed(), rejection: details?.reason ?? `${String(code)}: ${message}` };
  }
}

initializeApp({ projectId: process.argv[2] as string });
const context: OrderContext = {
  store: firestoreDocumentStore(getFirestore()),
  runExclusive: keyedMutex(),
  payments: undefined,
  now: () => new Date(),
  ordersPerHour: 1_000_000,
  warn: () => undefined,
};
process.on('message', async (message: OrderMessage) => {
  process.send?.({ id: message.id, ...(await order(context, message)) });
});
process.on('disconnect', () => process.exit());
