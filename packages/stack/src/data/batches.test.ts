import { describe, expect, it } from 'vitest';
import { batchesOf } from './batches.ts';

describe('batchesOf', () => {
  it('splits by the number of items and by their size as JSON, in order', () => {
    expect([...batchesOf([1, 2, 3, 4, 5], { items: 2, bytes: 100 })]).toEqual([[1, 2], [3, 4], [5]]);
    const texts = ['a'.repeat(10), 'é'.repeat(10), 'b'];
    expect([...batchesOf(texts, { items: 10, bytes: 20 })]).toEqual([[texts[0]], [texts[1]], [texts[2]]]);
  });

  it('puts an item that exceeds the limit in its own batch', () => {
    const large = 'x'.repeat(50);
    expect([...batchesOf(['a', large, 'b'], { items: 10, bytes: 20 })]).toEqual([['a'], [large], ['b']]);
  });

  it('returns no batch without items', () => {
    expect([...batchesOf([], { items: 1, bytes: 1 })]).toEqual([]);
  });
});
