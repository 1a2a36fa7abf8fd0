import { expect, it } from 'vitest';
import { pageOf, segmentsOf } from './read-documents.ts';

it.each([
  ['orders/o1', '/data/(default)/orders/o1'],
  ['/orders//a?b#c%d e', '/data/(default)/orders/a%3Fb%23c%25d%20e'],
])('pageOf %j is %s', (path, page) => {
  expect(pageOf(path)).toBe(page);
});

it.each(['', '/', 'a/../b', '.', 'a/\ud800'])('segmentsOf refuses %j', (path) => {
  expect(() => segmentsOf(path)).toThrow('Expected a path of ids');
});
