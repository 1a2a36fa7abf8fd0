import { describe, expect, it } from 'vitest';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { buildSearchIndex } from './search-index.ts';

const named = (id: string, name: string, category = 'apparel', more: Partial<ProductCard> = {}) =>
  ({ id, name, category, price: 45, variants: [], ...more }) as unknown as ProductCard;
const index = buildSearchIndex([
  named('fox', 'Spirit Fox Tee', 'apparel', {
    productType: 'T-shirt',
    tags: ['navy', 'glow in the dark'],
    searchText: 'nine lanterns brush-drawn heavy cotton',
  }),
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
    ['t-shirt fox', 'fox'],
    ['Tshirts navy', 'fox'],
    ['shirt with a lantern', 'fox'],
    ['lanters', 'fox'],
    ['café nävy', undefined],
    ['nävy', 'fox'],
    ['glow-in-the-dark', 'fox'],
    ['mitten', 'gloves'],
  ])('finds %j', (text, id) => expect(index.search(text)[0]).toBe(id));

  it.each(['💎', '?!', '—'])('finds nothing for %j, which has no word', (text) =>
    expect(index.search(text)).toEqual([]),
  );

  it('finds a color by its other names', () => {
    const bag = buildSearchIndex([named('bag', 'Bag', 'accessories', { tags: ['turquoise'] })]);
    for (const color of ['teal', 'cyan', 'turquoise']) expect(bag.search(color), color).toEqual(['bag']);
  });

  describe('of products with sizes, offers and long descriptions', () => {
    const sized = (...sizes: string[]) => sizes.map((size) => ({ size, stock: 1 }));
    const shop = buildSearchIndex([
      named('save', 'Save Point Tee', 'apparel', { variants: sized('M', '3XL') }),
      named('gloves', 'Lag Slayer Gloves', 'accessories', {
        compareAtPrice: 60,
        variants: sized('S', '2XL'),
        searchText: 'nobody has a good hold lift soft list left shop',
      }),
      named('sleeves', 'Combo Breaker Sleeves', 'accessories', {
        compareAtPrice: 58,
        variants: sized('M', 'XL'),
        searchText: 'drawn body cotton',
      }),
      named('dragon', 'Arcade Dragon Tee', 'collectibles', { variants: sized('XL') }),
    ]);

    it.each([
      ['savepoint', ['save']],
      ['save point', ['save']],
      ['SavePoint tee', ['save']],
      ['savepoi', ['save']],
      ['lagslayer', ['gloves']],
      ['gloevs', ['gloves']],
      ['golves', ['gloves']],
      ['coton', ['sleeves']],
      ['drgaon', ['dragon']],
      ['sleeves xl', ['sleeves']],
      ['gloves xxl', ['gloves']],
      ['tee 3xl', ['save']],
      ['sale', ['gloves', 'sleeves']],
      ['sleeves on sale', ['sleeves']],
      ['gift', []],
      ['hoody', []],
      ['4xl', []],
    ])('finds for %j exactly %j', (text, ids) => expect(shop.search(text).toSorted()).toEqual(ids));

    it.each([
      ['gift', []],
      ['hoody', []],
      ['sleeves 2xl', ['sleeves']],
      ['gloevs helmet gloves', ['gloves']],
      ['dragonfly', ['dragon']],
      ['zeppelin cape', []],
    ])('suggests for %j exactly %j', (text, words) => expect(shop.suggest(text)).toEqual(words));

    it('finds a hoodie for "hoody" in a shop that sells one', () => {
      expect(buildSearchIndex([named('warm', 'Warm Hoodie')]).search('hoody')).toEqual(['warm']);
    });
  });

  it('returns all products for a text of words without a meaning', () => {
    expect(index.search('the for')).toHaveLength(4);
  });

  it('treats a word as a typo only if no product has it', () => {
    const similar = buildSearchIndex([named('fox', 'Fox'), named('box', 'Box')]);
    expect(similar.search('fox')).toEqual(['fox']);
    expect(similar.search('vox')).toHaveLength(2);
  });

  it('suggests only words that have a match', () => {
    const suggested = index.suggest('dragonfly helmet');
    expect(suggested).toContain('dragon');
    for (const term of suggested) expect(index.search(term)).not.toEqual([]);
  });

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
