import { describe, expect, it } from 'vitest';
import type { DecidedRequest, RulesValue } from './rules-endpoints.ts';
import { EMPTY_REQUEST, toTestCase, toTypedRequest } from './test-case.ts';

const map = (fields: Record<string, RulesValue>): RulesValue => ({ mapValue: { fields } });

const recorded = (method: string, path: string, more: Partial<DecidedRequest> = {}): DecidedRequest => ({
  requestId: 'r',
  outcome: 'deny',
  time: '2026-01-31T12:00:00.123456Z',
  rulesContext: {
    method,
    path: `/databases/(default)/documents${path}`,
    request: map({
      auth: map({
        uid: { stringValue: 'alice' },
        token: map({ level: { intValue: '3' }, roles: { listValue: { values: [{ stringValue: 'a' }] } } }),
      }),
      resource: map({
        data: map({
          paidAt: { timestampValue: '2026-01-31T12:00:00.123456Z' },
          place: { latlngValue: { latitude: 1, longitude: 2 } },
          target: {
            pathValue: {
              segments: [
                { simple: 'databases' },
                { simple: '(default)' },
                { simple: 'documents' },
                { simple: 'p' },
                { simple: '1' },
              ],
            },
          },
        }),
      }),
    }),
    resource: map({ data: map({ total: { intValue: '9007199254740993' } }) }),
  },
  granularAllowOutcomes: [],
  ...more,
});

describe('a recorded request', () => {
  it('is sent again with its original document, token and time', () => {
    const { request, claims } = toTypedRequest(recorded('update', '/orders/o1'), 'p');
    expect(toTestCase(request, claims)).toEqual({
      expectation: 'ALLOW',
      expressionReportLevel: 'FULL',
      pathEncoding: 'URL_ENCODED',
      request: {
        method: 'update',
        path: '/databases/(default)/documents/orders/o1',
        auth: { uid: 'alice', token: { level: 3, roles: ['a'], user_id: 'alice' } },
        time: '2026-01-31T12:00:00.123456Z',
        resource: {
          fields: {
            paidAt: { timestampValue: '2026-01-31T12:00:00.123456Z' },
            place: { geoPointValue: { latitude: 1, longitude: 2 } },
            target: { referenceValue: 'projects/p/databases/(default)/documents/p/1' },
          },
        },
      },
      resource: { fields: { total: { integerValue: '9007199254740993' } } },
    });
  });

  it('includes its query and the collection id if it lists a collection group', () => {
    const structuredQuery = { from: [{ collectionId: 'reviews', allDescendants: true }] };
    const { request } = toTypedRequest(recorded('list', '/**/reviews/*', { structuredQuery }), 'p');
    expect(toTestCase(request, null).request).toMatchObject({
      path: '/databases/(default)/documents/reviews',
      structuredQuery,
    });
  });
});

describe('a typed request', () => {
  it.each([
    [{ path: '' }, 'The path is empty'],
    [{ path: '/a/b', method: 'create' as const, data: '{' }, 'Data: This is not JSON'],
    [{ path: '/a/b', resource: '[1]' }, 'The document before: '],
    [{ path: '/a', method: 'list' as const, query: 'x' }, 'The query is not JSON'],
  ])('is refused with the name of the invalid part if it is %j', (changes, message) => {
    expect(() => toTestCase({ ...EMPTY_REQUEST, ...changes }, null)).toThrow(message);
  });

  it('encodes the ids in its path, and has no previous document unless one is typed', () => {
    const testCase = toTestCase({ ...EMPTY_REQUEST, path: 'a/x y%' }, null);
    expect(testCase.request).toEqual({ method: 'get', path: '/databases/(default)/documents/a/x%20y%25' });
    expect(testCase).not.toHaveProperty('resource');
    expect(toTestCase({ ...EMPTY_REQUEST, path: 'a/b', resource: 'null' }, null).resource).toBeNull();
  });
});

describe('the path of a typed request', () => {
  it.each([
    ['get', '', 'The path is empty: type that of a document, or of a collection for list.'],
    ['get', '/orders', 'The path /orders is not that of a document, such as /orders/o1, which get needs.'],
    [
      'list',
      '/orders/o1',
      'The path /orders/o1 is not that of a collection, such as /orders, which list needs.',
    ],
  ] as const)('is refused for %s as %j', (method, path, message) => {
    expect(() => toTestCase({ ...EMPTY_REQUEST, method, path }, null)).toThrow(message);
  });
});
