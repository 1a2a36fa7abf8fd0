import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { loadRulesFile, loadRulesFileOrDeny, replaceRules } from './rules-files.ts';

const rules = (statement: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /c/{id} { ${statement} }
  }
}`;

it('replaceRules logs and returns the warnings of new rules, but logs those of unchanged rules only once', () => {
  const emulator = new FirestoreEmulator({});
  const lines: string[] = [];
  const load = (content: string) =>
    replaceRules(emulator, { projectId: 'demo' }, { content }, (line) => lines.push(line));
  const warning =
    'Invalid method name: raed. It grants nothing: write get, list, create, update, delete, read or write.';
  expect(load(rules('allow raed;'))).toMatchObject({
    loaded: true,
    issues: [{ severity: 'WARNING', description: warning, sourcePosition: { line: 4, column: 27 } }],
  });
  load(rules('allow raed;'));
  expect(lines).toEqual([`firestore.rules:4:27 WARNING ${warning}`]);
  load(rules('allow read;'));
  expect(lines).toHaveLength(1);
  emulator.close();
});

it.each([
  ['by its path from the current folder', '.', 'firestore.rules'],
  ['by its full path outside of it', 'elsewhere', undefined],
])('loadRulesFile names the rules file %s', (_, currentFolder, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'rules-file-'));
  const file = join(folder, 'firestore.rules');
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(join(folder, currentFolder));
  const emulator = new FirestoreEmulator({});
  try {
    writeFileSync(file, rules('allow read;'));
    loadRulesFile(emulator, file, () => {});
    expect(emulator.ruleset('demo')?.source.fileName).toBe(name ?? file);
  } finally {
    cwd.mockRestore();
    emulator.close();
    rmSync(folder, { recursive: true });
  }
});

it('loadRulesFileOrDeny denies every request if the file does not compile, and throws if it is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rules-file-'));
  const file = join(folder, 'firestore.rules');
  const emulator = new FirestoreEmulator({});
  const lines: string[] = [];
  try {
    writeFileSync(file, rules('allow read: if ('));
    expect(() => loadRulesFile(emulator, file, () => {})).toThrow('The rules do not compile');
    loadRulesFileOrDeny(emulator, file, (line) => lines.push(line));
    expect(emulator.ruleset('demo')?.source.text).toContain('allow read, write: if false;');
    expect(lines).toEqual([`rules: ${file} does not compile: every request is denied until it does`]);
    expect(() => loadRulesFileOrDeny(emulator, join(folder, 'none'), () => {})).toThrow('no such file');
  } finally {
    emulator.close();
    rmSync(folder, { recursive: true });
  }
});
