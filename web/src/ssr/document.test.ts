import { describe, expect, it } from 'vitest';
import { createStore } from '../app/store.ts';
import { renderDocument, renderShell } from './document.ts';
import type { PageData } from './page-data.ts';

const SHELL = `<!doctype html><html lang="en"><head><title>Shop</title>
<meta name="description" content="old" />
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/react.js">
</head><body><div id="root"><noscript>Needs JavaScript</noscript></div></body></html>`;

const HOSTILE = 'Tee "$&" </script><script>alert(1)</script>';
const data: PageData = {
  origin: 'https://shop.test',
  router: { loaderData: { page: HOSTILE } },
  state: createStore().getState(),
};
const parts = {
  markup:
    '<!DOCTYPE html><html><head><title>Tee</title></head><body><div id="root"><main>$& content</main></div></body></html>',
  data,
  chunks: ['/assets/product.js'],
  startScript: 'start()',
};

describe('renderShell', () => {
  it("has the page's title and description instead of the shop's, escaped, and noindex if requested", () => {
    const html = renderShell(SHELL, { title: 'A "page" & <more>', description: 'What it says' });
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<title>A &#34;page&#34; &#38; &#60;more&#62; | Savepoint</title>');
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).not.toContain('noindex');
    expect(renderShell(SHELL, { title: 'a', description: 'b', noindex: true })).toContain(
      'content="noindex"',
    );
  });

  it('throws for a shell that is not from the build', () => {
    expect(() => renderShell('<html></html>', { title: '', description: '' })).toThrow(
      'Build the web app again.',
    );
  });
});

describe('renderDocument', () => {
  const html = renderDocument(SHELL, parts);

  it("replaces the shell's title, description and root by those of the page", () => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<title>Tee</title></head>');
    expect(html).not.toContain('name="description"');
    expect(html).toContain('<div id="root"><main>$& content</main></div>');
    expect(html).not.toContain('<noscript>');
  });

  it('keeps the scripts in a template for the start script, in import order', () => {
    const [before = '', template = ''] = html.split('<template id="app-scripts">');
    expect(before).not.toMatch(/type="module"|modulepreload/);
    const urls = [...template.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    expect(urls).toEqual(['/assets/react.js', '/assets/product.js', '/assets/index-1.js']);
    expect(html).toContain('<script>start()</script>');
  });

  it('escapes text of the catalog in the data', () => {
    expect(html).not.toContain('<script>alert(1)');
    const json = /id="page-data">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(json).router).toEqual(data.router);
  });

  it('throws for a shell that is not from the build', () => {
    expect(() => renderDocument('<html></html>', parts)).toThrow('Build the web app again.');
  });
});
