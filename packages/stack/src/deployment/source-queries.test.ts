import { describe, expect, it } from 'vitest';
import { parseQueries } from './source-queries.ts';

describe('parseQueries', () => {
  it('finds a plain request with filters and orders', () => {
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

  it('finds a method chain once, with its range filter before its orders', () => {
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

  it('leaves out an order by the document id, with which every index ends', () => {
    const source = `db.collection('refunds').where('state', '==', s).orderBy('dueAt').orderBy(FieldPath.documentId()).get();`;
    expect(parseQueries(source, 'a.ts')).toEqual([
      {
        file: 'a.ts',
        collection: 'refunds',
        equal: ['state'],
        contains: [],
        ordered: [{ field: 'dueAt', descending: false }],
      },
    ]);
  });

  it('ignores other calls and objects', () => {
    expect(parseQueries(`a.b('where').c({ op: 'get', path: 'x' });`, 'a.ts')).toEqual([]);
  });
});
