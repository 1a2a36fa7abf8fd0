// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { PublicDrop } from '@savepoint/model/drop';
import { act, cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BackendRequest } from '../firebase/request.ts';
import { shopApi } from './shop-api.ts';
import { useDrop, waitFor } from './use-drop.ts';

const server = vi.hoisted(() => ({ time: 0, drop: {} as object | null, asked: 0 }));
vi.mock('./firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (_request: BackendRequest) => {
    server.asked += 1;
    return { data: server.drop && { ...server.drop, now: new Date(server.time).toISOString() } };
  },
}));

const OPENS_AT = Date.parse('2026-12-01T12:00:00Z');
const DROP: Omit<PublicDrop, 'now'> = {
  ...{ id: 'drop', title: 'Drop', productId: 'tee', kind: 'line', units: 5, limitPerPerson: 1 },
  ...{ opensAt: new Date(OPENS_AT).toISOString(), closesAt: new Date(OPENS_AT + 3_600_000).toISOString() },
  ...{ payMinutes: 60, phase: 'announced', left: 5, entries: 0 },
};

function Clock() {
  const { drop, phase, now, isMissing } = useDrop('drop');
  if (isMissing) return <p>missing</p>;
  return (
    <p>{drop === undefined ? 'loading' : `${phase} ${Math.round((now - OPENS_AT) / 1000)} ${drop.left}`}</p>
  );
}

const shown = () => document.querySelector('p')?.textContent ?? '';

const STEP_MS = 100;

/** Both clocks advance together. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed <= ms; passed += STEP_MS) {
    const step = Math.min(STEP_MS, ms - passed);
    server.time += step;
    await act(() => vi.advanceTimersByTimeAsync(step));
  }
}

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  Object.assign(server, { time: OPENS_AT - 3_100, drop: DROP, asked: 0 });
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <Clock />
    </Provider>,
  );
  // The store batches its first notification.
  await pass(100);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
it("a drop opens by the server's clock, even in a browser with a wrong and changing clock", async () => {
  await pass(100);
  expect(shown()).toBe('announced -3 5');
  vi.setSystemTime(OPENS_AT + 5 * 3_600_000);
  await pass(2_000);
  expect(shown()).toBe('announced -1 5');
  vi.setSystemTime(OPENS_AT - 5 * 3_600_000);
  await pass(1_000);
  expect(shown()).toBe('open 0 5');
});

it('an open line is polled every second and shows that it is sold out, but is not polled while hidden', async () => {
  await pass(3_000);
  server.drop = { ...DROP, phase: 'open', left: 0 };
  await pass(1_100);
  expect(shown()).toMatch(/^open .* 0$/);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await pass(2_000);
  const { asked } = server;
  await pass(10_000);
  expect(server.asked).toBe(asked);
  hidden.mockReturnValue(false);
  server.drop = { ...DROP, phase: 'ended', left: 0 };
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(100);
  expect(shown()).toMatch(/^ended/);
  const after = server.asked;
  await pass(60_000);
  expect(server.asked).toBe(after);
});

it('an unknown drop is missing, without an error, and is not polled again', async () => {
  server.drop = null;
  await pass(5_000);
  expect(shown()).toBe('missing');
  const { asked } = server;
  await pass(60_000);
  expect(server.asked).toBe(asked);
});

it('a response that was cached for a while is requested again when it expires there', () => {
  const answer = { now: new Date(OPENS_AT).toISOString() };
  expect(waitFor(answer, OPENS_AT + 900, 1_000)).toBe(100);
  expect(waitFor(answer, OPENS_AT, 1_000)).toBe(1_000);
  expect(waitFor(answer, OPENS_AT + 5_000, 1_000)).toBe(100);
});
