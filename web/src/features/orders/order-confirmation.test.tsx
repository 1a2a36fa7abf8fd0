// @vitest-environment jsdom
import type { Order } from '@savepoint/model/order';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { OrderConfirmation } from './order-confirmation.tsx';

afterEach(cleanup);

it('a confirmed order promises a tracking link only where the courier gives one', () => {
  const order = {
    id: 'o1',
    userId: 'u1',
    status: 'paid',
    timeline: [],
    lines: [],
    delivery: 'standard',
    address: { name: 'Ada', line1: '1 Road', city: 'Town', country: 'US' },
    subtotalCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 0,
  } as unknown as Order;
  render(
    <MemoryRouter>
      <OrderConfirmation order={order} />
    </MemoryRouter>,
  );
  expect(screen.getByRole('list', { name: 'What happens next' }).textContent).toContain(
    'An email tells you when, with a tracking link if the courier gives one.',
  );
});
