import type { Order } from '@savepoint/model/order';
import { expect, it } from 'vitest';
import { customsRows, labelRows } from './shipping-csv.ts';

const ORDER: Order = {
  id: 'order-1',
  userId: 'ann',
  email: 'ann@example.com',
  lines: [
    {
      ...{ id: 'tee', size: 'M', sku: 'SP-TEE-M', name: 'Tee', image: '/tee.webp' },
      ...{ price: 45, quantity: 3, grams: 300, hsCode: '610910', origin: 'PT' },
    },
    { id: 'pin', name: 'Pin', image: '/pin.webp', price: 5, quantity: 2 },
    { id: 'mug', name: 'Mug', image: '/mug.webp', price: 15, quantity: 1 },
  ],
  restocked: [
    { id: 'mug', quantity: 1, status: 'paid' },
    { id: 'tee', size: 'M', quantity: 1, status: 'paid' },
  ],
  address: {
    ...{ name: 'Ada', line1: '1 Weg', city: 'Berlin', postalCode: '10115', country: 'DE' },
    phone: '+49 30 1',
  },
  delivery: 'express',
  note: 'Ring twice',
  ...{ subtotalCents: 16_000, shippingCents: 1499, taxCents: 0, totalCents: 17_499, currency: 'usd' },
  status: 'paid',
  timeline: [],
  createdAt: '2026-11-01T12:00:00.000Z',
};

const toRecords = ([header = [], ...rows]: string[][]) =>
  rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column]])));

it('a label has the address, weight and value of the shipped units, and an order without any has no label', () => {
  const nothing = { ...ORDER, lines: ORDER.lines.slice(2) };
  expect(toRecords(labelRows([ORDER, nothing], 20))).toEqual([
    {
      order: 'ORDER-1',
      service: 'express',
      name: 'Ada',
      ...{ address1: '1 Weg', address2: '', city: 'Berlin', state: '', postalCode: '10115', country: 'DE' },
      ...{ phone: '49 30 1', email: 'ann@example.com', note: 'Ring twice' },
      ...{ weightGrams: '640', weightOunces: '22.6', value: '100.00', currency: 'USD' },
    },
  ]);
});

it('the customs file has each kind of shipped item, with its code and origin', () => {
  expect(toRecords(customsRows([ORDER], 20))).toEqual([
    {
      ...{ order: 'ORDER-1', country: 'DE', sku: 'SP-TEE-M', description: 'Tee (M)', quantity: '2' },
      ...{ unitValue: '45.00', currency: 'USD', unitGrams: '300', hsCode: '610910', origin: 'PT' },
    },
    {
      ...{ order: 'ORDER-1', country: 'DE', sku: '', description: 'Pin', quantity: '2' },
      ...{ unitValue: '5.00', currency: 'USD', unitGrams: '20', hsCode: '', origin: '' },
    },
  ]);
});

it('the declared value is the amount paid for the shipped units, the same on the label and for customs', () => {
  // 20 % off three units of $45, and a discount that three units cannot share evenly.
  const [tee, pin] = ORDER.lines;
  if (tee === undefined || pin === undefined) throw new Error('No lines.');
  const lines = [
    { ...tee, discountCents: 2700 },
    { ...pin, quantity: 3, discountCents: 500 },
  ];
  const order = { ...ORDER, lines };
  expect(toRecords(customsRows([order], 20))).toMatchObject([
    { quantity: '2', unitValue: '36.00' },
    { quantity: '3', unitValue: '3.33' },
  ]);
  expect(toRecords(labelRows([order], 20))).toMatchObject([{ value: '81.99' }]);
});
