// Data that outlive a stack in the format of `firebase emulators:export`, and the parts of a project that are left out with --only.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serverUrl } from '../../kit/src/config/environment.ts';
import { findFreeOffset, ROOT } from '../start/kit-process.ts';
import { hashFiles } from '../support/file-hashes.ts';
import { environment, runIn, startIn, writeProject } from './foreign-project.ts';

const ID = 'demo-exported';
const DOCUMENTS = `/v1/projects/${ID}/databases/(default)/documents`;
const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' };
/** Three stacks start, each within the limit of a test of this suite. */
const LIMIT_MS = 720_000;
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
  allowMissingRules: true,
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

/** Runs `firebase emulators:export` as it is typed in another terminal. */
function exportWithFirebase(folder: string, name: string) {
  const program = join(ROOT, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
  const args = [program, 'emulators:export', name, '--project', ID];
  const options = { cwd: folder, encoding: 'utf8', env: environment({}) } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { code: status, output: stdout + stderr };
}

describe('the data of a stack', () => {
  beforeEach(() => {
    // Neither is about data.
    vi.stubEnv('SAVEPOINT_STUDIO', '0');
    vi.stubEnv('SAVEPOINT_EVENT_LOG', '0');
  });

  it('are exported when exec and start end, imported in the place of the seed, and found by firebase emulators:export', {
    timeout: LIMIT_MS,
  }, async () => {
    const folder = writeProject(FILES);
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

    const reset = runIn(folder, ['reset', '--port-offset', String(offset)]);
    expect(reset.stdout, reset.stderr).toContain('the imported data');
    expect(await read(`${firestore}/notes/first`)).toMatchObject({ status: 200 });
    expect(await read(`${firestore}/notes/second`)).toMatchObject({ status: 404 });
    await fetch(`${firestore}/notes/third`, { method: 'PATCH', headers: OWNER, body: '{"fields":{}}' });
    expect(exportWithFirebase(folder, 'copy')).toEqual({
      code: 0,
      output: expect.stringContaining('Export complete'),
    });
    expect(readdirSync(join(folder, 'copy')).sort()).toEqual(names);
    expect(await started.stop(), started.output()).toBe(0);
    expect(exportWithFirebase(folder, 'late')).toEqual({
      code: 1,
      output: expect.stringContaining('Did not find any running emulators'),
    });

    expect(readdirSync(join(folder, 'data')).sort()).toEqual(names);
    expect(readFileSync(join(folder, 'data', 'auth_export', 'accounts.json'), 'utf8')).toContain(
      'ada@example.com',
    );
    const before = hashFiles(join(folder, 'data'));
    const script = `const response = await fetch('http://' + process.env.FIRESTORE_EMULATOR_HOST + '${DOCUMENTS}/notes');
      console.log((await response.json()).documents.map(({ name }) => name.split('/').at(-1)).join());`;
    const last = runIn(folder, [
      ...['exec', '--only', 'firestore', '--import', 'data', '--port-offset', String(offset)],
      ...['--', 'node', '--input-type=module', '--eval', script],
    ]);
    expect(last.stdout, last.stderr).toBe('first,third\n');
    expect(hashFiles(join(folder, 'data'))).toEqual(before);
  });
});
