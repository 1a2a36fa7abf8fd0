import { describe, expect, it } from 'vitest';
import { orderNumber, orderSearchTerms, searchTerm } from './order-number.ts';

const order = { id: 'aB3xYz9Kq1Lm2Nop3Qrs', email: 'Ada.Byron@example.com', address: { name: 'Adá  Byron' } };

describe('orderNumber', () => {
  it('is the first eight characters of the id in capitals', () => {
    expect(orderNumber(order.id)).toBe('AB3XYZ9K');
  });
});

describe('orderSearchTerms', () => {
  const terms = orderSearchTerms(order);

  it.each([
    ['the number', 'AB3XYZ9K'],
    ['the number with a #', '#ab3xyz9k'],
    ['the id', order.id],
    ['the beginning of the number', 'ab3'],
    ['the mail address in another case', 'ADA.byron@EXAMPLE.com'],
    ['the beginning of the mail address', 'ada.b'],
    ['the first name without its accent', 'ada'],
    ['the last name', 'byron'],
    ['the whole name with one space', 'ada byron'],
  ])('finds an order by %s', (_, text) => {
    expect(terms).toContain(searchTerm(text));
  });

  it.each(['a', 'yron', 'example.com', 'zz', ''])('does not find it by %j', (text) => {
    expect(terms).not.toContain(searchTerm(text));
  });

  it('has each term once, and none of the mail address of an order without one', () => {
    expect(new Set(terms).size).toBe(terms.length);
    expect(orderSearchTerms({ ...order, email: undefined })).not.toContain('ada.');
  });
});
