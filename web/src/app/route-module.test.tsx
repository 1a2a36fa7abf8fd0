// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnce } from './route-module.tsx';

describe('reloadOnce', () => {
  beforeEach(() => sessionStorage.clear());

  it('reloads once for each module that failed to load', () => {
    const reload = vi.fn();
    expect(reloadOnce('shop', reload)).toBe(true);
    expect(reloadOnce('shop', reload)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(reloadOnce('cart', reload)).toBe(true);
  });
});
