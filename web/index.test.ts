// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DATA_OWNER_KEY } from './src/lib/device-data.ts';

const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];

/** True if the first paint is for a signed-in shopper. */
function paintsSignedIn(): boolean {
  document.documentElement.removeAttribute('data-signed-in');
  new Function(script)();
  return document.documentElement.hasAttribute('data-signed-in');
}

describe('the script of index.html that runs before the first paint', () => {
  beforeEach(() => {
    localStorage.clear();
    document.head.innerHTML = '<meta name="theme-color" content="#ffffff">';
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
  });

  it('marks the page for a signed-in browser, so that it does not offer Login before hydration', () => {
    expect(paintsSignedIn()).toBe(false);
    localStorage.setItem(DATA_OWNER_KEY, 'u1');
    expect(paintsSignedIn()).toBe(true);
    // After a logout.
    localStorage.setItem(DATA_OWNER_KEY, '');
    expect(paintsSignedIn()).toBe(false);
  });
});
