// Data that outlives a stack in the format of `firebase emulators:export`, and parts of a project
// that --only excludes.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { ROOT } from '../start/kit-process.ts';
import { hashFiles } from '../support/file-hashes.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { environment, runIn, startIn, writeProject } from './foreign-project.ts';

const ID = 'demo-exported';
const DOCUMENTS = `/v1/projects/${ID}/databases/(default)/documents`;
const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' };
/** Three stacks start, each within the limit of a test of this suite. */
const LIMIT_MS = 720_000;
/** `firebase emulators:export` finds the running emulators of a project through this file. */
const LOCATOR = join(tmpdir(), `hub-${ID}.json`);
const FLAGS = ['--only', 'auth,firestore,storage', '--import', 'data', '--export-on-exit'];

/** Its rules files and functions are missing. The seed adds a document at each run. */
const FILES = {
  'firebase.json': JSON.stringify({
    firestore: { rules: 'firestore.rules' },
    storage: { rules: 'storage.rules' },
    functions: { source: 'functions' },
    // firebase-tools exports what firebase.json mentions.
    emulators: { auth: {} },
  }),
  'savepoint.config.mjs': `export default {
  project: '${ID}',
  seed: { command: 'node seed.mjs' },
};
`,
  'seed.mjs': `const url = 'http://' + process.env.FIRESTORE_EMULATOR_HOST + '${DOCUMENTS}/seeded';
const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"fields":{}}' });
process.exit(response.ok ? 0 : 1);
`,
  'write.mjs': `const { FIRESTORE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST, FIREBASE_STORAGE_EMULATOR_HOST } = process.env;
const send = async (url, method, body) => {
  const response = await fetch('http://' + url, { method, headers: ${JSON.stringify(OWNER)}, body });
  if (!response.ok) throw new Error(url + ' ' + response.status + await response.text());
};
await send(FIRESTORE_EMULATOR_HOST + '${DOCUMENTS}/notes/first', 'PATCH', '{"fields":{"n":{"integerValue":"1"}}}');
await send(FIREBASE_AUTH_EMULATOR_HOST + '/identitytoolkit.googleapis.com/v1/projects/${ID}/accounts', 'POST', '{"localId":"ada","email":"ada@example.com"}');
await send(FIREBASE_STORAGE_EMULATOR_HOST + '/v0/b/${ID}.appspot.com/o?name=a.txt', 'POST', 'content');
process.exit(3);
`,
};

/**
 * Starts a project whose configuration imports an export with the documents first and third, and
 * ada's account, and lists emulators without Functions, although it has unbuildable functions.
 */
async function expectImportByConfiguration(exported: string): Promise<void> {
  const folder = writeProject({
    'firebase.json': JSON.stringify({
      firestore: { rules: 'firestore.rules' },
      functions: { source: 'functions' },
      emulators: { auth: {} },
    }),
    'firestore.rules':
      "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/none/{id} { allow read: if false; } }",
    'functions/package.json':
      '{ "main": "index.js", "engines": { "node": "24" }, "scripts": { "build": "exit 1" } }',
    'savepoint.config.mjs': `export default { project: '${ID}', emulators: ['auth', 'firestore'], seed: { import: 'export' } };
`,
  });
  cpSync(exported, join(folder, 'export'), { recursive: true });
  const before = hashFiles(join(folder, 'export'));
  const { offset } = await findFreeOffset();
  const started = await startIn(folder, ['--port-offset', String(offset)]);
  const firestore = `${serverUrl(8080 + offset)}${DOCUMENTS}/notes`;
  const auth = `${serverUrl(9099 + offset)}/identitytoolkit.googleapis.com/v1/projects/${ID}/accounts:batchGet?maxResults=10`;
  const ids = async () => {
    const response = await fetch(firestore, { headers: OWNER });
    const { documents } = (await response.json()) as { documents: { name: string }[] };
    return documents.map(({ name }) => name.split('/').at(-1));
  };
  const accounts = async () => {
    const { users } = (await (await fetch(auth, { headers: OWNER })).json()) as {
      users: { email: string }[];
    };
    return users.map(({ email }) => email);
  };
  const command = async (name: string) => {
    const args = [name, '--port-offset', String(offset)];
    const { code, stderr } = await runKitCommand(args, { folder, env: environment({}) });
    expect(code, stderr).toBe(0);
  };
  try {
    expect(started.output()).toMatch(/^ {2}Firestore /m);
    expect(started.output()).not.toMatch(/^ {2}Functions /m);
    expect(await ids()).toEqual(['first', 'third']);
    expect(await accounts()).toEqual(['ada@example.com']);
    await fetch(`${firestore}/first`, { method: 'DELETE', headers: OWNER });
    await fetch(`${firestore}/other`, { method: 'PATCH', headers: OWNER, body: '{}' });
    expect(await ids()).toEqual(['other', 'third']);
    await command('seed');
    expect(await ids()).toEqual(['first', 'other', 'third']);
    await command('reset');
    expect(await ids()).toEqual(['first', 'third']);
    expect(await accounts()).toEqual(['ada@example.com']);
  } finally {
    await started.stop();
  }
  expect(hashFiles(join(folder, 'export'))).toEqual(before);
}

