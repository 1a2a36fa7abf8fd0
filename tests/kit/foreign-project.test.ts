import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { assertPortsFree, type Ports } from '../../packages/stack/src/config/ports.ts';
import { descendants, waitUntilGone } from '../start/kit-process.ts';
import { hashFiles } from '../support/file-hashes.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runKitCommand } from '../support/kit-command.ts';
import {
  environment,
  type Outcome,
  projectFolder,
  runIn,
  type StartedProject,
  startIn,
  writeProject,
} from './foreign-project.ts';

/** The promise to the user whose stack is killed. */
const GONE_MS = 2000;

/** A script for `node --eval`: requests the URLs and prints status, site and first line of each. */
function fetchAll(...urls: readonly string[]): string {
  return `for (const url of ${JSON.stringify(urls)}) {
    const response = await fetch(url.startsWith('$') ? url.replace(/^\\$(\\w+)/, (_, name) => 'http://' + process.env[name]) : url);
    console.log(response.status, response.headers.get('x-site') ?? '', (await response.text()).trim().split('\\n')[0]);
  }`;
}

describe('a project with Firestore rules, and with indexes and functions that do not exist', () => {
  const folder = projectFolder('only-firestore');

  it('gives exec only its Firestore with the rules and a demo project id, and returns the exit code of the command', async () => {
    const before = hashFiles(folder);
    const { offset } = await findFreeOffset();
    const root = '/v1/projects/demo-only-firestore/databases/(default)/documents';
    const script = `${fetchAll(`$FIRESTORE_EMULATOR_HOST${root}/notes/a`, `$FIRESTORE_EMULATOR_HOST${root}/other/a`)}
      console.log(process.env.GCLOUD_PROJECT, process.env.FIREBASE_STORAGE_EMULATOR_HOST, process.env.GOOGLE_APPLICATION_CREDENTIALS);
      process.exit(3);`;
    const result = runIn(
      folder,
      ['exec', '--port-offset', String(offset), '--', 'node', '--input-type=module', '--eval', script],
      { GOOGLE_APPLICATION_CREDENTIALS: '/etc/hostname' },
    );
    expect(result.stdout.split('\n').map((line) => line.slice(0, 3))).toEqual(['404', '403', 'dem', '']);
    expect(result.stdout).toContain('demo-only-firestore undefined undefined');
    expect(result.stderr).toContain(
      'Skipped: the indexes of firestore.indexes.json (firebase.json:3): the file does not exist, so no query needs an index.',
    );
    expect(result.stderr).toContain(
      'Skipped: functions of codebase default (firebase.json:4): it names no source, and there is no folder named functions.',
    );
    expect(result.code).toBe(3);
    expect(hashFiles(folder)).toEqual(before);
  });
});

