// What the servers of a stack say about parts of firebase.json that a project does not have.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProject } from '../config/project.ts';
import { firebaseTools } from './firebase-tools.ts';
import { firestore } from './firestore.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unused-parts-'));
  for (const name of ['firestore.rules', 'storage.rules']) writeFileSync(join(folder, name), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

function project(firebase: object) {
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(firebase));
  return openProject(folder, { project: { id: 'demo-odd' } });
}

it('Firestore warns that it has no rules only if firebase.json mentions it', () => {
  const warning = (firebase: object) => firestore.warning?.(project(firebase));
  expect(warning({ functions: { source: '.' } })).toBeUndefined();
  expect(warning({ firestore: { rules: 'firestore.rules' } })).toBeUndefined();
  expect(warning({ emulators: { firestore: { port: 8080 } } })).toMatch(/names no rules for Firestore/);
});

it('Storage says that its rules are reloaded only if firebase.json has some', () => {
  const note = (firebase: object) =>
    firebaseTools
      .ports(project({ functions: { source: '.' }, ...firebase }))
      .find(({ name }) => name === 'storage')?.note;
  expect(note({})).toBe('files');
  expect(note({ storage: { rules: 'storage.rules' } })).toBe('files; its rules are reloaded on save');
});
