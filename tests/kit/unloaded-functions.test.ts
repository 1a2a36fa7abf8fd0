// Functions that cannot be loaded: everything else starts, and they are loaded without a restart
// once they can be.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createStack } from '../../packages/stack/src/stack/create-stack.ts';
import { ROOT } from '../start/kit-process.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { environment, runIn, type StartedProject, startIn } from './foreign-project.ts';

const PROJECT = 'demo-unloaded';
/** Enough for a build and a load on a busy machine. */
const LOADED = { timeout: 60_000, interval: 100 };
const CODEBASES = ['works', 'uninstalled', 'unbuilt', 'throws', 'absent'];

const respond = (name: string) =>
  `const { onCall, onRequest } = require('firebase-functions/https');
exports.${name} = onRequest((request, response) => response.send('${name}'));
exports.${name}Call = onCall(() => '${name}');
`;
const manifest = (fields: object = {}) =>
  JSON.stringify({ name: 'functions', main: 'index.js', engines: { node: '24' }, ...fields });

const FILES = {
  'firebase.json': JSON.stringify({
    functions: CODEBASES.map((codebase) => ({ source: codebase, codebase })),
  }),
  'works/package.json': manifest(),
  'works/index.js': respond('works'),
  'uninstalled/package.json': manifest(),
  'uninstalled/index.js': respond('uninstalled'),
  'unbuilt/package.json': manifest({
    main: 'lib/index.js',
    scripts: { build: 'node --check src/index.js && mkdir -p lib && cp src/index.js lib' },
  }),
  'unbuilt/src/index.js': 'exports.unbuilt = ;\n',
  'throws/package.json': manifest(),
  'throws/index.js': `${respond('throws')}null.length;\n`,
};

let folder: string;

const write = (files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};

