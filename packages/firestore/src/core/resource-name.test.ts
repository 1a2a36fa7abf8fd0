import { expect, it } from 'vitest';
import {
  checkId,
  checkPath,
  parseDatabaseName,
  parseDocumentName,
  parseParentName,
} from './resource-name.ts';

const DATABASE = 'projects/p/databases/(default)';

it('parseDatabaseName, parseDocumentName and parseParentName split a name into database and path', () => {
  expect(parseDatabaseName(DATABASE)).toEqual({ projectId: 'p', databaseId: '(default)' });
  expect(parseDocumentName(`${DATABASE}/documents/c/d`)).toEqual({ database: DATABASE, path: 'c/d' });
  expect(parseParentName(`${DATABASE}/documents`)).toEqual({ database: DATABASE, path: '' });
  expect(parseParentName(`${DATABASE}/documents/c/d`).path).toBe('c/d');
});

it.each([
  '',
  'c/d',
  DATABASE,
  `${DATABASE}/documents`,
  `${DATABASE}/documents/`,
  `${DATABASE}/documents/c`,
  `${DATABASE}/documents/c/`,
  `${DATABASE}/documents//d`,
  `${DATABASE}/documents/c/d/e`,
  `${DATABASE}/documents/c/.`,
  `${DATABASE}/documents/c/..`,
  `${DATABASE}/documents/c/__x__`,
  `${DATABASE}/documents/__x__/d`,
  `${DATABASE}/documents/c/${'é'.repeat(751)}`,
  `projects//databases/d/documents/c/d`,
  `project/p/databases/d/documents/c/d`,
])('parseDocumentName rejects %j', (name) => {
  expect(() => parseDocumentName(name)).toThrow();
});

it.each(['', '.', '..', '__x__', '%2e%2e', 'a%2Fb', 'a\\b', 'a b', 'a\0', '\ud800', 'a?b', 'a#b', 'a\nb'])(
  'parseDatabaseName and parseDocumentName reject the project id and the database id %j',
  (id) => {
    expect(() => parseDatabaseName(`projects/${id}/databases/d`)).toThrow('nvalid');
    expect(() => parseDatabaseName(`projects/p/databases/${id}`)).toThrow('nvalid');
    expect(() => parseDocumentName(`projects/${id}/databases/d/documents/c/d`)).toThrow();
    expect(() => parseDocumentName(`projects/p/databases/${id}/documents/c/d`)).toThrow();
  },
);

it.each(['demo-shop', 'example.com:shop', 'P_1', '(default)', 'a..b'])(
  'parseDatabaseName accepts the project id and the database id %s',
  (id) => {
    expect(parseDatabaseName(`projects/${id}/databases/${id}`)).toEqual({ projectId: id, databaseId: id });
  },
);

it.each([[['a/b']], [['c', '..']], [['c', '']], [['__x__']]])('checkPath rejects %j', (segments) => {
  expect(() => checkPath(segments)).toThrow();
});

it('checkPath accepts an id with a NUL character, which the Admin SDK uses as a bound in recursiveDelete', () => {
  expect(() => checkPath(['users\0', '__id-9223372036854775808__'])).not.toThrow();
});

it('checkPath accepts the root, a collection and a document', () => {
  for (const path of [[], ['c'], ['c', 'd']]) checkPath(path);
});

it.each(['____', '___', '__', '__id0__', '__id-9223372036854775808__', '__id9223372036854775807__'])(
  'checkId accepts %s, which is not reserved',
  (id) => {
    checkId('Document', id);
  },
);

it.each(['_____', '__id__', '__id01__', '__id-0__', '__id+1__', '__id9223372036854775808__'])(
  'checkId rejects %s, which is not a 64-bit numeric id',
  (id) => {
    expect(() => checkId('Document', id)).toThrow('reserved');
  },
);

it('checkId accepts numeric ids and ids of at most 1,500 bytes', () => {
  checkId('Document', 'é'.repeat(750));
  checkId('Document', '__id-7__');
  checkId('Collection', '__a');
  expect(() => checkId('Document', `${'é'.repeat(750)}a`)).toThrow('longer than 1500 bytes');
});
