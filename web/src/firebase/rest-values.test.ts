import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toStructuredQuery } from './rest-client.ts';
import { decodeFields, decodeValue, encodeValue } from './rest-values.ts';

const plain = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);

describe('the REST value codec', () => {
  it('decodes every encoded value to the original', () => {
    fc.assert(
      fc.property(fc.oneof(plain, fc.array(plain)), (value) => {
        expect(decodeValue(encodeValue(value))).toEqual(value);
      }),
    );
  });

  it('decodes timestamps to ISO strings, and maps, arrays and geo points to plain data', () => {
    expect(
      decodeFields({
        at: { timestampValue: '2026-03-09T10:11:12.123456789Z' },
        tags: { arrayValue: { values: [{ stringValue: 'a' }, { nullValue: null }] } },
        none: { arrayValue: {} },
        spec: { mapValue: { fields: { Fit: { stringValue: 'Slim' } } } },
        empty: { mapValue: {} },
        place: { geoPointValue: { latitude: 1, longitude: 2 } },
        odd: { doubleValue: 'NaN' },
      }),
    ).toEqual({
      at: '2026-03-09T10:11:12.123Z',
      tags: ['a', null],
      none: [],
      spec: { Fit: 'Slim' },
      empty: {},
      place: { latitude: 1, longitude: 2 },
      odd: Number.NaN,
    });
  });

  it('throws when encoding a value that a filter cannot hold', () => {
    expect(() => encodeValue({ a: 1 })).toThrow('object');
    expect(() => encodeValue(undefined)).toThrow('undefined');
  });
});

describe('toStructuredQuery', () => {
  it('encodes collection, filters, order, limit and fields', () => {
    expect(
      toStructuredQuery({
        op: 'query',
        path: 'products',
        where: [
          ['source', '==', 'shopify'],
          ['featured', '==', true],
        ],
        orderBy: [['createdAt', 'desc']],
        limit: 8,
        select: ['name'],
      }),
    ).toEqual({
      from: [{ collectionId: 'products' }],
      where: {
        compositeFilter: {
          op: 'AND',
          filters: [
            {
              fieldFilter: { field: { fieldPath: 'source' }, op: 'EQUAL', value: { stringValue: 'shopify' } },
            },
            { fieldFilter: { field: { fieldPath: 'featured' }, op: 'EQUAL', value: { booleanValue: true } } },
          ],
        },
      },
      orderBy: [{ field: { fieldPath: 'createdAt' }, direction: 'DESCENDING' }],
      limit: 8,
      select: { fields: [{ fieldPath: 'name' }] },
    });
  });
});
