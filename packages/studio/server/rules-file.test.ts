import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { saveRulesFile } from './rules-file.ts';

it('saveRulesFile writes through a symbolic link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-rules-'));
  const [file, target] = [join(folder, 'firestore.rules'), join(folder, 'target.rules')];
  writeFileSync(target, 'old');
  symlinkSync(target, file);
  saveRulesFile(file, { base: 'old', content: 'new' });
  expect([lstatSync(file).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, 'new']);
  rmSync(folder, { recursive: true });
});
