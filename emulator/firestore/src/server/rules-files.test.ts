import { expect, it } from 'vitest';
import { FirestoreEmulator } from '../database/firestore-emulator.ts';
import { replaceRules } from './rules-files.ts';

const rules = (statement: string) => `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /c/{id} { ${statement} }
  }
}`;

it('replaceRules logs and returns the warnings of new rules, and logs those of unchanged rules only once', () => {
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
