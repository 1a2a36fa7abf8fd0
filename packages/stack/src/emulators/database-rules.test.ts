import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFirebaseJson } from '../config/firebase-json.ts';
import { databaseRules, defaultInstance } from './database-rules.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-rules-'));
  for (const name of ['a.json', 'b.json']) writeFileSync(join(folder, name), '{"rules": {}}');
});
afterEach(() => rmSync(folder, { recursive: true }));

function project(database: unknown, targets?: object) {
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ database }));
  writeFileSync(join(folder, '.firebaserc'), JSON.stringify({ targets }));
  return { id: 'demo', folder, firebase: readFirebaseJson(folder) };
}

const instances = (...parameters: Parameters<typeof project>) =>
  databaseRules(project(...parameters)).map(({ file, instance }) => `${instance} ${file.slice(-6)}`);

const LISTED = [
  { target: 'main', rules: 'a.json' },
  { instance: 'demo-logs', rules: 'b.json' },
];
const TARGETS = { demo: { database: { main: ['demo-eu', 'demo-us'] } } };

describe('the instances of firebase.json', () => {
  it('are the default one, by both its names, if none is named', () => {
    const both = ['demo-default-rtdb a.json', 'demo a.json'];
    expect(instances({ rules: 'a.json' })).toEqual(both);
    expect(instances([{ rules: 'a.json' }])).toEqual(both);
  });

  it('are those of a list, and of its targets in .firebaserc', () => {
    expect(instances(LISTED, TARGETS)).toEqual(['demo-eu a.json', 'demo-us a.json', 'demo-logs b.json']);
  });

  it('are an error for a target that .firebaserc lacks, and for one of several entries without a name', () => {
    expect(() => instances(LISTED)).toThrow('.firebaserc lists no instances for it');
    expect(() => instances([{ rules: 'a.json' }, { instance: 'b', rules: 'b.json' }])).toThrow(
      /firebase\.json:1: "database\.0" must have an "instance" or a "target"/,
    );
  });
});

describe('the instance in the configuration of pages and functions', () => {
  it.each([
    ['that of firebase-tools, without rules', {}, 'demo'],
    ['that of firebase-tools, where its rules are the default ones', { rules: 'a.json' }, 'demo'],
    [
      'that of the console, where it is listed',
      [LISTED[1], { instance: 'demo-default-rtdb', rules: 'a.json' }],
      'demo-default-rtdb',
    ],
    ['the first, where the default one is not listed', LISTED, 'demo-eu'],
  ])('is %s', (_, database, instance) => {
    expect(defaultInstance(project(database, TARGETS))).toBe(instance);
  });
});
