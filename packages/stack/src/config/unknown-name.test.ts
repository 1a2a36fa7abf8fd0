import { describe, expect, it } from 'vitest';
import { editDistance, nearestFirst, unknownName } from './unknown-name.ts';

describe('unknownName', () => {
  it('lists the known names with the nearest one first', () => {
    expect(unknownName('suite', 'e2', ['check', 'unit', 'e2e'], 'See: npm test -- --help').message).toBe(
      'Unknown suite "e2", expected one of: e2e, check, unit. See: npm test -- --help',
    );
  });

  it('says that there is no known name', () => {
    expect(unknownName('snapshot', 'x', [], 'Save one.').message).toBe(
      'Unknown snapshot "x", there is none. Save one.',
    );
  });
});

describe('nearestFirst', () => {
  it('ignores the value placeholder of a flag', () => {
    expect(nearestFirst('--prot', ['--verbose', '--port N'])).toEqual(['--port N', '--verbose']);
  });
});

describe('editDistance', () => {
  it.each([
    ['start', 'start', 0],
    ['strat', 'start', 1],
    ['tset', 'test', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ])('of %j and %j is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });
});
