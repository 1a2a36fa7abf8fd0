import { LINKABLE_PATHS } from '@savepoint/model/content-links';
import { describe, expect, it } from 'vitest';
import { matchPage, PAGES } from './pages.ts';

/** Pages that are only reached from an email, a payment or an order. */
const NOT_LINKED = ['/auth/action', '/subscribe', '/unsubscribe', '/payment/success', '/payment/cancel'];

describe('the paths that content may link to', () => {
  it('are pages', () => {
    expect(LINKABLE_PATHS.filter((path) => matchPage(path).page.path.includes('*'))).toEqual([]);
  });

  it('include all pages for shoppers without a parameter', () => {
    const open = PAGES.map(({ path }) => path).filter(
      (path) => !/[:*]/.test(path) && !path.startsWith('/admin') && !NOT_LINKED.includes(path),
    );
    expect(open.filter((path) => !(LINKABLE_PATHS as readonly string[]).includes(path))).toEqual([]);
  });
});
