import { expect, it } from 'vitest';
import { lintDatabaseIndexes } from './lint-database-indexes.ts';

const RULES = `{
  // Comments are allowed.
  "rules": {
    "scores": { ".indexOn": "points" },
    "rooms": {
      "$room": {
        ".indexOn": ["name", "/owner/id"],
        "hall": { ".read": true }
      }
    }
  }
}`;
const query = (path: string, index: string, isListener = 0) => ({ path, index, isListener, traceId: 't' });
const USED = [query('scores', 'points'), query('rooms/r1', 'name'), query('rooms/r2', 'owner/id', 1)];

it('returns nothing if each index is used and each query has one', () => {
  expect(lintDatabaseIndexes('d.json', RULES, USED)).toEqual([]);
});

it('reports a missing index once, at its location in the rules, with all indexes required there', () => {
  const lints = lintDatabaseIndexes('d.json', RULES, [
    ...USED,
    query('rooms/r1', 'at', 1),
    query('rooms/r2', 'at', 1),
    query('scores', '.value'),
    query('rooms/r1/hall/doors', 'x', 1),
    query('rooms/r1/hall/doors', 'x'),
  ]);
  expect(lints).toMatchObject([
    {
      name: 'missing-index',
      level: 'warning',
      title: '/rooms/$room has no index on at',
      source: { file: 'd.json', line: 6 },
      fix: 'Add to /rooms/$room in the rules: ".indexOn": ["name","owner/id","at"]',
    },
    {
      level: 'error',
      title: '/scores has no index on .value',
      fix: expect.stringContaining('["points",".value"]'),
    },
    { level: 'error', title: '/rooms/$room/hall/doors has no index on x', source: { line: 8 } },
  ]);
});

it('reports an unused index with its line', () => {
  const title = 'No recorded query uses the index of /rooms/$room on owner/id';
  expect(lintDatabaseIndexes('d.json', RULES, USED.slice(0, 2))).toMatchObject([
    { name: 'unused-index', level: 'info', title, source: { line: 6 } },
  ]);
});

it('returns nothing for rules that are not JSON', () => {
  expect(lintDatabaseIndexes('d.json', '{"rules', USED)).toEqual([]);
});
