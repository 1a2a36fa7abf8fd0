import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMissingSecrets } from './local-secrets.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-secrets-'));
  file = join(folder, '.secret.local');
  writeFileSync(join(folder, '.secret.local.example'), 'FIRST=a_example\nSECOND=b_example\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('addMissingSecrets', () => {
  it('creates the file with the secrets of the example, readable by its owner only', () => {
    addMissingSecrets(folder);
    const text = readFileSync(file, 'utf8');
    expect(text.split('\n').sort()).toEqual(['', 'FIRST=a_example', 'SECOND=b_example']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['FIRST=mine', 'FIRST=mine\n', '# mine\nFIRST=mine'])(
    'adds missing secrets on separate lines after %j',
    (text) => {
      writeFileSync(file, text);
      addMissingSecrets(folder);
      expect(readFileSync(file, 'utf8')).toBe(`${text.trimEnd()}\nSECOND=b_example\n`);
    },
  );

  it('adds to the target of a symbolic link', () => {
    const linked = join(folder, 'elsewhere');
    writeFileSync(linked, 'FIRST=mine\n');
    symlinkSync(linked, file);
    addMissingSecrets(folder);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(linked, 'utf8')).toBe('FIRST=mine\nSECOND=b_example\n');
  });

  it('keeps a value that needs quotes', () => {
    const example = 'A="b # c"\nD=\'{"e": "f"}\'\nG="line 1\nline 2"\n';
    writeFileSync(join(folder, '.secret.local.example'), example);
    addMissingSecrets(folder);
    expect(parseEnv(readFileSync(file, 'utf8'))).toEqual(parseEnv(example));
  });

  it('leaves a file that has all secrets unchanged', () => {
    writeFileSync(file, 'SECOND=b\nFIRST=a', { mode: 0o640 });
    addMissingSecrets(folder);
    expect(readFileSync(file, 'utf8')).toBe('SECOND=b\nFIRST=a');
  });
});
