import { expect, it } from 'vitest';
import { buildRemedy } from './build-remedy.ts';

it.each([
  ["error TS5033: Could not write file '/a/lib/index.js': EACCES: permission denied.", /writable/],
  ['EROFS: read-only file system, open lib/index.js', /writable/],
  ['ENOSPC: no space left on device, write', /space on the disk/],
  ['sh: 1: tsc: not found', /tsc is not installed\. Run: npm install --prefix \/functions$/],
  ['sh: line 1: tsc: command not found', /tsc is not installed/],
])('buildRemedy suggests what to do about %j', (output, remedy) => {
  expect(buildRemedy(output, '/functions')).toMatch(remedy);
});

it('buildRemedy returns undefined for a mistake in the code', () => {
  expect(buildRemedy("src/index.ts(3,7): error TS2304: Cannot find name 'a'.", '/functions')).toBeUndefined();
});
