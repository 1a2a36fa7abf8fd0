import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '../../model/src/order.ts';
import { orderSearchTerms } from '../../model/src/order-number.ts';
import type { ShopAccount } from './accounts.ts';
import { writeDocument } from './documents.ts';

/**
 * Writes an order of one unit in the given status, without checkout and payment. Returns its id.
 */
export async function writeOrder(
  { uid, email }: ShopAccount,
  productId: string,
  status: OrderStatus,
): Promise<string> {
  const id = `e2e-${randomUUID()}`;
  const at = new Date();
  const line = {
    id: productId,
    size: 'M',
    name: 'Save Point Tee',
    image: `/art/${productId}.webp`,
    price: 45,
    quantity: 1,
  };
  await writeDocument(`orders/${id}`, {
    userId: uid,
    email,
    lines: [line],
    productIds: [productId],
    address: {
      name: 'Erin Endtoend',
      line1: '1 Respawn Road',
      postalCode: '90210',
      city: 'Beverly Hills',
      country: 'US',
    },
    delivery: 'standard',
    ...{ subtotalCents: 4500, shippingCents: 599, taxCents: 0, totalCents: 5099, currency: 'usd' },
    status,
    timeline: [
      { status: 'pending', at, actor: 'shopper' },
      { status, at, actor: 'system' },
    ],
    ...{ createdAt: at, updatedAt: at, expiresAt: at },
    searchTerms: orderSearchTerms({ id, email, address: { name: 'Erin Endtoend' } }),
  });
  return id;
}
