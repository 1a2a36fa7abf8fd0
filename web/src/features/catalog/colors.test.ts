import { describe, expect, it } from 'vitest';
import { colorsOf } from './colors.ts';

describe('colorsOf', () => {
  it.each([
    [['navy', 'sky blue', 'pixel art'], ['Blue']],
    [
      ['Black', 'pink', 'cyan', 'robot'],
      ['Black', 'Turquoise', 'Pink'],
    ],
    [
      ['lavender', 'light blue', 'potion'],
      ['Blue', 'Purple'],
    ],
    [
      ['gray', 'Forest Green'],
      ['Gray', 'Green'],
    ],
    [['map', 'blueprint', 'pot of gold', 'red dragon'], []],
    [undefined, []],
  ])('reads the colors of the tags %j', (tags, colors) => {
    expect(colorsOf({ tags })).toEqual(colors);
  });
});
