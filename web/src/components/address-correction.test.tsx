// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { OrderStatus } from '@savepoint/model/order';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { toastSlice } from '../lib/toast-slice.ts';
import { AddressCorrection } from './address-correction.tsx';

afterEach(cleanup);

/** An order that gets another status while its address is corrected. */
function OrderPage({ next }: { next: OrderStatus }) {
  const [status, setStatus] = useState<OrderStatus>('paid');
  const address = { name: 'Ada', line1: '1 Road', city: 'Berlin', postalCode: '10115', country: 'DE' };
  return (
    <>
      <button type="button" onClick={() => setStatus(next)}>
        Move
      </button>
      <AddressCorrection
        order={{ address, status }}
        packedMessage="It is packed."
        packedNote="Packed: ask us."
        onSave={async () => undefined}
      />
    </>
  );
}

function renderOrder(next: OrderStatus) {
  render(
    <Provider store={configureStore({ reducer: { toasts: toastSlice.reducer } })}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <OrderPage next={next} /> }])} />
    </Provider>,
  );
}

it('a dialog that is open while the order is packed says so, keeps its input and sends nothing, and is then replaced by a note', () => {
  renderOrder('packed');
  expect(screen.queryByText('Packed: ask us.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Correct the address' }));
  const street = screen.getByLabelText<HTMLInputElement>('Street address');
  fireEvent.change(street, { target: { value: '2 Road' } });
  fireEvent.click(screen.getByRole('button', { name: 'Move' }));
  expect(screen.getByRole('alert').textContent).toBe('It is packed.');
  expect(street.value).toBe('2 Road');
  expect(screen.queryByRole('button', { name: 'Save address' })).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('button', { name: 'Correct the address' })).toBeNull();
  expect(screen.getByText('Packed: ask us.')).toBeTruthy();
});

it('a dialog that is open while the order is canceled does not say that it is packed', () => {
  renderOrder('cancelled');
  fireEvent.click(screen.getByRole('button', { name: 'Correct the address' }));
  fireEvent.click(screen.getByRole('button', { name: 'Move' }));
  expect(screen.getByRole('alert').textContent).toBe('The address of this order can no longer be changed.');
});
