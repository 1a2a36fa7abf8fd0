import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

describe('the content security policy in firebase.json', () => {
  const [theme, loadError] = [...read('web', 'index.html').matchAll(/<script>([\s\S]*?)<\/script>/g)];
  it.each([
    ['the theme script of index.html', theme?.[1]],
    ['the load error script of index.html', loadError?.[1]],
    ['the script that starts the app', read('web', 'src', 'ssr', 'start-app.js')],
  ])('allows %s by its hash', (_name, script = '') => {
    const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
    expect(read('firebase.json'), `script-src in firebase.json must contain ${hash}`).toContain(hash);
  });
});
