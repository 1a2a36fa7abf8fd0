import type { Order } from '@savepoint/model/order';
import { expect, it } from 'vitest';
import { orderRows } from './order-csv.ts';

const ORDER: Order = {
  id: 'order-1',
  userId: 'ann',
  email: 'ann@example.com',
  lines: [
    { id: 'tee', size: 'M', sku: 'SP-TEE-M', name: 'Tee', image: '/tee.webp', price: 45, quantity: 3 },
    { id: 'mug', name: 'Mug', image: '/mug.webp', price: 15, quantity: 1 },
  ],
  restocked: [{ id: 'mug', quantity: 1, status: 'paid' }],
  address: {
    ...{ name: 'Ada', line1: '1 Way', line2: 'Apt 4', phone: '+1 555 0100' },
    ...{ city: 'Albany', region: 'NY', postalCode: '12207', country: 'US' },
  },
  delivery: 'express',
  note: 'Ring twice',
  ...{ subtotalCents: 15_000, shippingCents: 1499, taxCents: 0, totalCents: 16_499, currency: 'usd' },
  status: 'paid',
  timeline: [],
  createdAt: '2026-11-01T12:00:00.000Z',
};

it('the rows of orders contain everything for a carrier: address, delivery, note, and units by SKU', () => {
  const [header = [], row = []] = orderRows([ORDER]);
  const cells = Object.fromEntries(header.map((name, column) => [name, row[column]]));
  expect(cells).toMatchObject({
    ...{ name: 'Ada', phone: '+1 555 0100', address1: '1 Way', address2: 'Apt 4' },
    ...{ city: 'Albany', region: 'NY', postalCode: '12207', country: 'US' },
    ...{ delivery: 'express', note: 'Ring twice' },
    ...{ items: '3 x Tee (M); 1 x Mug', toSend: '3 x SP-TEE-M', total: '164.99' },
  });
  expect(row).toHaveLength(header.length);
});
