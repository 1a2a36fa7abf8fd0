import { describe, expect, it } from 'vitest';
import { headElements } from './head-elements.ts';
import { documentTitle } from './page-metadata.ts';
import { isOwnPath } from './paths.ts';

const ORIGIN = 'https://shop.example';

describe('headElements', () => {
  it('contains the canonical URL, the absolute image URL and the type of a page', () => {
    const elements = headElements(
      {
        title: 'Tee',
        description: 'Soft.',
        canonicalPath: '/product/tee',
        image: '/art/tee.webp',
        type: 'product',
      },
      ORIGIN,
      '/elsewhere',
    );
    const attributes = elements.map(([, given]) => given);
    expect(attributes).toContainEqual({ rel: 'canonical', href: `${ORIGIN}/product/tee` });
    expect(attributes).toContainEqual({ property: 'og:image', content: `${ORIGIN}/art/tee.webp` });
    expect(attributes).toContainEqual({ property: 'og:type', content: 'product' });
  });

  it('escapes a closing tag in structured data', () => {
    const elements = headElements(
      { title: 'x', description: 'x', structuredData: [{ name: '</script><script>alert(1)</script>' }] },
      ORIGIN,
      '/',
    );
    const script = elements.find(([tag]) => tag === 'script');
    expect(script?.[2]).not.toContain('<');
    expect(JSON.parse(script?.[2] ?? '')).toEqual({ name: '</script><script>alert(1)</script>' });
  });
});

describe('documentTitle', () => {
  it("appends the shop's name", () => {
    expect(documentTitle('Tee')).toBe('Tee | Savepoint');
  });
});

describe('isOwnPath', () => {
  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    7,
  ])('returns false for %j', (path) => expect(isOwnPath(path)).toBe(false));
  it.each(['/', '/account/orders', '/shop?q=a'])('returns true for %j', (path) =>
    expect(isOwnPath(path)).toBe(true),
  );
});
