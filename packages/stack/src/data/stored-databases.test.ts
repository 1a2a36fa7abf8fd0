import { expect, it } from 'vitest';
import { countValues } from './stored-databases.ts';

it('countValues counts strings, numbers and booleans, and no priorities', () => {
  const data = {
    players: { ada: { name: 'Ada', score: 3, '.priority': 7 }, bob: { '.value': true, '.priority': 'x' } },
  };
  expect(countValues(data)).toBe(3);
  expect(countValues('text')).toBe(1);
  expect(countValues(null)).toBe(0);
});
