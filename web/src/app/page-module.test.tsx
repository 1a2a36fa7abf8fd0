// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnce } from './page-module.tsx';

describe('reloadOnce', () => {
  beforeEach(() => sessionStorage.clear());

  it('reloads for a failed module, and not again for the same one', () => {
    const reload = vi.fn();
    expect(reloadOnce('shop', reload)).toBe(true);
    expect(reloadOnce('shop', reload)).toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(reloadOnce('cart', reload)).toBe(true);
  });
});
