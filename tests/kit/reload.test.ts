// A running stack when a file of its project changes: the change takes effect without a restart,
// the terminal says so, and a mistake changes nothing but the terminal.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { descendants, waitUntilGone } from '../start/kit-process.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { projectFolder, type StartedProject, startIn, writeProject } from './foreign-project.ts';

const PROJECT = 'demo-reload';
const SECRETS = 'functions/.secret.local';
const ENV = 'functions/.env';
/** The time limit for a line of the terminal, on a busy machine. */
const LINE_TIMEOUT_MS = 60_000;
/** The promise to the user whose stack is killed. */
const GONE_MS = 2000;
const INDEX = {
  collectionGroup: 'notes',
  queryScope: 'COLLECTION',
  fields: [
    { fieldPath: 'author', order: 'ASCENDING' },
    { fieldPath: 'date', order: 'ASCENDING' },
  ],
};

let folder: string;
let started: StartedProject;
let offset: number;

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const replace = (name: string, from: string, to: string) => {
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toContain(from);
  write(name, text.replace(from, to));
};

/**
 * Makes a change and resolves with the terminal's output from then on, once it contains the
 * pattern.
 */
async function printed(change: () => void, pattern: RegExp): Promise<string> {
  const before = started.output().length;
  change();
  return vi.waitFor(
    () => {
      const added = started.output().slice(before);
      expect(added).toMatch(pattern);
      return added;
    },
    { timeout: LINE_TIMEOUT_MS, interval: 20 },
  );
}

async function call(name: string): Promise<unknown> {
  const response = await fetch(`${serverUrl(5001 + offset)}/${PROJECT}/us-central1/${name}`);
  return response.ok ? response.json() : response.status;
}

async function firestoreStatus(path: string, init?: RequestInit, database = '(default)'): Promise<number> {
  const root = `${serverUrl(8080 + offset)}/v1/projects/${PROJECT}/databases/${database}/documents`;
  return (await fetch(`${root}${path}`, init)).status;
}

const queryStatus = (database?: string) => {
  const query = {
    from: [{ collectionId: 'notes' }],
    where: { fieldFilter: { field: { fieldPath: 'author' }, op: 'EQUAL', value: { stringValue: 'ada' } } },
    orderBy: [{ field: { fieldPath: 'date' } }],
  };
  const headers = { authorization: 'Bearer owner' };
  const body = JSON.stringify({ structuredQuery: query });
  return firestoreStatus(':runQuery', { method: 'POST', headers, body }, database);
};

const storageStatus = async () =>
  (await fetch(`${serverUrl(9199 + offset)}/v0/b/${PROJECT}.appspot.com/o/file.txt`)).status;

beforeAll(async () => {
  folder = join(writeProject({}), 'reload');
  cpSync(projectFolder('reload'), folder, { recursive: true });
  write(SECRETS, 'API_KEY=key-1\n');
  ({ offset } = await findFreeOffset());
  started = await startIn(folder, ['--project', PROJECT, '--port-offset', String(offset)]);
});

afterAll(async () => {
  await started?.stop();
});

