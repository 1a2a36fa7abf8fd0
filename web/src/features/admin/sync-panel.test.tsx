// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { SyncPanel } from './sync-panel.tsx';

const backend = vi.hoisted(() => ({ settings: {} as object }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async ({ op }: { op: string }) => (op === 'call' ? backend.settings : { data: [] }),
}));
vi.mock('../../firebase/sdk-client.ts', () => ({ subscribeToQuery: async () => () => {} }));

beforeEach(() => {
  backend.settings = { error: { code: 'unavailable' } };
});
afterEach(cleanup);

function open(): void {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <SyncPanel />
    </Provider>,
  );
}
const start = () => screen.queryByRole('button', { name: 'Sync now' });

describe('the page of the product feed', () => {
  it('offers a sync if a platform is connected', async () => {
    backend.settings = { data: { isConnected: true } };
    open();
    expect(start()).toBeNull();
    expect(await screen.findByRole('button', { name: 'Sync now' })).toBeTruthy();
    expect(screen.queryByText(/No shop platform/)).toBeNull();
  });

  it('explains how to connect a platform, and offers no sync, if there is none', async () => {
    backend.settings = { data: { isConnected: false } };
    open();
    expect((await screen.findByText(/No shop platform is connected/)).textContent).toContain(
      'docs/deploy.md',
    );
    expect(screen.getByRole('link', { name: 'create an app for it' })).toBeTruthy();
    expect(start()).toBeNull();
    expect(await screen.findByText('Not synced yet')).toBeTruthy();
  });

  it('offers neither before the state is known, and asks again after a failure', async () => {
    open();
    expect(await screen.findByText('We could not load the connection')).toBeTruthy();
    expect(start()).toBeNull();
    backend.settings = { data: { isConnected: true } };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Sync now' })).toBeTruthy();
  });
});
