// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import type { BackendRequest } from '../../firebase/request.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionSlice } from '../../session/session-slice.ts';
import { AddressBook } from './address-book.tsx';

const HOME = {
  name: 'Ada',
  line1: '1 Way',
  city: 'Beverly Hills',
  region: 'CA',
  postalCode: '90210',
  country: 'US',
  phone: '+1 555',
};
const WORK = { name: 'Ada', line1: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' };

const sent = vi.hoisted((): unknown[] => []);
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) => {
    if (request.op === 'get') return { data: { id: 'u1', addresses: [HOME, WORK] } };
    sent.push(request);
    return { data: null };
  },
}));
vi.mock('../../firebase/sdk-client.ts', () => ({
  subscribeToDocument: async () => () => {},
  subscribeToQuery: async () => () => {},
}));

beforeEach(async () => {
  sent.length = 0;
  const store = configureStore({
    reducer: {
      [shopApi.reducerPath]: shopApi.reducer,
      session: sessionSlice.reducer,
      toast: toastSlice.reducer,
    },
    middleware: (getDefault) => getDefault().concat(shopApi.middleware),
  });
  const router = createMemoryRouter([{ path: '/', element: <AddressBook uid="u1" /> }]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Edit address 1 Way' }));
  await screen.findByRole('combobox', { name: 'State' });
});
afterEach(cleanup);

const openForm = () => within(screen.getByRole('form', { name: 'Edit address' }));

it('a saved address is changed in a prefilled form, and keeps its place', async () => {
  const form = openForm();
  expect(document.activeElement).toBe(form.getByLabelText('Full name'));
  expect(form.getByLabelText<HTMLSelectElement>('State').value).toBe('CA');
  fireEvent.change(form.getByLabelText('Street address'), { target: { value: '2 Way' } });
  fireEvent.click(form.getByRole('button', { name: 'Save address' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(JSON.stringify(sent)).toContain(JSON.stringify('2 Way'));
  expect(sent[0]).toMatchObject({ data: { addresses: [{ ...HOME, line1: '2 Way' }, WORK] } });
  expect(screen.queryByRole('form')).toBeNull();
});

it('a region is cleared when the country of a saved address changes', async () => {
  const form = openForm();
  fireEvent.change(form.getByLabelText('Country'), { target: { value: 'CA' } });
  await waitFor(() => expect(form.getByRole('option', { name: 'Ontario' })).toBeTruthy());
  expect(form.getByLabelText<HTMLSelectElement>(/^Province/).value).toBe('');
});

it('a saved address stays unchanged when its edit is canceled', () => {
  const form = openForm();
  fireEvent.change(form.getByLabelText('City'), { target: { value: 'Elsewhere' } });
  fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  expect(screen.getByRole('button', { name: 'Edit address 1 Way' })).toBeTruthy();
  expect(screen.queryByText(/Elsewhere/)).toBeNull();
});

it("a new address starts with the browser's country, and its fields in that country's order", async () => {
  fireEvent.click(openForm().getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add an address' }));
  const form = within(screen.getByRole('form', { name: 'New address' }));
  expect(form.getByLabelText<HTMLSelectElement>('Country').value).toBe('US');
  await form.findByLabelText('State');
  const labels = screen.getByRole('form').querySelectorAll('.form-pair label');
  expect([...labels].map((label) => label.textContent)).toEqual(['City', 'State', 'ZIP code']);
});

it("a saved address is shown in its country's format", async () => {
  const listAddresses = () =>
    [...document.querySelectorAll('address')].map((address) =>
      [...address.children].map((line) => line.textContent).join(' / '),
    );
  await waitFor(() =>
    expect(listAddresses()).toEqual([
      'Ada / 1 Way / Beverly Hills, CA 90210 / United States',
      'Ada / Unter den Linden 1 / 10117 Berlin / Germany',
    ]),
  );
});
