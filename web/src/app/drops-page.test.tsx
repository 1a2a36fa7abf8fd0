// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { ListedDrop } from '@savepoint/model/drop';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../api/shop-api.ts';
import { DropNotice } from '../features/drops/drop-notice.tsx';
import type { BackendRequest } from '../firebase/request.ts';
import { Component as DropsPage } from '../routes/drops.tsx';

const server = vi.hoisted(() => ({ drops: [] as object[], answered: 0 }));
vi.mock('../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async ({ op }: BackendRequest) => {
    server.answered += 1;
    return { data: op === 'file' ? server.drops : null };
  },
}));

const DROP: ListedDrop = {
  ...{ id: 'fox', title: 'Golden fox', productId: 'tee', kind: 'draw', units: 50, phase: 'announced' },
  ...{ opensAt: '2026-12-01T12:00:00Z', closesAt: '2026-12-01T14:00:00Z' },
};
const OPEN: ListedDrop = { ...DROP, id: 'cat', title: 'Silver cat', kind: 'line', size: 'M', phase: 'open' };

function show(page: React.ReactNode, drops: readonly ListedDrop[]): void {
  Object.assign(server, { drops: [...drops], answered: 0 });
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <MemoryRouter>{page}</MemoryRouter>
    </Provider>,
  );
}
afterEach(cleanup);

describe('the list of drops', () => {
  it('has a link to each drop, with its size and phase', async () => {
    show(<DropsPage />, [DROP, OPEN]);
    expect((await screen.findByRole('link', { name: 'Golden fox' })).getAttribute('href')).toBe('/drops/fox');
    const [announced, open] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(announced).toMatch(/Opens soon.*A draw for an edition of 50\. Opens/);
    expect(open).toMatch(/Open.*A line for an edition of 50 in M\. Closes/);
  });

  it('says that none is planned if there is none', async () => {
    show(<DropsPage />, []);
    expect(await screen.findByRole('heading', { name: 'No drop is planned' })).toBeTruthy();
  });
});

describe('the notice on the home page', () => {
  it('shows an open drop before announced ones, and links to the list', async () => {
    show(<DropNotice />, [DROP, OPEN]);
    expect(await screen.findByText(/^Silver cat is open/)).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/drops');
  });

  it('is hidden without a drop', async () => {
    show(<DropNotice />, []);
    await vi.waitFor(() => expect(server.answered).toBe(1));
    await act(async () => undefined);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
