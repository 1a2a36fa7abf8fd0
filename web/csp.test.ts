import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

describe('the content security policy in firebase.json', () => {
  it.each([
    ['the theme script of index.html', /<script>([\s\S]*?)<\/script>/.exec(read('web', 'index.html'))?.[1]],
    ['the hydration loader', read('web', 'src', 'hydration-loader.js')],
  ])('allows %s by its hash', (_name, script = '') => {
    const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
    expect(read('firebase.json'), `script-src in firebase.json must contain ${hash}`).toContain(hash);
  });
});
