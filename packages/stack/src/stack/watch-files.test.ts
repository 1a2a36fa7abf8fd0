import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FileWatcher, type WatchedFiles, watchFiles } from './watch-files.ts';

/** Long enough for a change to be noticed on a busy machine. */
const SEEN_MS = 20_000;
vi.setConfig({ testTimeout: 3 * SEEN_MS });

let folder: string;
let applied: string[][];
let lines: string[];
let watcher: FileWatcher | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-files-'));
  mkdirSync(join(folder, 'src', 'node_modules'), { recursive: true });
  applied = [];
  lines = [];
});

afterEach(() => {
  watcher?.stop();
  rmSync(folder, { recursive: true });
});

const write = (name: string) => writeFileSync(join(folder, name), `${name} ${Math.random()}`);

/** Watches one row that records the files of each change; `apply` does the rest. */
async function start(row: Partial<WatchedFiles>, apply: () => Promise<string> = async () => 'applied') {
  const record = async (changed: readonly string[]) => {
    applied.push(changed.map((file) => relative(folder, file)));
    return apply();
  };
  const rows = [{ server: 'part', paths: [join(folder, 'src')], ...row, apply: record }];
  watcher = await watchFiles(rows, folder, (server, line) => lines.push(`${server}: ${line}`));
}

const seen = (expected: unknown) => vi.waitFor(() => expect(applied).toEqual(expected), { timeout: SEEN_MS });

describe('watchFiles', () => {
  it('applies a new file in a new folder and prints the result', async () => {
    await start({});
    mkdirSync(join(folder, 'src', 'deep'));
    write('src/deep/a.ts');
    await seen([['src/deep/a.ts']]);
    expect(lines).toEqual(['part: applied']);
  });

  it('applies a file that did not exist before, and later changes to it', async () => {
    await start({ paths: [join(folder, '.env')] });
    write('.env');
    await seen([['.env']]);
    write('.env');
    await seen([['.env'], ['.env']]);
  });

  it('applies a file in folders that do not exist yet, as a first build creates it', async () => {
    await start({ paths: [join(folder, 'web', 'dist', 'server', 'chunks.json')] });
    mkdirSync(join(folder, 'web', 'dist', 'server'), { recursive: true });
    write('web/dist/server/chunks.json');
    await seen([['web/dist/server/chunks.json']]);
  });

  it('applies a file in folders that were deleted and created again', async () => {
    mkdirSync(join(folder, 'dist', 'server'), { recursive: true });
    write('dist/server/chunks.json');
    await start({ paths: [join(folder, 'dist', 'server', 'chunks.json')] });
    rmSync(join(folder, 'dist'), { recursive: true });
    await vi.waitFor(() => expect(applied).toHaveLength(1), { timeout: SEEN_MS });
    mkdirSync(join(folder, 'dist', 'server'), { recursive: true });
    write('dist/server/chunks.json');
    await vi.waitFor(() => expect(applied).toHaveLength(2), { timeout: SEEN_MS });
  });

  it('applies a file outside the root', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'watch-files-'));
    await start({ paths: [join(elsewhere, '.env')] });
    writeFileSync(join(elsewhere, '.env'), 'A=1');
    await seen([[relative(folder, join(elsewhere, '.env'))]]);
    rmSync(elsewhere, { recursive: true });
  });

  it('ignores installed packages, hidden files, logs, and files that the row ignores', async () => {
    await start({ ignores: (file) => file.endsWith('.out') });
    for (const name of ['node_modules/a.js', '.hidden', 'debug.log', 'b.out']) write(`src/${name}`);
    write('src/last.ts');
    await seen([['src/last.ts']]);
  });

  it('batches changes that arrive while it applies one', async () => {
    const first = Promise.withResolvers<string>();
    const results = [first.promise, Promise.resolve('second')];
    await start({}, () => results.shift() as Promise<string>);
    write('src/a.ts');
    await seen([['src/a.ts']]);
    write('src/b.ts');
    write('src/c.ts');
    first.resolve('first');
    await vi.waitFor(() => expect(lines).toEqual(['part: first', 'part: second']), { timeout: SEEN_MS });
    expect(applied[1]?.toSorted()).toEqual(['src/b.ts', 'src/c.ts']);
  });

  it('is settled once every change seen so far is applied', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    await start({}, () => promise);
    await watcher?.settled();
    write('src/a.ts');
    await seen([['src/a.ts']]);
    let isSettled = false;
    const settled = watcher?.settled().then(() => {
      isSettled = true;
    });
    write('src/b.ts');
    await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    resolve('applied');
    await settled;
    expect(lines).toContain('part: applied');
  });

  it('prints an error and applies the next change', async () => {
    const results = [Promise.reject(new Error('line 3 is wrong')), Promise.resolve('well')];
    results[0]?.catch(() => undefined);
    await start({}, () => results.shift() as Promise<string>);
    write('src/a.ts');
    await vi.waitFor(() => expect(lines).toEqual(['part: line 3 is wrong']), { timeout: SEEN_MS });
    write('src/a.ts');
    await vi.waitFor(() => expect(lines).toEqual(['part: line 3 is wrong', 'part: well']), {
      timeout: SEEN_MS,
    });
  });
});
