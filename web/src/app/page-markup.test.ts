// Question: does a served page carry its head, content and data, and can text from the catalogue never become markup?
import { describe, expect, it } from 'vitest';
import { composePage, type PageParts } from './page-markup.ts';
import { pageScriptsMarkup } from './page-scripts.ts';
import type { ServedPage } from './served-page.ts';

const SHELL = `<!doctype html><html><head><title>Shop</title>
<meta name="description" content="old" />
<!--head-->
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/frame.js">
<link rel="stylesheet" crossorigin href="/assets/index.css">
</head><body><div id="root"><!--app--></div></body></html>`;

const EVIL = 'Tee "$&" </title></script><script>alert(1)</script>';
const page: ServedPage = {
  renderedAt: '2026-01-01T00:00:00.000Z',
  file: 'product',
  parts: [],
  queries: [{ endpointName: 'product', arg: 'tee', value: { name: EVIL } }],
};
const parts: PageParts = {
  head: { title: EVIL, description: EVIL, path: '/product/tee', structured: [{ name: EVIL }] },
  origin: 'https://shop.test',
  path: '/product/tee',
  app: '<main>$& content</main>',
  page,
  styles: { files: ['/assets/index.css'], text: 'main{color:red}' },
  takeOverScript: 'go()',
};

describe('a served page', () => {
  const html = composePage(SHELL, parts);

  it('says what it is, once', () => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain('<link rel="canonical" href="https://shop.test/product/tee" />');
  });

  it('has its content and styles, and fetches the app later', () => {
    expect(html).toContain('<div id="root"><main>$& content</main></div>');
    expect(html).toContain('<style>main{color:red}</style>');
    expect(html).toContain(
      'data-src="/assets/frame.js /assets/index-1.js" data-run="/assets/frame.js /assets/index-1.js"',
    );
    expect(html).not.toMatch(/type="module"|modulepreload|rel="stylesheet"(?![^>]*disabled)/);
  });

  it('lets no text out of its place', () => {
    expect(html).not.toContain('<script>alert(1)');
    const data = /id="served-page">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual(page);
    const structured = /ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(structured)).toEqual({ name: EVIL });
  });
});

it('names the scripts of the page and of its parts, each after those it imports, and the styles it has', () => {
  const scripts = {
    product: ['/assets/stars.js', '/assets/product.js'],
    reviews: ['/assets/stars.js', '/assets/reviews.js'],
    home: ['/assets/home.js'],
    beside: ['/assets/beside.js'],
  };
  const shell = SHELL.replace('</body>', `${pageScriptsMarkup(scripts)}</body>`);
  const html = composePage(shell, { ...parts, page: { ...page, parts: ['reviews', 'unknown'] } });
  const all = ['frame', 'stars', 'product', 'reviews', 'beside', 'index-1'].map(
    (name) => `/assets/${name}.js`,
  );
  expect(html).toContain(`data-src="${all.join(' ')}"`);
  expect(html).toContain(`data-run="${all.filter((file) => !file.includes('stars')).join(' ')}"`);
  expect(html).toContain('<link rel="stylesheet" href="/assets/index.css" disabled />');
  expect(html).not.toContain('home.js');
});

it('refuses a page that the build did not make', () => {
  expect(() => composePage('<html></html>', parts)).toThrow('Build the web app again');
});
