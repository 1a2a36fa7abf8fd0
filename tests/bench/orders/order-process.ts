// An instance of the function createOrder, with a memory and connections of its own, in a process
// that is sent calls and sends their outcomes back.
import { randomUUID } from 'node:crypto';
import { auth } from '../../../functions/src/firestore/database.ts';
import { createOrder } from '../../../functions/src/orders/order-functions.ts';

/** A shopper; those of a stack have the token of their account there. */
export interface Shopper {
  readonly uid: string;
  readonly token?: string;
}

/** An order of one unit. */
export interface OrderMessage extends Shopper {
  readonly id: number;
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

async function order({ uid, token, productId }: OrderMessage): Promise<Outcome> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  try {
    const claims = token === undefined ? { uid } : await auth().verifyIdToken(token);
    const data = {
      lines: [{ productId, size: 'M', quantity: 1 }],
      ...{ address: ADDRESS, delivery: 'standard', idempotencyKey: randomUUID() },
    };
    const call = { data, auth: { uid: claims.uid, token: claims }, rawRequest: { headers: {} } };
    await createOrder.run(call as Parameters<typeof createOrder.run>[0]);
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

process.on('message', async (message: OrderMessage) => {
  process.send?.({ id: message.id, ...(await order(message)) });
});
process.on('disconnect', () => process.exit());
