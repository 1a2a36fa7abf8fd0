// @vitest-environment jsdom
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { DEFAULT_CONTENT } from '@savepoint/model/content';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { ContentSettingsPanel } from './content-settings.tsx';

const { server } = vi.hoisted(() => ({
  server: {
    calls: [] as Record<string, unknown>[],
    versions: [] as Record<string, unknown>[],
    draft: null as Record<string, unknown> | null,
  },
}));

vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; path?: string; data: Record<string, unknown> }) => {
    const { op, path = '', data } = request;
    const { calls, versions } = server;
    if (op === 'call') {
      calls.push(data);
      const before = versions.find(({ version }) => version === data.restored);
      const value = data.action === 'restore' ? (before?.value ?? DEFAULT_CONTENT) : data.value;
      const restored = data.action === 'restore' && { restored: data.restored };
      versions.unshift({
        ...{ value, version: versions.length + 1, uid: 'o1', publishedAt: '2026-11-01T12:00:00Z' },
        ...restored,
      });
      return { data: { version: versions.length } };
    }
    if (path === 'settings/content') return { data: versions[0] ?? null };
    if (path.endsWith('/versions')) return { data: [...versions] };
    if (path === 'settings/content/drafts/current') return { data: server.draft };
    if (path.startsWith('settings/')) return { data: null };
    if (path === 'products')
      return { data: ['Boss Tee', 'Coin Mug', 'Old Cap'].map((name) => ({ id: name[0], name })) };
    return { data: [] };
  },
}));

beforeEach(() => {
  server.calls = [];
  server.versions = [];
  server.draft = null;
});
afterEach(cleanup);

/** By name and label: queries by role are slow in a form of this size. */
function find(selector: string): Element {
  const found = document.querySelector(selector);
  if (found === null) throw new Error(`No ${selector}`);
  return found;
}

async function openEditor() {
  const listeners = createListenerMiddleware();
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer, toasts: toastSlice.reducer },
    middleware: (defaults) => defaults().prepend(listeners.middleware).concat(shopApi.middleware),
  });
  const router = createMemoryRouter([{ path: '*', element: <ContentSettingsPanel /> }]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await vi.waitFor(() => find('[name="hero.title"]'));
  return store;
}

const published = () => (server.calls[0] as { value: typeof DEFAULT_CONTENT }).value;
const publish = () => fireEvent.click(find('[value=publish]'));
const headline = () => find('[name="hero.title"]') as HTMLInputElement;
const enter = (selector: string, value: string) => fireEvent.change(find(selector), { target: { value } });

it('a publication is undone from its message and from the first entry of the history', async () => {
  const store = await openEditor();
  enter('[name="hero.title"]', 'Press start.');
  publish();
  await vi.waitFor(() => expect(store.getState().toasts[0]?.button?.label).toBe('Undo'));
  store.dispatch(store.getState().toasts[0]?.button?.action as never);
  await vi.waitFor(() => expect(headline().value).toBe(DEFAULT_CONTENT.hero.title));
  expect(server.calls[1]).toMatchObject({ action: 'restore', version: 1, restored: 0 });
  fireEvent.click(find('.settings-history-head button'));
  await vi.waitFor(() => expect(headline().value).toBe('Press start.'));
  expect(server.calls[2]).toMatchObject({ action: 'restore', version: 2, restored: 1 });
});

it('a scheduled draft stays scheduled when it is saved, until its schedule is canceled', async () => {
  const publishAt = '2026-12-24T08:00:00.000Z';
  server.draft = { value: DEFAULT_CONTENT, savedAt: '2026-11-01T12:00:00Z', publishAt };
  await openEditor();
  enter('[name="hero.title"]', 'Ho, ho, hold X.');
  fireEvent.click(find('[value=save]'));
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  expect(server.calls[0]).toMatchObject({ action: 'publish', publishAt });
  expect(published().hero.title).toBe('Ho, ho, hold X.');
  await vi.waitFor(() => expect(find('[value=unschedule]').ariaDisabled).not.toBe('true'));
  fireEvent.click(find('[value=unschedule]'));
  await vi.waitFor(() => expect(server.calls).toHaveLength(2));
  expect(server.calls[1]).toMatchObject({ action: 'save' });
  expect(server.calls[1]).not.toHaveProperty('publishAt');
});

it('products of a row are searched, ordered and published', async () => {
  await openEditor();
  enter('[name="rows.0.kind"]', 'picked');
  const search = '[name="rows.0.products"]';
  for (const name of ['mug', 'boss', 'cap']) {
    enter(search, name);
    fireEvent.keyDown(find(search), { key: 'Enter' });
  }
  fireEvent.click(find('[aria-label="Move Boss Tee up"]'));
  fireEvent.click(find('[aria-label="Remove Old Cap"]'));
  publish();
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  expect(published().rows[0]).toEqual({
    ...{ kind: 'picked', title: 'Featured loot', products: [{ product: 'B' }, { product: 'C' }] },
  });
});

it('the links below Shop are chosen from existing ones', async () => {
  await openEditor();
  fireEvent.click(find('[aria-labelledby=content-navigation] [type=checkbox]'));
  enter('[name="navigation.0.label"]', 'Tees');
  fireEvent.click(find('[aria-label="Move link 1 below Shop down"]'));
  publish();
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  expect(published().navigation?.slice(0, 2)).toEqual([
    { label: 'Accessories', to: '/shop/accessories' },
    { label: 'Tees', to: '/shop/apparel' },
  ]);
});
