import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryText } from './arbitrary-text.ts';
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

  it('contains only whole characters, whatever alphabet or symbols a name has', () => {
    fc.assert(
      fc.property(arbitraryText, (name) => {
        const found = orderSearchTerms({ ...order, email: name, address: { name } });
        expect(found.filter((term) => !term.isWellFormed())).toEqual([]);
      }),
    );
  });

  it.each(['Max 🎮 Power', '𠮷野 太郎', '山田 𠮷雄'])('finds an order by each part of %s', (name) => {
    const found = orderSearchTerms({ ...order, address: { name } });
    for (const part of [name, ...name.split(' ')]) expect(found).toContain(searchTerm(part));
  });

  it('contains each term once, and no email terms for an order without an address', () => {
    expect(new Set(terms).size).toBe(terms.length);
    expect(orderSearchTerms({ ...order, email: undefined })).not.toContain('ada.');
  });
});
