import { expect, it } from 'vitest';
import { slugOf } from './save-product.ts';

it.each([
  ['Save Point Tee!', 'save-point-tee'],
  ['  Éclair — Nº 7 ', 'eclair-no-7'],
  ['Max 🎮 Power', 'max-power'],
])('The id of a product named %j is %s', (name, id) => {
  expect(slugOf(name)).toBe(id);
});

it('Products with names in other scripts have distinct and stable ids', () => {
  const names = ['山田', '川田', 'Тройник', 'ქართული', '山 Tee', '川 Tee', '🎮', '🕹️'];
  const ids = names.map(slugOf);
  expect(new Set(ids).size).toBe(names.length);
  expect(names.map(slugOf)).toEqual(ids);
  expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
});
