import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileAtomically } from './atomic-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atomic-file-'));
  file = join(folder, 'counter.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeFileAtomically', () => {
  it('keeps the earlier content and leaves no temporary file when the new file cannot replace it', () => {
    writeFileAtomically(join(file, 'below'), 'a folder has the place of the file');
    expect(() => writeFileAtomically(file, 'new')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(['counter.json']);
  });

  it('gives the file the requested mode regardless of the earlier mode', () => {
    writeFileAtomically(file, 'earlier');
    chmodSync(file, 0o644);
    writeFileAtomically(file, 'new', 0o600);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
