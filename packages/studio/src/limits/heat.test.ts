import { describe, expect, it } from 'vitest';
import { heatLevel, usedColumns } from './heat.ts';

it.each([
  [0, 0],
  [5, 1],
  [10, 2],
  [11, 3],
  [50, 3],
  [51, 4],
])('heatLevel of %i writes in ten seconds at a limit of one a second is %i', (writes, level) => {
  expect(heatLevel(writes, 10, 1)).toBe(level);
});

describe('usedColumns', () => {
  it('starts at the first write of any row', () => {
    expect(
      usedColumns(
        [
          [0, 0, 0, 2, 0, 1],
          [0, 0, 1, 0, 0, 0],
        ],
        6,
        2,
      ),
    ).toEqual({ first: 2, count: 4 });
  });

  it('returns at least a minimum and at most all columns', () => {
    expect(usedColumns([[0, 0, 0, 0, 0, 1]], 6, 4)).toEqual({ first: 2, count: 4 });
    expect(usedColumns([[1, 0]], 2, 4)).toEqual({ first: 0, count: 2 });
    expect(usedColumns([], 6, 2)).toEqual({ first: 4, count: 2 });
  });
});
