import { describe, expect, it } from 'vitest';
import { coloursOf } from './colours.ts';

describe('coloursOf', () => {
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
      ['Grey', 'Green'],
    ],
    [['map', 'blueprint', 'pot of gold', 'red dragon'], []],
    [undefined, []],
  ])('reads the colours of the tags %j', (tags, colours) => {
    expect(coloursOf({ tags })).toEqual(colours);
  });
});
