// @vitest-environment jsdom
import { DEFAULT_SHIPPING, homeRate } from '@savepoint/model/shipping';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FreeShippingProgress } from './free-shipping.tsx';

const rate = homeRate(DEFAULT_SHIPPING, 'standard');
const textOf = (subtotal: number, shippingCents: number, promotedOver?: number) =>
  render(<FreeShippingProgress {...{ subtotal, rate, shippingCents, promotedOver }} />).container.textContent;

afterEach(cleanup);

it('the progress to free shipping shows the missing amount', () => {
  expect(textOf(4500, 599)).toBe('You’re $5.01 away from free US shipping');
  expect(textOf(5001, 0)).toBe('You’ve unlocked free US shipping');
});

it('the progress to free shipping is complete only if a promotion takes off the whole price', () => {
  expect(textOf(4500, 299)).toBe('You’re $5.01 away from free US shipping');
  cleanup();
  expect(textOf(4500, 0)).toBe('You’ve unlocked free US shipping');
  expect(screen.getByRole('meter')).toHaveProperty('value', 5000);
});

it('the progress to free shipping uses the minimum of a promotion if that is lower', () => {
  expect(textOf(2500, 599, 2999)).toBe('You’re $5.00 away from free US shipping');
  cleanup();
  expect(textOf(4500, 599, 5999)).toBe('You’re $5.01 away from free US shipping');
});
