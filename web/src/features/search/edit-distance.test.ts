import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

describe('editDistance', () => {
  it.each([
    ['fox', 'fox', 0],
    ['fox', 'box', 1],
    ['dragn', 'dragon', 1],
    ['drragon', 'dragon', 1],
    ['drgaon', 'dragon', 1],
    ['gloevs', 'glove', 2],
    ['', 'fox', 3],
    ['fox', '', 3],
  ])('returns for %j and %j %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});
