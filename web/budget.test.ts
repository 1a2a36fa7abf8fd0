// Owns the budget of what a browser fetches before the first page works: the entry, its static imports and the route's
// own files, gzipped. Builds the app, so it holds for what would be deployed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SSR_ROUTES } from './src/app/ssr-payload.ts';

const FIRST_ROUTE_MAX_BYTES = 130_000;
const ROUTE_CHUNK_MAX_BYTES = 40_000;
const BUILD_TIMEOUT_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'savepoint-budget-'));
let manifest: Manifest;

/** A chunk and everything it imports statically. */
function closureOf(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) closureOf(imported, seen);
  return seen;
}

function gzippedBytes(keys: Iterable<string>): number {
  return [...keys].reduce((sum, key) => {
    const file = manifest[key]?.file;
    if (file === undefined) throw new Error(`The build has no '${key}'.`);
    return sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  }, 0);
}

beforeAll(async () => {
  // Test runs say NODE_ENV=test, for which libraries bring their development code.
  process.env.NODE_ENV = 'production';
  await build({
    root: import.meta.dirname,
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, manifest: true, copyPublicDir: false },
  });
  manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
}, BUILD_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('JavaScript budget', () => {
  it.each(SSR_ROUTES)('%s works within 130 kB', (route) => {
    const needed = new Set([...closureOf('index.html'), ...closureOf(`src/routes/${route}.tsx`)]);
    expect(gzippedBytes(needed)).toBeLessThanOrEqual(FIRST_ROUTE_MAX_BYTES);
  });

  it('no route has more than 40 kB of its own', () => {
    const entry = closureOf('index.html');
    const routes = Object.keys(manifest).filter((key) => key.startsWith('src/routes/'));
    expect(routes.length).toBeGreaterThan(15);
    for (const route of routes) {
      const own = [...closureOf(route)].filter((key) => !entry.has(key));
      expect(gzippedBytes(own), route).toBeLessThanOrEqual(ROUTE_CHUNK_MAX_BYTES);
    }
  });
});