describe('a change of a file of a running stack', () => {
  it('takes effect for functions; an error is reported with file and line and keeps the last ones', async () => {
    expect(await call('show')).toMatchObject({ text: 'first' });
    const change = () => replace('functions/index.js', "'first'", "'second'");
    expect(await printed(change, /functions +reloaded/)).toMatch(
      /functions +reloaded after a change of functions\/index\.js, in \d+ ms: show\n/,
    );
    expect(await call('show')).toMatchObject({ text: 'second' });

    const good = readFileSync(join(folder, 'functions/index.js'), 'utf8');
    const mistake = () => write('functions/index.js', `${good}\nnull.length;\n`);
    const line = good.split('\n').length + 1;
    expect(await printed(mistake, /stay in place/)).toContain(
      `not reloaded: functions/index.js:${line}: TypeError: Cannot read properties of null`,
    );
    expect(await call('show')).toMatchObject({ text: 'second' });
    await printed(() => write('functions/index.js', good), /functions +reloaded/);
  });

  it('takes effect for a new file of the functions', async () => {
    const index = () =>
      write(
        'functions/index.js',
        `${readFileSync(join(folder, 'functions/index.js'), 'utf8')}
for (const file of require('node:fs').readdirSync(__dirname).filter((name) => name.startsWith('more-'))) {
  Object.assign(exports, require('./' + file));
}
`,
      );
    await printed(index, /functions +reloaded/);
    expect(await call('added')).toBe(404);
    const add = () =>
      write(
        'functions/more-added.js',
        "exports.added = require('firebase-functions/https').onRequest((_, response) => response.json('new'));\n",
      );
    expect(await printed(add, /functions +reloaded/)).toMatch(
      /change of functions\/more-added\.js.*: show, added\n/,
    );
    expect(await call('added')).toBe('new');
  });

  it('takes effect for a new .env file; an error in it is reported, and the last settings stay', async () => {
    expect(await call('show')).toMatchObject({ setting: null });
    await printed(
      () => write(ENV, 'GREETING=hello\n'),
      /functions +reloaded after a change of functions\/\.env,/,
    );
    expect(await call('show')).toMatchObject({ setting: 'hello' });
    const lines = await printed(() => write(ENV, 'GREETING=other\nno setting\n'), /stay in force/);
    expect(lines).toContain('functions/.env:2: expected NAME=value');
    expect(await call('show')).toMatchObject({ setting: 'hello' });
    // A worker that starts now also has the last good settings.
    await printed(() => replace('functions/index.js', "'second'", "'third'"), /functions +reloaded/);
    expect(await call('show')).toMatchObject({ setting: 'hello', text: 'third' });
    await printed(() => write(ENV, 'GREETING=other\n'), /functions +reloaded/);
    expect(await call('show')).toMatchObject({ setting: 'other' });
  });

  it('takes effect for secrets; an error in them is reported, and the last ones stay', async () => {
    expect(await call('show')).toMatchObject({ secret: 'key-1' });
    await printed(
      () => write(SECRETS, 'API_KEY=key-2\n'),
      /functions +reloaded after a change of functions\/\.secret\.local,/,
    );
    expect(await call('show')).toMatchObject({ secret: 'key-2' });
    expect(await printed(() => write(SECRETS, 'apiKey=key-3\n'), /stay in force/)).toContain(
      'functions/.secret.local:1: the name apiKey must have uppercase letters',
    );
    await printed(() => replace('functions/index.js', "'third'", "'fourth'"), /functions +reloaded/);
    expect(await call('show')).toMatchObject({ secret: 'key-2', text: 'fourth' });
  });

  it('takes effect for Firestore rules; an error is reported with file and line, and the last rules stay', async () => {
    expect(await firestoreStatus('/notes/a')).toBe(403);
    await printed(
      () => replace('firestore.rules', 'if false', 'if true'),
      /rules +firestore\.rules reloaded/,
    );
    expect(await firestoreStatus('/notes/a')).toBe(404);
    expect(
      await printed(() => replace('firestore.rules', 'if true', 'if ('), /previous rules stay in force/),
    ).toMatch(/rules +firestore\.rules:5:\d+ ERROR/);
    expect(await firestoreStatus('/notes/a')).toBe(404);
  });

  it('takes effect for the rules and indexes of a database that has its own, and for no other', async () => {
    const statusOf = (id: string) => firestoreStatus(`/notes/${id}`, {}, 'archive');
    expect([await statusOf('open'), await statusOf('other')]).toEqual([404, 403]);
    await printed(
      () => replace('archive.rules', 'id == "open"', 'id == "other"'),
      /rules +archive\.rules reloaded/,
    );
    expect([await statusOf('open'), await statusOf('other')]).toEqual([403, 404]);
    expect(await firestoreStatus('/notes/other')).toBe(404);
    expect([await queryStatus('archive'), await queryStatus()]).toEqual([400, 400]);
    await printed(
      () => write('archive.indexes.json', JSON.stringify({ indexes: [INDEX] })),
      /archive\.indexes\.json reloaded: 1 composite/,
    );
    expect([await queryStatus('archive'), await queryStatus()]).toEqual([200, 400]);
  });

  it('takes effect for Storage rules; an error is reported with file and line, and the last rules stay', async () => {
    expect(await storageStatus()).toBe(403);
    await printed(() => replace('storage.rules', 'if false', 'if true'), /Rules updated: storage\.rules/);
    expect(await storageStatus()).toBe(404);
    expect(
      await printed(() => replace('storage.rules', 'if true', 'if ('), /previous rules stay in force/),
    ).toMatch(/storage\.rules:5:\d+/);
    expect(await storageStatus()).toBe(404);
  });

  it('takes effect for indexes; an error is reported with file and line, and the last indexes stay', async () => {
    expect(await queryStatus()).toBe(400);
    const good = JSON.stringify({ indexes: [INDEX] }, null, 2);
    await printed(
      () => write('firestore.indexes.json', good),
      /firestore\.indexes\.json reloaded: 1 composite/,
    );
    expect(await queryStatus()).toBe(200);
    expect(
      await printed(() => write('firestore.indexes.json', '{\n  "indexes": [\n'), /stay in force/),
    ).toMatch(/indexes +firestore\.indexes\.json:\d is not valid JSON/);
    const wrong = good.replace('"order": "ASCENDING"', '"order": "UP"');
    expect(await printed(() => write('firestore.indexes.json', wrong), /stay in force/)).toMatch(
      /indexes +firestore\.indexes\.json:7: indexes\[0\]\.fields\[0\] needs "order"/,
    );
    expect(await queryStatus()).toBe(200);
  });

  it('reports a changed seed and how to apply it, and deletes nothing', async () => {
    expect(await printed(() => write('seed.mjs', '// changed\n'), /seed +seed\.mjs changed/)).toMatch(
      /npx savepoint reset applies it, and deletes all other data/,
    );
  });

  it('names the fields of savepoint.config.mjs that need a restart or a reset, and reports an error with its line', async () => {
    const config = `export default {
  requireIndexes: true,
  seed: { command: 'node other.mjs' },
  services: { search: { command: 'node search.mjs --port {port}', port: 7700 } },
};\n`;
    const lines = await printed(() => write('savepoint.config.mjs', config), /restart to apply/);
    expect(lines).toMatch(
      /config +savepoint\.config\.mjs changed; npx savepoint reset applies: seed\.command\n/,
    );
    expect(lines).toMatch(/config +savepoint\.config\.mjs changed; restart to apply: services\n/);
    expect(
      await printed(
        () => write('savepoint.config.mjs', 'export default {\n  name: missing,\n};\n'),
        /runs on as before/,
      ),
    ).toContain('savepoint.config.mjs:2 cannot be loaded: missing is not defined');
    expect(
      await printed(
        () => write('savepoint.config.mjs', 'export default { seeds: {} };\n'),
        /runs on as before/,
      ),
    ).toContain('"seeds" is not a field');
  });

  it('names the fields of firebase.json that need a restart, and reports an error with its line', async () => {
    const hosting = () =>
      replace('firebase.json', '"functions": {', '"hosting": { "public": "public" },\n  "functions": {');
    expect(await printed(hosting, /restart to apply/)).toMatch(
      /config +firebase\.json changed; restart to apply: hosting\n/,
    );
    expect(
      await printed(() => replace('firebase.json', '{ "public": "public" }', 'true'), /runs on as before/),
    ).toMatch(/firebase\.json:7: "hosting" must be an object/);
  });
});

describe('savepoint start', () => {
  it('ends every process within two seconds after SIGKILL of the kit', async () => {
    const pids = descendants(started.pid);
    expect(pids.length).toBeGreaterThan(5);
    const kit = pids.find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('packages/savepoint/src/main.ts'),
    );
    process.kill(kit as number, 'SIGKILL');
    await waitUntilGone(pids, GONE_MS);
  });
});
