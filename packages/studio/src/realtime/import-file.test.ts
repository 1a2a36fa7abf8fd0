import { expect, it } from 'vitest';
import { findFileProblem } from './import-file.ts';

it.each([
  ['', 'a.json is empty. The JSON null removes a place.'],
  [new Uint8Array([0x1f, 0x8b, 0xff]), 'a.json is not UTF-8 text.'],
  ['{\n  "a": 1,\n}', /^a\.json is not JSON: .*line 3 column 1/],
  ['id,name\n1,Ada', /^a\.json is not JSON: .*"id,name/],
  ['{"a.b": 1}', undefined],
])('findFileProblem says why %j is not JSON', async (content, problem) => {
  const found = await findFileProblem(new File([content], 'a.json'));
  if (problem instanceof RegExp) expect(found).toMatch(problem);
  else expect(found).toBe(problem);
});
