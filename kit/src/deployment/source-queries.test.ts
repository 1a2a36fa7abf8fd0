import { expect, test } from 'vitest';
import { parseQueries } from './source-queries.ts';

test('finds a plain request with filters and orders', () => {
  const source = `const r = (id: string) => ({ op: 'query', path: 'orders',
    where: [['userId', '==', id]], orderBy: [['createdAt', 'desc']] }) as const;`;
  expect(parseQueries(source, 'a.ts')).toEqual([
    {
      file: 'a.ts',
      collection: 'orders',
      equal: ['userId'],
      contains: [],
      ordered: [{ field: 'createdAt', descending: true }],
    },
  ]);
});

test('finds a chain once, with its range filter before its orders', () => {
  const source = `db.collection('orders').where('status', 'in', s).where('expiresAt', '<', t).orderBy('id').limit(3).get();`;
  expect(parseQueries(source, 'a.ts')).toEqual([
    {
      file: 'a.ts',
      collection: 'orders',
      equal: ['status'],
      contains: [],
      ordered: [
        { field: 'expiresAt', descending: false },
        { field: 'id', descending: false },
      ],
    },
  ]);
});

test('leaves other calls and objects alone', () => {
  expect(parseQueries(`a.b('where').c({ op: 'get', path: 'x' });`, 'a.ts')).toEqual([]);
});
