import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileAtomically } from '../config/atomic-file.ts';
import { withFileLock } from './locked-file.ts';
import { systemProcessTable } from './process-table.ts';

const PROCESSES = 4;
const INCREMENTS = 25;
const WITHOUT_CACHE = { ...process.env, NODE_COMPILE_CACHE: undefined };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'locked-file-'));
  file = join(folder, 'counter.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const increment = () => {
  const count = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  writeFileAtomically(file, String(count + 1));
};

describe('withFileLock', () => {
  it('loses no change when several processes change a file at the same time', async () => {
    const program = `
      import { existsSync, readFileSync } from 'node:fs';
      import { withFileLock } from ${JSON.stringify(new URL('./locked-file.ts', import.meta.url).href)};
      import { writeFileAtomically } from ${JSON.stringify(new URL('../config/atomic-file.ts', import.meta.url).href)};
      import { systemProcessTable } from ${JSON.stringify(new URL('./process-table.ts', import.meta.url).href)};
      const file = process.argv[1];
      for (let i = 0; i < ${INCREMENTS}; i += 1) withFileLock(file, systemProcessTable, () => {
        const count = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
        writeFileAtomically(file, String(count + 1));
      });`;
    const run = promisify(execFile);
    const args = ['--input-type=module', '-e', program, file];
    await Promise.all(Array.from({ length: PROCESSES }, () => run(process.execPath, args)));
    expect(readFileSync(file, 'utf8')).toBe(String(PROCESSES * INCREMENTS));
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('takes the lock of a process that has died', () => {
    writeFileSync(`${file}.lock`, `${process.pid} 1`);
    withFileLock(file, systemProcessTable, increment);
    expect(readFileSync(file, 'utf8')).toBe('1');
  });

  it('takes a lock that names no owner', () => {
    writeFileSync(`${file}.lock`, '');
    withFileLock(file, systemProcessTable, increment);
    expect(readFileSync(file, 'utf8')).toBe('1');
  });

  it('leaves no lock and no temporary file when nothing can be written', async () => {
    const program = `
      import { withFileLock } from ${JSON.stringify(new URL('./locked-file.ts', import.meta.url).href)};
      import { systemProcessTable } from ${JSON.stringify(new URL('./process-table.ts', import.meta.url).href)};
      withFileLock(process.argv[1], systemProcessTable, () => undefined);`;
    // As on a full disk: files can be created but not written.
    const limited = ['-c', 'ulimit -f 0 && exec "$@"', 'sh', process.execPath];
    const args = [...limited, '--input-type=module', '-e', program, file];
    await expect(promisify(execFile)('sh', args, { env: WITHOUT_CACHE })).rejects.toThrow(/EFBIG/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('releases the lock when the function throws', () => {
    expect(() =>
      withFileLock(file, systemProcessTable, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    withFileLock(file, systemProcessTable, increment);
    expect(readFileSync(file, 'utf8')).toBe('1');
  });
});
