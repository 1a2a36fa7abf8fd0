// Owns the promise that Hosting lets the one inline script of index.html run: its hash stands in firebase.json.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

it('allows the theme script by its hash', () => {
  const page = readFileSync(join(ROOT, 'web', 'index.html'), 'utf8');
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1];
  const hash = `'sha256-${createHash('sha256')
    .update(script ?? '')
    .digest('base64')}'`;
  const hosting = readFileSync(join(ROOT, 'firebase.json'), 'utf8');
  expect(hosting, `script-src in firebase.json must name ${hash}`).toContain(hash);
});
