// Owns giving a shopper an order without the way through checkout and payment, for tests that begin after both.
import { randomUUID } from 'node:crypto';
import type { OrderStatus } from '../../model/src/order.ts';
import type { ShopAccount } from './accounts.ts';
import { writeDocument } from './documents.ts';

/** The order's id; one unit of the product, in the status asked for. */
export async function placeOrder(
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
  });
  return id;
}
