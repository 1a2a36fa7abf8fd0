// @vitest-environment jsdom
import { DEFAULT_SHIPPING, homeRate } from '@savepoint/model/shipping';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FreeShippingProgress } from './free-shipping.tsx';

const rate = homeRate(DEFAULT_SHIPPING, 'standard');
const textOf = (subtotal: number, shippingCents: number, promotedOver?: number) =>
  render(<FreeShippingProgress {...{ subtotal, rate, shippingCents, promotedOver }} />).container.textContent;

afterEach(cleanup);

it('the progress to free shipping says what is missing', () => {
  expect(textOf(4500, 599)).toBe('You’re $5.01 away from free US shipping');
  expect(textOf(5001, 0)).toBe('You’ve unlocked free US shipping');
});

it('the progress to free shipping is at its end where a promotion takes off all of its price, not a part', () => {
  expect(textOf(4500, 299)).toBe('You’re $5.01 away from free US shipping');
  cleanup();
  expect(textOf(4500, 0)).toBe('You’ve unlocked free US shipping');
  expect(screen.getByRole('meter')).toHaveProperty('value', 5000);
});

it('the progress to free shipping counts to the minimum of a promotion where that is less', () => {
  expect(textOf(2500, 599, 2999)).toBe('You’re $5.00 away from free US shipping');
  cleanup();
  expect(textOf(4500, 599, 5999)).toBe('You’re $5.01 away from free US shipping');
});
