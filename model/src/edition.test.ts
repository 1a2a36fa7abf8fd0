import { expect, it } from 'vitest';
import { describeEdition } from './edition.ts';

it.each([
  [[7], 'No. 7 of 200'],
  [[7, 12], 'Nos. 7 and 12 of 200'],
  [[7, 12, 13], 'Nos. 7, 12 and 13 of 200'],
])('describeEdition calls the units %j %s', (numbers, text) => {
  expect(describeEdition({ numbers, of: 200 })).toBe(text);
});
