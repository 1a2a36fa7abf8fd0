import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFirebaseJson } from '../config/firebase-json.ts';
import { writeRunConfig } from './firebase-config.ts';

let folder: string;
let runFolder: string;
beforeEach(() => {
  [folder, runFolder] = ['project-', 'run-'].map((name) => mkdtempSync(join(tmpdir(), name))) as [
    string,
    string,
  ];
  for (const name of ['open.rules', 'closed.rules']) writeFileSync(join(folder, name), '');
});
afterEach(() => {
  for (const each of [folder, runFolder]) rmSync(each, { recursive: true });
});

/** The buckets of a run's rules, by file name; `all` if the rules apply to all buckets. */
function bucketsOfRules(storage: unknown, firebaserc?: object, id = 'demo-main'): Record<string, unknown> {
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ storage }));
  if (firebaserc !== undefined) writeFileSync(join(folder, '.firebaserc'), JSON.stringify(firebaserc));
  const project = { folder, id, config: {}, firebase: readFirebaseJson(folder) };
  writeRunConfig({ folder: runFolder, project, ports: {}, emulators: ['storage'], watchesFunctions: false });
  const read = (name: string) => JSON.parse(readFileSync(join(runFolder, name), 'utf8'));
  const rulesOf = ({ rules }: { rules: string }) => rules.replace(`${folder}/`, '');
  const section = read('firebase.json').storage;
  if (!Array.isArray(section)) return { [rulesOf(section)]: 'all' };
  const { targets } = read('.firebaserc');
  return Object.fromEntries(section.map((entry) => [rulesOf(entry), targets[id].storage[entry.target]]));
}

const TARGETS = [
  { target: 'uploads', rules: 'open.rules' },
  { target: 'main', rules: 'closed.rules' },
];
const firebaserc = (project: string, main = `${project}.appspot.com`) => ({
  projects: { default: project },
  targets: { [project]: { storage: { main: [main], uploads: [`${project}-uploads`] } } },
});
const DEFAULTS = ['demo-main.appspot.com', 'demo-main.firebasestorage.app'];

describe('the rules of Storage', () => {
  it('apply to the buckets of their deploy target in .firebaserc, in any order', () => {
    const expected = {
      'open.rules': ['demo-main-uploads'],
      'closed.rules': expect.arrayContaining(DEFAULTS),
    };
    expect(bucketsOfRules(TARGETS, firebaserc('demo-main'))).toEqual(expected);
    expect(bucketsOfRules(TARGETS.toReversed(), firebaserc('demo-main'))).toEqual(expected);
  });

  it("apply to the local default bucket if they are for the deployed project's default bucket", () => {
    expect(bucketsOfRules(TARGETS, firebaserc('notes-live'))).toEqual({
      'open.rules': ['notes-live-uploads'],
      'closed.rules': ['notes-live.appspot.com', ...DEFAULTS],
    });
  });

  it('do not apply to a default bucket that no target has', () => {
    expect(bucketsOfRules(TARGETS, firebaserc('demo-main', 'demo-main-main'))).toEqual({
      'open.rules': ['demo-main-uploads'],
      'closed.rules': ['demo-main-main'],
    });
  });

  it('apply to the buckets of a single target, too', () => {
    expect(bucketsOfRules(TARGETS.slice(0, 1), firebaserc('demo-main'))).toEqual({
      'open.rules': ['demo-main-uploads'],
    });
  });

  it('apply to all buckets if .firebaserc lacks their target, and the first to the default bucket', () => {
    expect(bucketsOfRules({ rules: 'closed.rules' })).toEqual({ 'closed.rules': 'all' });
    expect(bucketsOfRules(TARGETS.slice(0, 1))).toEqual({ 'open.rules': 'all' });
    expect(bucketsOfRules(TARGETS)).toEqual({
      'open.rules': ['uploads', ...DEFAULTS],
      'closed.rules': ['main'],
    });
  });

  it('apply to the bucket that they name', () => {
    const buckets = [
      { bucket: 'demo-main-uploads', rules: 'open.rules' },
      { bucket: 'demo-main.firebasestorage.app', rules: 'closed.rules' },
    ];
    expect(bucketsOfRules(buckets)).toEqual({
      'open.rules': ['demo-main-uploads'],
      'closed.rules': expect.arrayContaining(DEFAULTS),
    });
  });
});
