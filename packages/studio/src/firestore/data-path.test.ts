import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dataHref,
  findFilterProblem,
  parseDataPath,
  parseFilter,
  parseQuery,
  parseValue,
} from './data-path.ts';
import { cursorOf, ordersOf, valueAt } from './requests.ts';

describe('the address of a document', () => {
  it('is parsed to exactly the path from which it was created', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(fc.option(id, { nil: undefined }), id, fc.array(id), (projectId, databaseId, segments) => {
        const path = { ...(projectId !== undefined && { projectId }), databaseId, segments };
        const { pathname } = new URL(dataHref(path), 'http://localhost');
        // A browser resolves "." and "..", which are not valid ids in Firestore.
        fc.pre(![databaseId, ...segments].some((each) => each === '.' || each === '..'));
        expect(parseDataPath(pathname)).toEqual(path);
      }),
    );
  });

  it('contains another project before the database id', () => {
    expect(dataHref({ projectId: 'demo-other', databaseId: '(default)', segments: ['a'] })).toBe(
      '/data/demo-other:(default)/a',
    );
  });

  it('is used unchanged if it is not percent-encoded', () => {
    expect(parseDataPath('/data/(default)/100%')).toEqual({ databaseId: '(default)', segments: ['100%'] });
  });
});

describe('a filter', () => {
  it.each([
    ['age >= 18', { field: 'age', operator: '>=', value: { integerValue: '18' } }],
    ['name == Ada Lovelace', { field: 'name', operator: '==', value: { stringValue: 'Ada Lovelace' } }],
    ['name == "18"', { field: 'name', operator: '==', value: { stringValue: '18' } }],
    ['`a b`.c != null', { field: '`a b`.c', operator: '!=', value: { nullValue: null } }],
    [
      'tags in ["a"]',
      { field: 'tags', operator: 'in', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
    ],
  ])('is parsed with its field, operator and typed value from %s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });

  it.each(['', 'a', 'a ==', 'a ~ 1', 'a constructor 1'])('is not parsed from %j', (text) => {
    expect(parseFilter(text)).toBeUndefined();
  });

  it('treats text that is not JSON as a string', () => {
    expect(parseValue('{"a": ')).toEqual({ stringValue: '{"a": ' });
    expect(parseValue('1.0')).toEqual({ doubleValue: 1 });
  });
});

describe('the value of a filter', () => {
  it.each([
    ['>', '{"$timestamp": "nonsense"}', /\$timestamp nonsense: Expected a time/],
    ['==', '{"$nothing": 1}', /is not a type/],
    ['==', '99999999999999999999', /64 bits/],
    ['in', '45', /a non-empty list/],
    ['not-in', '[]', /a non-empty list/],
    ['array-contains-any', 'text', /a non-empty list/],
  ] as const)('is rejected: %s %s', (operator, text, problem) => {
    expect(findFilterProblem(operator, text)).toMatch(problem);
  });

  it.each([
    ['>', '{"$timestamp": "2026-01-31T12:00:00Z"}'],
    ['==', 'Ada "Lovelace'],
    ['==', ''],
    ['in', '[45]'],
    ['array-contains', '45'],
  ] as const)('is accepted: %s %s', (operator, text) => {
    expect(findFilterProblem(operator, text)).toBeUndefined();
  });
});

describe('a query', () => {
  const path = { databaseId: '(default)', segments: ['users', 'a', 'orders', 'o1'] };

  it("lists the document's collection, or the group", () => {
    const database = 'projects/p/databases/(default)';
    expect(parseQuery('p', path, new URLSearchParams('order=-at'))).toMatchObject({
      parent: `${database}/documents/users/a`,
      collectionId: 'orders',
      orderBy: { field: 'at', isDescending: true },
    });
    expect(parseQuery('p', path, new URLSearchParams('group=1'))?.parent).toBe(`${database}/documents`);
    expect(parseQuery('p', { ...path, segments: [] }, new URLSearchParams())).toBeNull();
  });

  it('is ordered by the fields of its inequalities and then by name, so each document has one position', () => {
    const query = parseQuery('p', path, new URLSearchParams('where=a == 1&where=b > 2&order=-at'));
    if (query === null) throw new Error('The path has a collection.');
    expect(ordersOf(query).map(({ field, direction }) => `${field.fieldPath} ${direction}`)).toEqual([
      'at DESCENDING',
      'b DESCENDING',
      '__name__ DESCENDING',
    ]);
    const fields = { at: { integerValue: '1' }, b: { doubleValue: 3 } };
    expect(cursorOf(query, { name: 'n', fields, createTime: '', updateTime: '' })).toEqual([
      { integerValue: '1' },
      { doubleValue: 3 },
      { referenceValue: 'n' },
    ]);
  });

  it('finds the value of a quoted field path, but no inherited properties', () => {
    const fields = { a: { mapValue: { fields: { 'b.c`': { booleanValue: true } } } } };
    expect(valueAt(fields, 'a.`b.c\\``')).toEqual({ booleanValue: true });
    expect(valueAt(fields, 'constructor')).toBeUndefined();
  });
});
