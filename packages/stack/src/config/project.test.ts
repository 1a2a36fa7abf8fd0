import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProject } from './project.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'project-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));

describe('openProject', () => {
  it('uses the project of .firebaserc with the settings of its alias', () => {
    write('firebase.json', {});
    write('.firebaserc', { projects: { default: 'notes-app', staging: 'notes-staging' } });
    expect(openProject(folder)).toMatchObject({ id: 'notes-app', alias: 'default' });
    expect(openProject(folder, { project: 'staging' })).toMatchObject({ id: 'notes-staging' });
  });

  it('uses demo-FOLDER if .firebaserc has no project id', () => {
    write('firebase.json', {});
    const demo = `demo-${basename(folder).toLowerCase()}`.replace(/-+$/, '');
    expect(openProject(folder).id).toBe(demo);
    write('.firebaserc', { projects: { default: '<your-project-id>' } });
    expect(openProject(folder).id).toBe(demo);
  });

  it('reads the file of --config instead of firebase.json', () => {
    write('firebase.json', { hosting: true });
    write('firebase-test.json', { emulators: { auth: { port: 9100 } } });
    const project = openProject(folder, { config: join(folder, 'firebase-test.json') });
    expect(project.firebase.emulators).toEqual({ auth: { port: 9100 } });
    expect(project.firebaseFile).toBe(join(folder, 'firebase-test.json'));
  });

  it('skips a missing template of Remote Config and reports where it is named', () => {
    write('firebase.json', { remoteconfig: { template: 'remoteconfig.template.json' } });
    const { remoteConfig, skipped } = openProject(folder).firebase;
    expect([remoteConfig, skipped[0]?.reason]).toEqual([
      undefined,
      'remoteconfig.template.json does not exist: create it and restart',
    ]);
    write('remoteconfig.template.json', {});
    expect(openProject(folder).firebase.remoteConfig).toBe(join(folder, 'remoteconfig.template.json'));
    expect(openProject(folder, { only: 'auth' }).firebase.remoteConfig).toBeUndefined();
  });

  it('needs no firebase.json for emulators that need no section', () => {
    expect(openProject(folder, { only: 'auth,firestore' }).config.emulators).toEqual(['auth', 'firestore']);
    for (const flags of [{}, { only: 'auth,functions' }, { only: 'hosting' }]) {
      expect(() => openProject(folder, flags)).toThrow(/firebase\.json/);
    }
  });

  it('serves the sites that --only names, by target or by the id of .firebaserc', () => {
    write('firebase.json', { hosting: ['blog', 'admin'].map((target) => ({ target, public: target })) });
    write('.firebaserc', {
      projects: { default: 'notes-app' },
      targets: { 'notes-app': { hosting: { admin: ['notes-admin'] } } },
    });
    const sites = (only: string) => openProject(folder, { only }).firebase.sites.map(({ name }) => name);
    expect(sites('hosting')).toEqual(['blog', 'admin']);
    expect(sites('hosting:blog')).toEqual(['blog']);
    expect(sites('hosting:notes-admin')).toEqual(['admin']);
    expect(() => sites('hosting:shop')).toThrow(/Unknown site of Hosting "shop", expected one of: blog/);
  });

  it('omits codebases that contain no function of --only', () => {
    write('firebase.json', { functions: ['api', 'jobs'].map((each) => ({ source: each, codebase: each })) });
    for (const each of ['api', 'jobs']) mkdirSync(join(folder, each));
    const { firebase, functionsFolders } = openProject(folder, { only: 'functions:api:pay' });
    expect(firebase.codebases.map(({ name }) => name)).toEqual(['api']);
    expect(functionsFolders).toHaveLength(2);
  });

  it('is strict if the configuration or a flag says so', () => {
    write('firebase.json', {});
    expect(openProject(folder).isStrict).toBe(false);
    expect(openProject(folder, { strict: true }).isStrict).toBe(true);
    writeFileSync(join(folder, 'savepoint.config.mjs'), 'export default { strict: true };');
    expect(openProject(folder).isStrict).toBe(true);
    expect(openProject(folder, { strict: false }).isStrict).toBe(false);
  });
});
