import { describe, expect, it } from 'vitest';
import { formatOrderFilter, ordersQuery, parseOrderFilter } from './order-query.ts';

const parse = (query: string) => parseOrderFilter(new URLSearchParams(query));

describe('parseOrderFilter', () => {
  it('shows what waits for the shop without parameters, and all orders of a search or a customer', () => {
    expect(parse('').show).toBe('waiting');
    expect(parse('q=ada').show).toBe('');
    expect(parse('customer=u1').show).toBe('');
    expect(parse('show=all').show).toBe('');
  });

  it('ignores statuses and days that do not exist', () => {
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
  it('searches for the term of the text in all orders, after the page before', () => {
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

  it('asks for the orders that the dashboard counts as those with a return', () => {
    expect(ordersQuery(parse('show=returns'), 25).where).toEqual([
      ['openReturn', 'in', ['requested', 'approved']],
    ]);
  });

  it('asks for the orders of staff that wait for their payment', () => {
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
