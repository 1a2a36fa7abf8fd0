// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HeardDrop } from '../../api/drop-endpoints.ts';
import { shopApi } from '../../api/shop-api.ts';
import type { BackendRequest } from '../../firebase/request.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { DropPanel } from './drop-panel.tsx';

const backend = vi.hoisted(() => ({
  entry: null as object | null,
  answer: { data: {} } as object,
  calls: [] as unknown[],
}));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) => {
    if (request.op !== 'call')
      return { data: 'path' in request && request.path.endsWith(':ada') ? backend.entry : null };
    backend.calls.push([request.name, request.data]);
    return backend.answer;
  },
}));
vi.mock('../../api/live-data.ts', () => ({ streamDocument: async () => undefined }));

const NOW = Date.parse('2026-12-01T12:30:00Z');
const DROP: HeardDrop = {
  ...{ id: 'golden', title: 'Golden', productId: 'tee', kind: 'draw', units: 20, limitPerPerson: 1 },
  ...{ opensAt: '2026-12-01T12:00:00.000Z', closesAt: '2026-12-01T13:00:00.000Z', payMinutes: 60 },
  ...{ phase: 'open', left: 20, entries: 3, now: new Date(NOW).toISOString(), heardAt: 0 },
};
const entry = (fields: object) => ({
  ...{ id: 'golden:ada', dropId: 'golden', userId: 'ada', state: 'entered', ticket: 'abcdef0123', units: 1 },
  ...{ numbers: [], freed: [], counted: 0, isUnsettled: false },
  ...fields,
});

function open(drop: Partial<HeardDrop>, isSignedIn = true) {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer, session: sessionSlice.reducer, toast: toastSlice.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  store.dispatch(
    isSignedIn
      ? sessionStarted({ uid: 'ada', email: 'ada@example.com', displayName: 'Ada' })
      : sessionEnded(),
  );
  const shown = { ...DROP, ...drop };
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={['/drops/golden']}>
        <DropPanel drop={shown} phase={shown.phase} now={NOW} buy={(units) => <p>Buy {units}</p>} />
      </MemoryRouter>
    </Provider>,
  );
  return store;
}
const panel = () => screen.getByRole('region', { name: 'This drop' }).textContent ?? '';

beforeEach(() => {
  Object.assign(backend, { entry: null, answer: { data: {} }, calls: [] });
});
afterEach(cleanup);

const WON = { state: 'won', numbers: [7], of: 20, payBy: '2026-12-01T13:30:00.000Z' };
it.each<[string, Partial<HeardDrop>, object | null, RegExp]>([
  ['announced', { phase: 'announced', opensAt: '2026-12-01T12:40:00.000Z' }, null, /Opens in.*Remind me/],
  [
    'opened soon as a line',
    { kind: 'line', phase: 'announced', opensAt: '2026-12-01T12:40:00.000Z' },
    null,
    /Opens in.*can get in line already.*Get in line/,
  ],
  [
    'waited for in line before it opens',
    { kind: 'line', phase: 'announced', opensAt: '2026-12-01T12:40:00.000Z' },
    entry({}),
    /You are in line\. When it opens.*are drawn.*Leave the line/,
  ],
  ['open', {}, null, /Closes in.*Enter the draw/],
  ['open as a line', { kind: 'line' }, null, /Get in line/],
  ['sold out', { kind: 'line', left: 0 }, null, /All 20 are taken/],
  ['waited for by as many as are left', { kind: 'line', waiting: 20 }, null, /All 20 are taken/],
  ['waited for by fewer', { kind: 'line', waiting: 19 }, null, /Get in line/],
  ['entered', {}, entry({}), /You are in the draw.*Leave the draw/],
  ['waited for in line', { kind: 'line', left: 0 }, entry({}), /You are in line.*Leave the line/],
  ['drawn', { phase: 'drawing' }, entry({}), /The draw is being made\.$/],
  ['closed', { phase: 'selling' }, null, /Nobody can enter anymore/],
  [
    'won',
    { phase: 'selling' },
    entry(WON),
    /No\. 7 of 20 is yours to buy.*Order it within.*Buy 1.*I do not want it/,
  ],
  ['lost for now', { phase: 'selling' }, entry({}), /You were not drawn\. If a winner does not buy/],
  [
    'ordered',
    { phase: 'selling' },
    entry({ ...WON, state: 'ordered', orderId: 'o' }),
    /waits for its payment.*Go to/,
  ],
  [
    'bought',
    { phase: 'ended' },
    entry({ ...WON, state: 'bought', orderId: 'o' }),
    /No\. 7 of 20 is yours\..*See your/,
  ],
  ['missed', { phase: 'selling' }, entry({ state: 'missed' }), /Your time to order is over/],
  ['missed and still open', { kind: 'line' }, entry({ state: 'missed' }), /is over.*Get in line/],
  ['left', {}, entry({ state: 'left' }), /Enter the draw/],
  ['lost', { phase: 'ended' }, entry({}), /You were not drawn this time\.$/],
  ['ended', { phase: 'ended' }, null, /This drop has ended/],
  ['stopped', { phase: 'stopped' }, null, /This drop was stopped/],
])('a drop that is %s says what the shopper can do', async (_, drop, own, text) => {
  backend.entry = own;
  open(drop);
  await waitFor(() => expect(panel()).toMatch(text));
});

it('another account at the same machine sees its own state, not the entry of the first', async () => {
  backend.entry = entry({});
  const store = open({});
  await waitFor(() => expect(panel()).toMatch(/Leave the draw/));
  act(() => {
    store.dispatch(sessionEnded());
    store.dispatch(sessionStarted({ uid: 'bob', email: 'bob@example.com', displayName: 'Bob' }));
  });
  await waitFor(() => expect(panel()).toMatch(/Enter the draw/));
  expect(panel()).not.toMatch(/Leave the draw/);
});

it('a guest is led to the login and back', () => {
  open({}, false);
  expect(screen.getByRole('link', { name: 'Log in to enter' }).getAttribute('href')).toBe('/login');
});

it('a code for early access is sent, and its error is shown beside the field', async () => {
  backend.answer = {
    error: {
      ...{ code: 'failed-precondition', message: 'This code does not open the drop early.' },
      details: { field: 'code', reason: 'early-code' },
    },
  };
  open({
    ...{ phase: 'announced', opensAt: '2026-12-01T13:00:00.000Z', limitPerPerson: 2 },
    earlyAccess: { hours: 1, hasCode: true },
  });
  fireEvent.change(await screen.findByLabelText('Code for early access'), { target: { value: 'vip' } });
  fireEvent.change(screen.getByLabelText('How many'), { target: { value: '2' } });
  const form = screen.getByRole('form', { name: 'Enter the drop' });
  fireEvent.submit(form);
  fireEvent.submit(form);
  await waitFor(() =>
    expect(screen.getByLabelText('Code for early access').getAttribute('aria-invalid')).toBe('true'),
  );
  expect(backend.calls).toEqual([['enterDrop', { dropId: 'golden', units: 2, code: 'VIP' }]]);
});
