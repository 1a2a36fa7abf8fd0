import type { Order } from '@savepoint/model/order';
import { expect, it } from 'vitest';
import { formatOrderArrival } from './format-delivery.ts';

const FRIDAY = '2026-11-06T15:00:00.000Z';
const ORDER = { status: 'paid', workingDays: { min: 2, max: 3 }, createdAt: FRIDAY } as const;

it.each<[Order['status'], string | undefined]>([
  ['pending', undefined],
  ['paid', 'Thu, Nov 12'],
  ['packed', 'Thu, Nov 12'],
  ['shipped', 'Thu, Nov 12'],
  ['delivered', undefined],
  ['cancelled', undefined],
])('an order that is %s arrives by: %s', (status, day) => {
  // Wednesday is Veterans Day.
  expect(formatOrderArrival({ ...ORDER, status }, new Date('2026-11-12T20:00:00.000Z'))).toBe(day);
});

it('a late order promises no day that is over', () => {
  expect(formatOrderArrival(ORDER, new Date('2026-11-13T20:00:00.000Z'))).toBeUndefined();
});
