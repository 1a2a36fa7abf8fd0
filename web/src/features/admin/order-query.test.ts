import { describe, expect, it } from 'vitest';
import { formatOrderFilter, ordersQuery, parseOrderFilter } from './order-query.ts';

const parse = (query: string) => parseOrderFilter(new URLSearchParams(query));

describe('parseOrderFilter', () => {
  it('shows orders that wait for the shop by default, and all orders for a search or a customer', () => {
    expect(parse('').show).toBe('waiting');
    expect(parse('q=ada').show).toBe('');
    expect(parse('customer=u1').show).toBe('');
    expect(parse('show=all').show).toBe('');
  });

  it('ignores unknown statuses and days', () => {
    expect(parse('show=lost&from=2026-13-45&to=yesterday')).toMatchObject({
      show: 'waiting',
      from: '',
      to: '',
    });
  });

  it.each(['', 'q=ada', 'show=all', 'q=ada&show=paid', 'customer=u1', 'show=problems&from=2026-01-01'])(
    'reads back the filter of %j that formatOrderFilter has written',
    (query) => {
      const filter = parse(query);
      expect(parseOrderFilter(new URLSearchParams(formatOrderFilter(filter)))).toEqual(filter);
    },
  );
});

describe('ordersQuery', () => {
  it("searches all orders for the text's term, after the previous page", () => {
    expect(ordersQuery(parse('q=%23AB3%20'), 25, 'order-9')).toEqual({
      op: 'query',
      path: 'orders',
      where: [['searchTerms', 'array-contains', 'ab3']],
      orderBy: [['createdAt', 'desc']],
      limit: 25,
      after: 'order-9',
      identified: true,
    });
  });

  it('queries the orders that the dashboard counts as having a return', () => {
    expect(ordersQuery(parse('show=returns'), 25).where).toEqual([
      ['openReturn', 'in', ['requested', 'approved']],
    ]);
  });

  it('queries orders by staff that wait for their payment', () => {
    expect(ordersQuery(parse('show=unpaid-by-staff'), 25).where).toEqual([
      ['isManual', '==', true],
      ['status', '==', 'pending'],
    ]);
  });

  it('includes the whole last day in the local time zone', () => {
    expect(ordersQuery(parse('show=all&from=2026-03-01&to=2026-03-01'), 25).where).toEqual([
      ['createdAt', '>=', new Date(2026, 2, 1)],
      ['createdAt', '<', new Date(2026, 2, 2)],
    ]);
  });
});
