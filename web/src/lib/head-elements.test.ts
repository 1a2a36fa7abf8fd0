import { describe, expect, it } from 'vitest';
import { headElements } from './head-elements.ts';
import { documentTitle } from './page-metadata.ts';
import { isOwnPath } from './paths.ts';

const ORIGIN = 'https://shop.example';

describe('page head', () => {
  it('names title, canonical address and image in full', () => {
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
    expect(documentTitle('Tee')).toBe('Tee | Savepoint');
  });

  it('cannot be left by a text with a closing tag', () => {
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

describe('isOwnPath', () => {
  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    7,
  ])('refuses %j', (path) => expect(isOwnPath(path)).toBe(false));
  it.each(['/', '/account/orders', '/shop?q=a'])('takes %j', (path) => expect(isOwnPath(path)).toBe(true));
});