describe('a project with two codebases of functions', () => {
  const folder = projectFolder('two-codebases');
  const output = join(folder, 'api', 'lib');
  let started: StartedProject;
  let offset: number;
  let ports: Ports;
  const documents = () =>
    `${serverUrl(8080 + offset)}/v1/projects/demo-two-codebases/databases/(default)/documents`;
  const outcomeOf = (...args: string[]) =>
    runKitCommand([...args, '--port-offset', String(offset)], { folder, env: environment({}) });
  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await outcomeOf(...args);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    return stdout;
  };
  const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  beforeAll(async () => {
    rmSync(output, { recursive: true, force: true });
    ({ offset, ports } = await findFreeOffset());
    started = await startIn(folder, ['--port-offset', String(offset)]);
  });

  afterAll(async () => {
    await started?.stop();
    rmSync(output, { recursive: true, force: true });
  });

  it('is built with its own script and runs a Firestore trigger', async () => {
    const fields = { text: { stringValue: 'hi' } };
    await post(`${documents()}/notes?documentId=a`, { fields }, { authorization: 'Bearer owner' });
    await vi.waitFor(
      async () => {
        const response = await fetch(`${documents()}/notes/a`, {
          headers: { authorization: 'Bearer owner' },
        });
        expect(await response.json()).toMatchObject({ fields: { loud: { stringValue: 'HI' } } });
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  it('runs an Auth blocking function', async () => {
    const url = `${serverUrl(9099 + offset)}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`;
    const account = await post(url, { email: 'a@example.com', password: 'secret-1' });
    expect(account).toMatchObject({ displayName: 'An example' });
  });

  it('lists blocking functions for emails and SMS, and never calls them at sign-in', async () => {
    expect(started.output()).toContain('noEmail is never called: Auth sends no emails and no SMS here.');
    const url = `${serverUrl(9099 + offset)}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any`;
    const account = await post(url, { email: 'a@example.com', password: 'secret-1' });
    expect(account).toMatchObject({ email: 'a@example.com', registered: true });
  });

  it('runs a function for each message of its topic', async () => {
    const topic = `${serverUrl(8085 + offset)}/v1/projects/demo-two-codebases/topics/orders`;
    const data = Buffer.from('{"id":"b"}').toString('base64');
    expect(await post(`${topic}:publish`, { messages: [{ data }] })).toMatchObject({ messageIds: ['1'] });
    await vi.waitFor(
      async () => {
        const response = await fetch(`${documents()}/orders/b`, {
          headers: { authorization: 'Bearer owner' },
        });
        expect(response.status).toBe(200);
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  /** The document that `onThing` writes for an event, once it has. */
  const thing = (id: string) =>
    vi.waitFor(
      async () => {
        const headers = { authorization: 'Bearer owner' };
        const response = await fetch(`${documents()}/things/${id}`, { headers });
        expect(response.status).toBe(200);
        return (await response.json()) as object;
      },
      { timeout: 60_000, interval: 200 },
    );

  it('publishes events from a function to a function that writes over REST', async () => {
    const response = await fetch(`${serverUrl(5301 + offset)}/demo-two-codebases/us-central1/announce`);
    expect(await response.text()).toBe('published');
    const source = 'projects/demo-two-codebases/locations/us-central1/services/announce';
    expect(await thing('c')).toMatchObject({ fields: { source: { stringValue: source } } });
  });

  it('passes on an event without data', async () => {
    const channel = 'projects/demo-two-codebases/locations/us-central1/channels/firebase';
    const event = {
      ...{ id: 'd', type: 'app.thing.v1', specVersion: '1.0', source: '/mine' },
      attributes: { time: { ceTimestamp: '2026-01-01T00:00:00Z' } },
    };
    const response = await fetch(`${serverUrl(ports.eventarc)}/${channel}:publishEvents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ events: [event] }),
    });
    expect(response.status).toBe(200);
    expect(await thing('without-data')).toMatchObject({ fields: { source: { stringValue: '/mine' } } });
  });

  it('listens on the port that firebase.json names', () => {
    expect(started.output()).toContain(serverUrl(5301 + offset));
  });

  it('rejects a forged token in a callable function', async () => {
    const response = await fetch(`${serverUrl(5301 + offset)}/demo-two-codebases/us-central1/greet`, {
      method: 'POST',
      headers: { authorization: 'Bearer x.y.z', 'content-type': 'application/json' },
      body: '{"data":{}}',
    });
    expect(response.status).toBe(401);
  });

  it('has commands for schedules, snapshots, a reset and the machine', async () => {
    expect(await command('schedule')).toContain('every day 03:00');
    expect(JSON.parse(await command('schedule', '--json'))).toMatchObject([
      { name: 'nightly', next: expect.stringMatching(/T03:00:00.000Z$/) },
    ]);
    expect(await command('schedule', 'nightly')).toContain('nightly returned 200');
    expect(await command('snapshot', 'save', 'one')).toContain('4 documents, 1 account and');
    // Overwriting it needs an answer that nobody can give here.
    expect(await outcomeOf('snapshot', 'save', 'one')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'There is a snapshot "one" already. Choose another name, or pass --force',
      ),
    });
    expect(await command('snapshot', 'save', 'one', '--force')).toContain('4 documents, 1 account and');
    await command('reset');
    const headers = { authorization: 'Bearer owner' };
    expect((await fetch(`${documents()}/notes/a`, { headers })).status).toBe(404);
    expect(await command('snapshot', 'load', 'one')).toContain('4 documents, 1 account and');
    expect((await fetch(`${documents()}/notes/a`, { headers })).status).toBe(200);
    expect(await command('doctor')).toContain('demo-two-codebases: auth, firestore, storage, functions');
  });

  it('gives a script of emulators:exec the addresses of the stack, without npm or a PATH', async () => {
    const script = 'echo $GCLOUD_PROJECT $FIRESTORE_EMULATOR_HOST $FIREBASE_AUTH_EMULATOR_HOST';
    const args = ['firebase', '--', 'emulators:exec', '--only', 'firestore', script];
    expect(runIn(folder, args)).toEqual({
      ...{ code: 0, stdout: `demo-two-codebases 127.0.0.1:${ports.firestore}\n`, stderr: '' },
    });
  });

  it('ends every process within two seconds after SIGKILL of the launcher, and frees its ports', async () => {
    const pids = descendants(started.pid);
    expect(pids.length).toBeGreaterThan(5);
    process.kill(started.pid, 'SIGKILL');
    await waitUntilGone(pids, GONE_MS);
    expect((await runKitCommand(['list'], { folder, env: environment({}) })).stdout).not.toContain(folder);
    await assertPortsFree(ports, ['firestore', 'auth', 'functions', 'pubsub', 'storage', 'hub']);
  });
});

describe('a project with two sites', () => {
  it('serves each with its own headers and rewrites, without Firestore', async () => {
    const { offset } = await findFreeOffset();
    const front = serverUrl(5000 + offset);
    const manual = serverUrl(5005 + offset);
    const script = `${fetchAll(`${front}/`, `${front}/any`, `${manual}/any`)}
      console.log(process.env.FIRESTORE_EMULATOR_HOST);`;
    const { stdout, code } = runIn(projectFolder('sites'), [
      ...['exec', '--port-offset', String(offset)],
      ...['--', 'node', '--input-type=module', '--eval', script],
    ]);
    expect(stdout).toMatch(
      /^200 front <!doctype html><title>Front.*\n404 .*\n200 {2}<!doctype html><title>Manual/,
    );
    expect(stdout).toMatch(/\nundefined\n$/);
    expect(code).toBe(0);
  });
});

describe('a project with the id of a real one and parts that do not run here', () => {
  let outcome: Outcome;

  beforeAll(async () => {
    const { offset } = await findFreeOffset();
    const functions = `${serverUrl(5001 + offset)}/an-app-of-mine/us-central1`;
    const script = `${fetchAll(`${functions}/hello`, `${functions}/ext-greet-greet`)}
      console.log(process.env.GCLOUD_PROJECT, process.env.GOOGLE_APPLICATION_CREDENTIALS);
      await fetch('https://firestore.googleapis.com').catch(({ cause }) => console.log(cause.message.slice(0, 20)));
      const { FIRESTORE_EMULATOR_HOST, PUBSUB_EMULATOR_HOST, GCLOUD_PROJECT } = process.env;
      const topic = 'projects/' + GCLOUD_PROJECT + '/topics/ext-greet-greetings';
      const message = { data: Buffer.from('{"text":"bonjour"}').toString('base64') };
      const published = await fetch('http://' + PUBSUB_EMULATOR_HOST + '/v1/' + topic + ':publish', {
        method: 'POST',
        body: JSON.stringify({ messages: [message] }),
      });
      console.log('published', published.status);
      const kept = 'http://' + FIRESTORE_EMULATOR_HOST + '/v1/projects/' + GCLOUD_PROJECT + '/databases/(default)/documents/greetings/latest';
      const read = () => fetch(kept, { headers: { authorization: 'Bearer owner' } });
      let response = await read();
      for (const end = Date.now() + 20_000; published.ok && !response.ok && Date.now() < end; ) response = await read();
      console.log('kept', (await response.json()).fields?.text.stringValue);`;
    outcome = runIn(
      projectFolder('partly-supported'),
      [
        ...['exec', '--project', 'mine', '--port-offset', String(offset)],
        ...['--', 'node', '--input-type=module', '--eval', script],
      ],
      { GOOGLE_APPLICATION_CREDENTIALS: '/etc/hostname' },
    );
  });

  it('loads functions in an ES module with a top-level await', () => {
    expect(outcome.stdout, outcome.stderr).toContain('200  hello\n');
  });

  it("is selected by its alias in .firebaserc, and its functions have the alias's settings", () => {
    expect(outcome.stdout, outcome.stderr).toMatch(/^200 {2}hello\n.*\nan-app-of-mine /);
  });

  it('runs without credentials, and says that the real project is never called', () => {
    const { code, stdout, stderr } = outcome;
    expect(stderr).toContain(
      'The project id an-app-of-mine may be that of a real project: the stack never calls it and uses no credentials of this machine.',
    );
    expect(stdout, stderr).toMatch(/\nan-app-of-mine undefined\nBlocked a connection\n/);
    expect(code).toBe(0);
  });

  it('runs an extension whose source is there with the settings of extensions/ID.env and its defaults', () => {
    expect(outcome.stdout, outcome.stderr).toContain('200  salut from greet!\n');
  });

  it('runs a function of an extension for each message of the topic that extension.yaml names', () => {
    expect(outcome.stdout, outcome.stderr).toContain('published 200\nkept bonjour\n');
  });

  it('says that a deployment wants one version of Node where its functions name a range', () => {
    expect(outcome.stderr).toContain('"engines" in package.json has the range ">= 18", read as nodejs24');
  });

  it('starts the rest, and names each unsupported part with its line and the reason', () => {
    expect(outcome.stderr.split('\n').filter((line) => line.startsWith('Skipped: '))).toEqual([
      'Skipped: dataconnect (firebase.json:3): Data Connect has no emulator here.',
      'Skipped: the Enterprise edition of Firestore (firebase.json:6): the database starts in the standard edition.',
      'Skipped: functions of codebase ml (firebase.json:11): the runtime dart3 is not supported: use Node.js or Python.',
      'Skipped: the extension send-email (firebase.json:4): firebase/firestore-send-email@0.1.9 would be downloaded from Google: use a path to its source.',
      'Skipped: the extension gone (firebase.json:4): ../gone has no extension.yaml.',
      'Skipped: Hosting (firebase.json:13): web frameworks are not built here; start the dev server with web.command of savepoint.config.ts.',
    ]);
  });
});

describe('a project with extensions whose functions have to be built', () => {
  const resource = { name: 'greet', type: 'firebaseextensions.v1beta.function' };
  const extension = (name: string, manifest: object) => ({
    [`${name}/extension.yaml`]: JSON.stringify({
      ...{ name, version: '0.0.1', specVersion: 'v1beta', displayName: name, billingRequired: false },
      resources: [{ ...resource, properties: { httpsTrigger: {}, runtime: 'nodejs20' } }],
      params: [],
    }),
    [`${name}/POSTINSTALL.md`]: '',
    [`${name}/functions/package.json`]: JSON.stringify({ main: 'lib/index.js', ...manifest }),
    [`${name}/functions/index.js`]: `exports.greet = require('firebase-functions/v1').https
      .onRequest((_request, response) => response.send('built'));`,
  });
  const built = extension('built', { scripts: { build: 'mkdir lib && cp index.js lib/index.js' } });
  const unbuilt = extension('unbuilt', {});

  it('builds those with a script, and leaves the others out with the reason', async () => {
    const folder = writeProject({
      ...{ ...built, ...unbuilt },
      'firebase.json': JSON.stringify({ extensions: { built: './built', unbuilt: './unbuilt' } }),
    });
    const { offset } = await findFreeOffset();
    const script = fetchAll(`${serverUrl(5001 + offset)}/demo-one/us-central1/ext-built-greet`);
    const { code, stdout, stderr } = runIn(folder, [
      ...['exec', '--project', 'demo-one', '--port-offset', String(offset)],
      ...['--', 'node', '--input-type=module', '--eval', script],
    ]);
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: '200  built\n' });
    const left = stderr.split('\n').filter((line) => /unbuilt/.test(line));
    expect(left).toEqual([
      expect.stringMatching(
        /^functions {2}not loaded: .*unbuilt\/functions\/lib\/index\.js does not exist\. The stack runs without the extension unbuilt until .* server restart functions\. Build it, /,
      ),
    ]);
  });

  it('runs a command where none can be loaded, unless the start is strict', async () => {
    const folder = writeProject({
      ...unbuilt,
      'firebase.json': '{ "extensions": { "unbuilt": "./unbuilt" } }',
    });
    const { offset } = await findFreeOffset();
    const exec = (...flags: string[]) =>
      runIn(folder, ['exec', '--port-offset', String(offset), ...flags, '--', 'echo', 'ran']);
    expect(exec()).toMatchObject({ code: 0, stdout: 'ran\n' });
    expect(exec('--strict')).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringContaining('lib/index.js does not exist'),
    });
  });
});
