import { describe, expect, it } from 'vitest';
import { type DocumentParts, renderDocument } from './html-document.ts';
import { scriptManifestMarkup } from './script-manifest.ts';
import type { SsrPayload } from './ssr-payload.ts';

const SHELL = `<!doctype html><html><head><title>Shop</title>
<meta name="description" content="old" />
<!--head-->
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/app-shell.js">
<link rel="stylesheet" crossorigin href="/assets/index.css">
</head><body><div id="root"><!--app--></div></body></html>`;

const HOSTILE = 'Tee "$&" </title></script><script>alert(1)</script>';
const payload: SsrPayload = {
  renderedAt: '2026-01-01T00:00:00.000Z',
  routeFile: 'product',
  lazyComponents: [],
  queries: [{ endpointName: 'product', arg: 'tee', value: { name: HOSTILE } }],
};
const parts: DocumentParts = {
  head: {
    title: HOSTILE,
    description: HOSTILE,
    canonicalPath: '/product/tee',
    structuredData: [{ name: HOSTILE }],
  },
  origin: 'https://shop.test',
  path: '/product/tee',
  appMarkup: '<main>$& content</main>',
  payload,
  criticalStyles: { files: ['/assets/index.css'], text: 'main{color:red}' },
  hydrationLoader: 'load()',
};

describe('renderDocument', () => {
  const html = renderDocument(SHELL, parts);

  it("replaces the shell's title and description with those of the page", () => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain('<link rel="canonical" href="https://shop.test/product/tee" />');
  });

  it('inlines the markup and the critical CSS, and leaves the scripts to the hydration loader', () => {
    expect(html).toContain('<div id="root"><main>$& content</main></div>');
    expect(html).toContain('<style>main{color:red}</style>');
    expect(html).toContain(
      'data-src="/assets/app-shell.js /assets/index-1.js" data-run="/assets/app-shell.js /assets/index-1.js"',
    );
    expect(html).not.toMatch(/type="module"|modulepreload|rel="stylesheet"(?![^>]*disabled)/);
  });

  it('escapes text of the catalogue in the head, the payload and the structured data', () => {
    expect(html).not.toContain('<script>alert(1)');
    const json = /id="ssr-payload">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual(payload);
    const structuredData = /ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(structuredData)).toEqual({ name: HOSTILE });
  });

  it('lists the chunks of the route and its lazy components once, each after its imports, and disables stylesheet links', () => {
    const manifest = {
      product: ['/assets/stars.js', '/assets/product.js'],
      reviews: ['/assets/stars.js', '/assets/reviews.js'],
      home: ['/assets/home.js'],
      deferred: ['/assets/deferred.js'],
    };
    const shell = SHELL.replace('</body>', `${scriptManifestMarkup(manifest)}</body>`);
    const listing = renderDocument(shell, {
      ...parts,
      payload: { ...payload, lazyComponents: ['reviews', 'unknown'] },
    });
    const scripts = ['app-shell', 'stars', 'product', 'reviews', 'deferred', 'index-1'].map(
      (name) => `/assets/${name}.js`,
    );
    expect(listing).toContain(`data-src="${scripts.join(' ')}"`);
    expect(listing).toContain(`data-run="${scripts.filter((file) => !file.includes('stars')).join(' ')}"`);
    expect(listing).toContain('<link rel="stylesheet" href="/assets/index.css" disabled />');
    expect(listing).not.toContain('home.js');
  });

  it('throws when the shell was not made by the build', () => {
    expect(() => renderDocument('<html></html>', parts)).toThrow('Build the web app again');
  });
});
