import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultProject, resolveProject } from './firebaserc.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'firebaserc-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (content: string) => writeFileSync(join(folder, '.firebaserc'), content);
const writeAliases = (projects: object) => write(JSON.stringify({ projects }));

describe('an alias of .firebaserc', () => {
  it('names its project', () => {
    writeAliases({ default: 'my-app', staging: 'my-app-staging' });
    expect(resolveProject(folder, 'staging')).toEqual({ id: 'my-app-staging', alias: 'staging' });
  });

  it('is distinguished from a project id, which may belong to an alias', () => {
    writeAliases({ staging: 'my-app-staging' });
    expect(resolveProject(folder, 'my-app-staging')).toEqual({ id: 'my-app-staging' });
  });

  it.each([
    ['the only one', { staging: 'my-app-staging' }, { id: 'my-app-staging', alias: 'staging' }],
    [
      '"default" of several',
      { staging: 'my-app-staging', default: 'my-app' },
      { id: 'my-app', alias: 'default' },
    ],
    ['none of several without "default"', { staging: 'my-app-staging', live: 'my-app' }, undefined],
  ])('is used if no project is named: %s', (_, projects, named) => {
    writeAliases(projects);
    expect(defaultProject(folder)).toEqual(named);
  });

  it('does not exist without the file, or without projects in it', () => {
    expect(resolveProject(folder, 'staging')).toEqual({ id: 'staging' });
    write('{ "targets": {} }');
    expect(resolveProject(folder, 'staging')).toEqual({ id: 'staging' });
    expect(defaultProject(folder)).toBeUndefined();
  });

  it('fails with file and line if .firebaserc is not JSON', () => {
    write('{\n  "projects": {,}\n}');
    expect(() => resolveProject(folder, 'staging')).toThrow(/\.firebaserc:2 is not valid JSON/);
  });
});
