import { describe, expect, it } from 'vitest';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { buildSearchIndex } from './search-index.ts';

const named = (id: string, name: string, category = 'apparel') => ({ id, name, category }) as ProductCard;
const index = buildSearchIndex([
  named('fox', 'Spirit Fox Tee'),
  named('dragon', 'Arcade Dragon Tee', 'collectibles'),
  named('gloves', 'Lag Slayer Gloves', 'accessories'),
  named('save', 'Save Point Tee'),
]);

describe('buildSearchIndex', () => {
  it.each([
    ['dragon', 'dragon'],
    ['drag', 'dragon'],
    ['dragin', 'dragon'],
    ['drgon', 'dragon'],
    ['GLOVES', 'gloves'],
    ['sprit fox', 'fox'],
    ['collectible', 'dragon'],
  ])('finds %j', (text, id) => expect(index.search(text)[0]).toBe(id));

  it('finds nothing for an unknown word and suggests a similar one', () => {
    expect(index.search('zzzzqqq')).toEqual([]);
    expect(index.suggest('dargon')).toContain('dragon');
  });

  it('ranks a misspelled product first among 5,000 products', () => {
    const largeIndex = buildSearchIndex(
      Array.from({ length: 5000 }, (_, n) =>
        named(`p${n}`, `Motif ${n} ${['Fox', 'Dragon', 'Heart'][n % 3]} Tee`),
      ),
    );
    const found = largeIndex.search('motif 4000 dragn');
    expect(found[0]).toBe('p4000');
  });
});
