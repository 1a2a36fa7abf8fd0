import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isUpToDate } from './up-to-date.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'up-to-date-'));
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

describe('isUpToDate', () => {
  it('is true until a file below a source folder is newer than the output', () => {
    const output = write('built.js', 100);
    write('src/deep/a.ts', 99);
    expect(isUpToDate(output, [join(folder, 'src')])).toBe(true);
    write('src/deep/a.ts', 101);
    expect(isUpToDate(output, [join(folder, 'src')])).toBe(false);
  });

  it('is false when the output does not exist', () => {
    expect(isUpToDate(join(folder, 'none.js'), [])).toBe(false);
  });

  it('ignores a source that does not exist', () => {
    expect(isUpToDate(write('built.js', 100), [join(folder, 'gone')])).toBe(true);
  });
});