/** Runs `firebase emulators:export` as in another terminal. */
function exportWithFirebase(folder: string, name: string) {
  const program = join(ROOT, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
  const args = [program, 'emulators:export', name, '--project', ID];
  const options = { cwd: folder, encoding: 'utf8', env: environment({}) } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { code: status, output: stdout + stderr };
}

describe('the data of a stack', () => {
  /** Its folder `data` has the export. */
  let folder: string;

  it('are exported when exec and start end, imported in the place of the seed, and found by firebase emulators:export', {
    timeout: LIMIT_MS,
  }, async () => {
    folder = writeProject(FILES);
    const { offset } = await findFreeOffset();
    const flags = [...FLAGS, '--port-offset', String(offset)];
    const first = runIn(folder, ['exec', ...flags, '--', 'node', 'write.mjs']);
    expect(first.code, first.stderr).toBe(3);
    expect(first.stderr).toContain(
      'Skipped: the rules of firestore.rules (firebase.json:1): the file does not exist',
    );
    expect(first.stderr).toContain('Exported the data to data.');
    const names = ['auth_export', 'firebase-export-metadata.json', 'firestore_export', 'storage_export'];
    expect(readdirSync(join(folder, 'data')).sort()).toEqual(names);

    const started = await startIn(folder, flags);
    const firestore = `${serverUrl(8080 + offset)}${DOCUMENTS}`;
    const read = async (url: string) => {
      const response = await fetch(url, { headers: OWNER });
      return { status: response.status, text: await response.text() };
    };
    expect(await read(`${firestore}/notes/first`)).toMatchObject({ status: 200 });
    expect(
      (JSON.parse((await read(`${firestore}/seeded`)).text) as { documents: [] }).documents,
    ).toHaveLength(1);
    const file = `${serverUrl(9199 + offset)}/v0/b/${ID}.appspot.com/o/a.txt?alt=media`;
    expect(await read(file)).toEqual({ status: 200, text: 'content' });
    await fetch(`${firestore}/notes/second`, { method: 'PATCH', headers: OWNER, body: '{"fields":{}}' });

    const reset = await runKitCommand(['reset', '--port-offset', String(offset)], {
      folder,
      env: environment({}),
    });
    expect(reset.stdout, reset.stderr).toContain('the imported data');
    expect(await read(`${firestore}/notes/first`)).toMatchObject({ status: 200 });
    expect(await read(`${firestore}/notes/second`)).toMatchObject({ status: 404 });
    await fetch(`${firestore}/notes/third`, { method: 'PATCH', headers: OWNER, body: '{"fields":{}}' });
    expect(existsSync(LOCATOR)).toBe(true);
    expect(exportWithFirebase(folder, 'copy')).toEqual({
      code: 0,
      output: expect.stringContaining('Export complete'),
    });
    expect(readdirSync(join(folder, 'copy')).sort()).toEqual(names);
    expect(await started.stop(), started.output()).toBe(0);
    expect(existsSync(LOCATOR)).toBe(false);

    expect(readdirSync(join(folder, 'data')).sort()).toEqual(names);
    expect(readFileSync(join(folder, 'data', 'auth_export', 'accounts.json'), 'utf8')).toContain(
      'ada@example.com',
    );
  });

  it('those that a configuration imports are there at the start, also where functions that are not started cannot be built, again after seed, which keeps others, and alone after reset', async () => {
    await expectImportByConfiguration(join(folder, 'data'));
  });
});
