// Owns the promise that Hosting lets the inline scripts of a page run: their hashes stand in firebase.json.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

it.each([
  ['the theme script', /<script>([\s\S]*?)<\/script>/.exec(read('web', 'index.html'))?.[1]],
  ['the script of served pages', read('web', 'src', 'take-over-page.js')],
])('allows %s by its hash', (_name, script = '') => {
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  expect(read('firebase.json'), `script-src in firebase.json must name ${hash}`).toContain(hash);
});
