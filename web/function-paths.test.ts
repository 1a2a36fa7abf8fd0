import { expect, it } from 'vitest';
import { functionPaths } from './function-paths.ts';

const functionOf = (path: string) => functionPaths().find(([pattern]) => new RegExp(pattern).test(path))?.[1];

it.each([
  ['/catalogue.json', 'renderPage'],
  ['/drops.json', 'renderPage'],
  ['/drops.json?fresh', 'renderPage'],
  ['/drops/gold/state.json', 'renderPage'],
  ['/drops/gold/draw.json', 'renderPage'],
  ['/sitemap.xml', 'renderPage'],
  ['/unsubscribe/one-click', 'unsubscribeOneClick'],
])('the dev server passes %s on to the function %s', (path, functionId) => {
  expect(functionOf(path)).toBe(functionId);
});

it.each(['/', '/shop', '/shop/apparel', '/product/tee', '/drops', '/drops/gold', '/drops/gold/other.json'])(
  'the dev server serves %s itself',
  (path) => {
    expect(functionOf(path)).toBeUndefined();
  },
);
