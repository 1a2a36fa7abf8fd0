import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection, SortedItem } from './connection.ts';
import { compareItems, toConnection } from './connection.ts';

const LIST = fc
  .uniqueArray(fc.record({ id: fc.nat(1_000), sortValue: fc.nat(5) }), {
    selector: ({ id }) => id,
    maxLength: 30,
  })
  .map((items): SortedItem<number>[] =>
    items.map(({ id, sortValue }) => ({ id, sortValue, value: id })).sort(compareItems),
  );

describe('connectionOf', () => {
  it('returns every item once and in order over all pages, forwards and backwards', () => {
    fc.assert(
      fc.property(LIST, fc.integer({ min: 1, max: 7 }), fc.boolean(), (items, size, reverse) => {
        const all = items.map(({ value }) => value);
        if (reverse) all.reverse();
        const forwards: number[] = [];
        for (let after: string | null = null; ; ) {
          const page: Connection<number> = toConnection(
            items,
            { first: size, after, reverse },
            (value) => value,
          );
          forwards.push(...page.nodes);
          expect(page.edges.map(({ node }) => node)).toEqual(page.nodes);
          expect(page.pageInfo.hasPreviousPage).toBe(forwards.length > page.nodes.length);
          if (!page.pageInfo.hasNextPage) break;
          after = page.pageInfo.endCursor;
        }
        expect(forwards).toEqual(all);
        const backwards: number[] = [];
        for (let before: string | null = null; ; ) {
          const page: Connection<number> = toConnection(
            items,
            { last: size, before, reverse },
            (value) => value,
          );
          backwards.unshift(...page.nodes);
          if (!page.pageInfo.hasPreviousPage) break;
          before = page.pageInfo.startCursor;
        }
        expect(backwards).toEqual(all);
      }),
    );
  });

  it('continues after the last item of a page even if that item has been deleted', () => {
    fc.assert(
      fc.property(LIST, fc.nat(), (items, pick) => {
        if (items.length < 2) return;
        const size = (pick % (items.length - 1)) + 1;
        const page = toConnection(items, { first: size }, (value) => value);
        const remaining = items.filter((_, index) => index !== size - 1);
        const rest = toConnection(
          remaining,
          { first: 100, after: page.pageInfo.endCursor },
          (value) => value,
        );
        expect(rest.nodes).toEqual(items.slice(size).map(({ value }) => value));
      }),
    );
  });

  it.each([
    [{}, 'you must provide one of first or last'],
    [{ first: 1, last: 1 }, 'providing both first and last is not supported'],
    [{ first: 251 }, 'first cannot exceed 250'],
    [{ last: -1 }, 'last cannot be negative'],
    [{ first: 1, after: 'nonsense' }, 'Invalid cursor for current pagination sort: after.'],
  ])('rejects the arguments %j with "%s"', (args, message) => {
    expect(() => toConnection([], args, (value) => value)).toThrow(message);
  });
});
