// @vitest-environment jsdom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Day } from './day.tsx';

const page = (
  <p>
    <Day iso="2026-01-31T23:30:00Z" />
  </p>
);

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it("the days of a server-rendered page are in the browser's time zone after hydration", async () => {
  vi.stubEnv('TZ', 'America/New_York');
  const markup = renderToString(page);
  expect(markup).toContain('January 31, 2026');
  vi.stubEnv('TZ', 'Pacific/Auckland');
  document.body.innerHTML = `<main>${markup}</main>`;
  const errors: unknown[] = [];
  const container = document.querySelector('main') as HTMLElement;
  const root = await act(async () =>
    hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) }),
  );
  expect(container.textContent).toBe('February 1, 2026');
  expect(errors).toEqual([]);
  await act(async () => root.unmount());
});
