import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PRINTS } from './prints.ts';

const TEXTS = ['../../../model/src/pages.ts', '../../../seed/src/products.ts'];

it.each(TEXTS)('the size of a print in pixels that %s names is that of every drawing', (path) => {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  const named = [...text.matchAll(/\d+ by \d+ pixels/g)].map(String);
  const drawn = Object.values(PRINTS)
    .map((draw) => draw())
    .map(({ width, height }) => `${width} by ${height} pixels`);
  expect(named).not.toEqual([]);
  expect(new Set(drawn)).toEqual(new Set(named));
});
