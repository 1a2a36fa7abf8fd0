// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PrefetchContext, ShopLink } from './shop-link.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function renderLink() {
  const prefetch = vi.fn();
  render(
    <MemoryRouter>
      <PrefetchContext value={prefetch}>
        <ShopLink to="/shop">Shop</ShopLink>
      </PrefetchContext>
    </MemoryRouter>,
  );
  return { prefetch, link: screen.getByRole('link', { name: 'Shop' }) };
}

describe('ShopLink', () => {
  it.each([
    ['hover', fireEvent.mouseEnter, fireEvent.mouseLeave],
    ['focus', fireEvent.focus, fireEvent.blur],
  ] as const)('prefetches once %s has lasted 100 ms', (_, enter, leave) => {
    const { prefetch, link } = renderLink();
    enter(link);
    vi.advanceTimersByTime(99);
    expect(prefetch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(prefetch).toHaveBeenCalledExactlyOnceWith('/shop');
    leave(link);
    enter(link);
    vi.advanceTimersByTime(50);
    leave(link);
    vi.advanceTimersByTime(500);
    expect(prefetch).toHaveBeenCalledTimes(1);
  });
});
