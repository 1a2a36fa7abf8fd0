// @vitest-environment jsdom
import { setImmediate } from 'node:timers/promises';
import { lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Deferred } from './deferred.tsx';

it('Deferred content replaces its fallback as soon as it is loaded, without a timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { promise, resolve } = Promise.withResolvers<{ default: () => string }>();
  const Content = lazy(() => promise);
  const container = document.createElement('div');
  const root = createRoot(container);
  const shows = async (text: string) => {
    // `vi.waitFor` would advance the clock.
    for (let turn = 0; turn < 100 && container.textContent !== text; turn += 1) await setImmediate();
    expect(container.textContent).toBe(text);
  };
  try {
    root.render(
      <Deferred fallback="Loading">
        <Content />
      </Deferred>,
    );
    await shows('Loading');
    resolve({ default: () => 'content' });
    await shows('content');
  } finally {
    root.unmount();
    vi.useRealTimers();
  }
});
