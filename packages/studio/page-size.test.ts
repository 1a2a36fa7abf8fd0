import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

const FIRST_PAGE_MAX_BYTES = 60_000;
const BUILD_TIMEOUT_MS = 60_000;

let output: Rolldown.RolldownOutput['output'];

beforeAll(async () => {
  // Vitest sets NODE_ENV to test, which would make libraries bundle their development code.
  process.env.NODE_ENV = 'production';
  const built = await build({
    root: import.meta.dirname,
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  });
  ({ output } = built as Rolldown.RolldownOutput);
}, BUILD_TIMEOUT_MS);

/** The page's script and everything that it imports statically. */
function firstScripts(): Rolldown.OutputChunk[] {
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(chunks.get(name));
  };
  visit(entry);
  return [...found];
}

describe('the first page of Studio', () => {
  it('loads at most 60 kB besides React, gzipped, including styles', () => {
    const scripts = firstScripts().filter(({ name }) => name !== 'react');
    const styles = output.filter(({ fileName }) => /assets\/index-.*\.css$/.test(fileName));
    expect([scripts.length > 0, styles.length]).toEqual([true, 1]);
    const parts = [
      ...scripts.map(({ code }) => code),
      ...styles.map((file) => ('source' in file ? file.source : '')),
    ];
    const bytes = parts.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(FIRST_PAGE_MAX_BYTES);
  });

  it('does not include the virtual list, the rules editor and other pages', () => {
    const modules = firstScripts().flatMap(({ moduleIds }) => moduleIds);
    expect(modules.some((id) => id.includes('/node_modules/react-dom/'))).toBe(true);
    expect(
      modules.filter((id) => /node_modules\/virtua|src\/(data|rules|traces|accounts)\/\w+-page/.test(id)),
    ).toEqual([]);
  });

  it('sends no requests to other hosts', () => {
    const page = output.find(({ fileName }) => fileName === 'index.html');
    expect(page !== undefined && 'source' in page ? String(page.source) : '').not.toMatch(
      /(src|href)="(https?:)?\/\//,
    );
  });
});
