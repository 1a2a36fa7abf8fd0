import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTENT, fillText } from './content.ts';
import { findLinks, linkedDocument, splitLinks } from './content-links.ts';
import { DEFAULT_PAGES, textBlocks } from './pages.ts';
import { SETTINGS, settingsValue } from './settings.ts';
import { DEFAULT_SHIPPING } from './shipping.ts';
import { taxRate } from './tax.ts';

describe('the default settings', () => {
  it.each(Object.entries(SETTINGS))('are valid: %s', (_, { schema, defaults }) => {
    expect(schema.parse(defaults)).toEqual(defaults);
  });

  it('have only links to existing pages', () => {
    const documents = findLinks([DEFAULT_CONTENT, DEFAULT_PAGES]).map(({ to }) => linkedDocument(to));
    expect(documents).toContain('categories/limited-editions');
    expect(documents).not.toContain(undefined);
  });
});

describe('settingsValue', () => {
  it('returns the default if nothing is published, and throws for an invalid value', () => {
    expect(settingsValue('tax', null)).toEqual({ rate: 0, exceptions: [] });
    expect(settingsValue('tax', { value: { rate: 0.1, exceptions: [] }, version: 1 }).rate).toBe(0.1);
    expect(() => settingsValue('tax', { value: { rate: 10 }, version: 1 })).toThrow();
  });
});

describe('taxRate', () => {
  const tax = {
    rate: 0.05,
    exceptions: [
      { country: 'US', rate: 0 },
      { country: 'US', region: 'CA', rate: 0.0725 },
    ],
  };
  it.each([
    ['DE', undefined, 0.05],
    ['US', 'NY', 0],
    ['US', 'CA', 0.0725],
  ])('of %s %s is that of the closest place: %d', (country, region, rate) => {
    expect(taxRate(tax, { country, region })).toBe(rate);
  });
});

describe('fillText', () => {
  it('inserts the free-shipping threshold, and drops a text that would be untrue', () => {
    const text = 'Free shipping on orders over {freeShippingOver}';
    expect(fillText(text, DEFAULT_SHIPPING)).toBe('Free shipping on orders over $50');
    expect(fillText(text, { ...DEFAULT_SHIPPING, zones: [] })).toBeUndefined();
    expect(fillText('24/7 support', { ...DEFAULT_SHIPPING, zones: [] })).toBe('24/7 support');
  });
});

describe('linkedDocument', () => {
  it.each(['/product/.', '/shop/..', '/shop/__x__', `/product/${'x'.repeat(2000)}`])(
    'is none for %j',
    (to) => {
      expect(linkedDocument(to)).toBeUndefined();
    },
  );

  it.each([
    ['/shop/sale?sort=price', null],
    ['/about#print', null],
    ['https://example.com/x', null],
    ['/shop/mugs', 'categories/mugs'],
    ['/product/save-point-tee', 'products/save-point-tee'],
    ['/abuot', undefined],
    ['/admin/products', undefined],
    ['//evil.example', undefined],
    ['javascript:alert(1)', undefined],
  ])('of %s is %s', (to, document) => {
    expect(linkedDocument(to)).toBe(document);
  });
});

describe('links in texts', () => {
  it('are found with their field and split from the text around them', () => {
    const text = 'See [shipping](/shipping), or [ask](/contact)';
    expect(findLinks({ sections: [{ text }] })).toEqual([
      { path: ['sections', 0, 'text'], to: '/shipping' },
      { path: ['sections', 0, 'text'], to: '/contact' },
    ]);
    expect(splitLinks(text)).toEqual([
      { text: 'See ' },
      { text: 'shipping', to: '/shipping' },
      { text: ', or ' },
      { text: 'ask', to: '/contact' },
    ]);
  });
});

describe('textBlocks', () => {
  it('splits paragraphs at empty lines, and makes a list of lines with a dash', () => {
    expect(textBlocks('One\nstill one\n\n- a\n- b\n \nTwo\n- no list')).toEqual([
      { kind: 'paragraph', text: 'One still one' },
      { kind: 'list', items: ['a', 'b'] },
      { kind: 'paragraph', text: 'Two - no list' },
    ]);
    expect(textBlocks(' \n\n ')).toEqual([]);
  });
});
