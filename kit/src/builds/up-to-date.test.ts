import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isUpToDate } from './up-to-date.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'freshness-'));
  mkdirSync(join(folder, 'src', 'deep'), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, second: number): string {
  const file = join(folder, name);
  writeFileSync(file, name);
  utimesSync(file, second, second);
  for (const parent of ['src/deep', 'src']) utimesSync(join(folder, parent), 1, 1);
  return file;
}

test('a build is fresh until something below its sources is younger', () => {
  const built = write('built.js', 100);
  write('src/deep/a.ts', 99);
  expect(isUpToDate(built, [join(folder, 'src')])).toBe(true);
  write('src/deep/a.ts', 101);
  expect(isUpToDate(built, [join(folder, 'src')])).toBe(false);
});

test('what was never built is not fresh; a source that is gone does not matter', () => {
  expect(isUpToDate(join(folder, 'none.js'), [])).toBe(false);
  expect(isUpToDate(write('built.js', 100), [join(folder, 'gone')])).toBe(true);
});
