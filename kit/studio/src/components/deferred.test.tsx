// @vitest-environment jsdom
import { setImmediate } from 'node:timers/promises';
import { cleanup, render } from '@testing-library/react';
import { lazy } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Deferred } from './deferred.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

it('shows the fallback, and then the content as soon as it is loaded, without a timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { promise, resolve } = Promise.withResolvers<{ default: () => string }>();
  const Content = lazy(() => promise);
  const { container } = render(
    <Deferred fallback="Loading">
      <Content />
    </Deferred>,
  );
  expect(container.textContent).toBe('Loading');
  resolve({ default: () => 'content' });
  // `waitFor` would advance the clock.
  for (let turn = 0; turn < 100 && container.textContent !== 'content'; turn += 1) await setImmediate();
  expect(container.textContent).toBe('content');
});