/** The results of an installation: the packages, and npm's own record, which it writes last. */
function install(codebase: string): void {
  mkdirSync(join(folder, codebase, 'node_modules'), { recursive: true });
  const link = join(folder, codebase, 'node_modules', 'firebase-functions');
  symlinkSync(join(ROOT, 'node_modules', 'firebase-functions'), link);
  write({ [`${codebase}/node_modules/.package-lock.json`]: '{}' });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-unloaded-'));
  write(FILES);
  for (const codebase of ['works', 'unbuilt', 'throws']) install(codebase);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('savepoint start of codebases that cannot be loaded', () => {
  let started: StartedProject;
  let functions: string;

  const call = (name: string) => fetch(`${functions}/${name}`);
  const loaded = (name: string) =>
    vi.waitFor(async () => expect(await (await call(name)).text()).toBe(name), LOADED);

  beforeAll(async () => {
    const { offset, ports } = await findFreeOffset();
    functions = `http://127.0.0.1:${ports.functions}/${PROJECT}/us-central1`;
    started = await startIn(folder, ['--project', PROJECT, '--port-offset', String(offset)]);
  });
  afterAll(async () => {
    await started?.stop();
  });

  it('says why each is not loaded, and what to do', () => {
    const lines = started.output().split('\n');
    const said = lines.filter((line) => line.startsWith('functions  not loaded: ')).sort();
    expect(said.map((line) => line.slice('functions  not loaded: '.length))).toEqual([
      expect.stringMatching(/^The functions of unbuilt do not build \(node --check .* in \S*unbuilt\):$/),
      expect.stringMatching(
        /^The packages of .*uninstalled are not installed: .* Run: npm install --prefix \S*uninstalled$/,
      ),
      expect.stringMatching(
        /firebase\.json:1: "functions\.4\.source" names absent, which does not exist\. .* Create the folder/,
      ),
      expect.stringMatching(
        /throws\/index\.js:4: TypeError: Cannot read properties of null .* Fix the code\.$/,
      ),
    ]);
    expect(started.output()).toContain('SyntaxError');
  });

  it('lists the loaded functions and the reasons for the others in its table', () => {
    expect(started.output()).toMatch(/^ {2}Functions +http\S+\/us-central1\/ +works, worksCall$/m);
    const rows = started.output().match(/^ {2}Functions +not loaded +.*$/gm);
    expect(rows).toHaveLength(4);
    expect(rows?.join('\n')).toMatch(/npm install --prefix \S*uninstalled$/m);
  });

  it('runs the functions of the other codebases', async () => {
    expect(await (await call('works')).text()).toBe('works');
  });

  it('responds to a call of an unloaded function with the reasons, even to pages of other origins', async () => {
    const response = await call('uninstalled');
    expect(response.status).toBe(503);
    expect(await response.text()).toMatch(/The function uninstalled is not loaded: .*npm install --prefix/s);
    const headers = { origin: 'http://localhost:5173', 'content-type': 'application/json' };
    const callable = await fetch(`${functions}/uninstalledCall`, {
      method: 'POST',
      headers,
      body: '{"data":1}',
    });
    expect(callable.status).toBe(503);
    expect(callable.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(await callable.json()).toMatchObject({
      error: { status: 'UNAVAILABLE', message: expect.stringContaining('npm install --prefix') },
    });
  });

  it('names the functions without source or packages in a check of the machine', async () => {
    const { code, stdout } = await runKitCommand(['doctor'], { folder, env: environment({}) });
    expect(stdout).toMatch(/^FIX {3}functions of uninstalled: The packages of .* Run: npm install --prefix/m);
    expect(stdout).toMatch(/^FIX {3}functions of absent: .* names absent, which does not exist/m);
    expect(stdout).not.toMatch(/functions of works/);
    expect(code).toBe(1);
  });

  it('lists the loaded functions with their URLs, and the others', async () => {
    const text = await runKitCommand(['list', '--functions'], { folder, env: environment({}) });
    expect(text.stdout).toMatch(/^works +HTTP +http:\S+\/us-central1\/works$/m);
    expect(text.stdout).toMatch(/^worksCall +callable +http:\S+\/us-central1\/worksCall$/m);
    expect(text.stdout.match(/^Not loaded: /gm)).toHaveLength(4);
  });

  it('loads functions when their packages are installed', async () => {
    install('uninstalled');
    await loaded('uninstalled');
    expect(started.output()).toMatch(
      /functions {2}loaded after a change of \S+\.package-lock\.json, in \d+ ms: uninstalled/,
    );
  });

  it('loads functions when their source is fixed, with and without a build', async () => {
    write({ 'unbuilt/src/index.js': respond('unbuilt'), 'throws/index.js': respond('throws') });
    await Promise.all([loaded('unbuilt'), loaded('throws')]);
  });

  it('loads functions when their folder appears', async () => {
    write({ 'absent/package.json': manifest(), 'absent/index.js': respond('absent') });
    install('absent');
    await loaded('absent');
  });

  it('responds to an unknown function with 404 again', async () => {
    expect((await call('nothing')).status).toBe(404);
  });
});

describe('savepoint exec of codebases that cannot be loaded', () => {
  beforeAll(() => write({ 'throws/index.js': FILES['throws/index.js'] }));

  it('reports it once, and runs the command', async () => {
    const { offset } = await findFreeOffset();
    const { code, stderr } = runIn(folder, ['exec', '--port-offset', String(offset), '--', 'true']);
    expect(stderr.match(/not loaded: /g), stderr).toHaveLength(1);
    expect(stderr).toMatch(/not loaded: \S*throws\/index\.js:4: TypeError/);
    expect(code).toBe(0);
  });
});

describe('createStack of codebases that cannot be loaded', () => {
  it('rejects with the reason if strict', async () => {
    write({ 'unbuilt/src/index.js': FILES['unbuilt/src/index.js'] });
    const options = { folder, emulators: ['functions'] as const, strict: true };
    await expect(createStack(options)).rejects.toThrow(/The functions of unbuilt do not build/);
  });
});
