// The npm package of the kit: packed, installed outside the repository and used in a Firebase
// project without its configuration.

import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { compile, type InstalledPackage, placePackage, startCommand } from './installed-package.ts';
import { NEWEST_LINE, nodeVersions } from './node-versions.ts';
import { formatSizeStatement, readSizeStatement } from './package-size.ts';
import { type Exit, REPOSITORY, run } from './run-program.ts';

const FILES: Readonly<Record<string, string>> = {
  'firebase.json': `{
    // Comments are allowed here.
    "firestore": { "rules": "firestore.rules" },
    "hosting": { "public": "public" }
  }`,
  'firestore.rules': `rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /games/{game} { allow read: if true; }
      }
    }`,
  'public/index.html': '<h1>Games</h1>',
};
/**
 * Prints how the emulator responds to a read that the rules allow and one that they deny, then
 * exits with 7.
 */
const READS = `
  const url = 'http://' + process.env.FIRESTORE_EMULATOR_HOST + '/v1/projects/' + process.env.GCLOUD_PROJECT + '/databases/(default)/documents/';
  Promise.all(['games/pong', 'players/ada'].map((path) => fetch(url + path))).then((responses) => {
    console.log(responses.map(({ status }) => status).join());
    process.exitCode = 7;
  });`;
/** Creates a stack of the project in a folder: writes, takes a snapshot, resets, restores. */
const CREATE_STACK = `
  import { type CreatedStack, createStack } from 'savepoint';
  const statusOf = async ({ addresses, projectId }: CreatedStack, method = 'GET') => {
    const url = 'http://' + addresses.firestore + '/v1/projects/' + projectId + '/databases/(default)/documents/players/ada';
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    return (await fetch(url, { method, headers, ...(method === 'PATCH' && { body: '{}' }) })).status;
  };
  const created: string[] = [];
  {
    await using stack = await createStack({ folder: process.argv[2]! });
    created.push(String(stack.addresses.firestore));
    const statuses = [await statusOf(stack, 'PATCH'), await statusOf(stack)];
    const snapshot = await stack.snapshot();
    await stack.reset();
    statuses.push(await statusOf(stack));
    await stack.restore(snapshot);
    statuses.push(await statusOf(stack));
    console.log(statuses.join(), stack.clientConfig.projectId === stack.projectId);
    await stack.clients().catch((error: Error) => console.log(error.message.split(' in ')[0]));
  }
  await fetch('http://' + created[0]).catch(() => console.log('stopped'));`;
const CONFIG = `
  import { defineConfig, type SavepointConfig } from 'savepoint';
  const config: SavepointConfig = defineConfig({ requireIndexes: true });
  console.log(config.requireIndexes);`;

const serverAt = (port: number) => `http://127.0.0.1:${port}`;

async function fetchText(port: number, path = '/'): Promise<string> {
  const response = await fetch(`${serverAt(port)}${path}`);
  expect(response.status).toBe(200);
  return response.text();
}

async function queryEventLog(port: number, sql: string): Promise<unknown> {
  const response = await fetch(`${serverAt(port)}/api/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sql, params: [] }),
  });
  return ((await response.json()) as { rows: unknown }).rows;
}

describe('the npm package savepoint', { timeout: 120_000 }, () => {
  let installed: InstalledPackage;
  let project: string;
  let compilation: Exit;

  beforeAll(async () => {
    installed = await placePackage('packages/savepoint');
    project = await realpath(await mkdtemp(join(tmpdir(), 'foreign-')));
    await mkdir(join(project, 'public'));
    for (const [path, text] of Object.entries(FILES)) await writeFile(join(project, path), text);
    await writeFile(join(installed.folder, 'start.mts'), CONFIG);
    await writeFile(join(installed.folder, 'create.mts'), CREATE_STACK);
    compilation = await compile(join(installed.folder, 'start.mts'), join(installed.folder, 'create.mts'));
  }, 600_000);

  afterAll(async () => {
    await installed?.remove();
    if (project !== undefined) await rm(project, { recursive: true, force: true });
  }, 120_000);

  const readInstalled = (path: string, name = 'savepoint') =>
    readFileSync(join(installed.folder, 'node_modules', name, path), 'utf8');

  it('contains compiled files with source maps, and neither sources nor tests', () => {
    expect(installed.files).toEqual(
      expect.arrayContaining([
        ...['LICENSE', 'README.md', 'bin/savepoint.mjs', 'src/main.js', 'src/main.js.map'],
        ...['path/firebase', 'preload/firebase-command.cjs'],
      ]),
    );
    expect(installed.files.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([]);
    const licenses = readInstalled('third-party-licenses.txt', 'savepoint-stack').split(
      `\n${'-'.repeat(80)}\n`,
    );
    expect(licenses.some((license) => /^\nreact-dom \d/.test(license))).toBe(true);
    // Each has its text, even that of a package without a license file.
    expect(licenses.filter((license) => license.length < 500)).toEqual([]);
    expect(readInstalled('LICENSE')).toBe(readFileSync(join(REPOSITORY, 'LICENSE'), 'utf8'));
  });

  it('depends on no private package of the repository', () => {
    expect(installed.dependencies.filter((path) => path.includes('@savepoint/'))).toEqual([]);
  });

  it('states its size and dependencies in its README', () => {
    const { megabytes, dependencies } = readSizeStatement(readInstalled('README.md'), installed);
    expect(dependencies).toEqual(installed.directDependencies);
    for (const [name, stated] of Object.entries(megabytes)) {
      const ratio = stated / (installed.size[name as keyof typeof megabytes] / 1e6);
      expect(ratio > 0.9 && ratio < 1.1, `${name}: expected ${formatSizeStatement(installed)}`).toBe(true);
    }
  });

  it.each(['event-log/src/main', 'messaging/src/main', 'remote-config/src/main', 'studio/server/main'])(
    'has a program %s that contains all that it loads',
    async (name) => {
      const program = join(installed.folder, 'node_modules', 'savepoint-stack', `${name}.js`);
      const { code, stdout, stderr } = await run(process.execPath, [program, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('--port');
    },
  );

  it('compiles a configuration and a program that creates a stack against its types', () => {
    expect(compilation).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('names the required Node version in one line if Node is too old', async () => {
    const oldNode = `Object.defineProperty(process, 'version', { value: 'v18.20.0' });
      Object.defineProperty(process.versions, 'node', { value: '18.20.0' });`;
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(oldNode)}`];
    expect(await run(process.execPath, [...preload, installed.command])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^savepoint: Savepoint needs Node 20\.19 or newer .*\n$/),
    });
  });

  it('says what to do in one line if Node is older than 24 and none was installed', async () => {
    const program = join(installed.folder, 'node_modules', 'node', 'bin', 'node');
    await rename(program, `${program}.missing`);
    try {
      const oldNode = "Object.defineProperty(process.versions, 'node', { value: '22.18.0' });";
      const preload = ['--import', `data:text/javascript,${encodeURIComponent(oldNode)}`];
      expect(await run(process.execPath, [...preload, installed.command, 'help'])).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^savepoint: .* Node 24, .* "npm approve-scripts node" .*\n$/),
      });
      expect((await run(process.execPath, [installed.command, 'help'])).code).toBe(0);
    } finally {
      await rename(`${program}.missing`, program);
    }
  });

  describe.each(nodeVersions('packages/savepoint'))('on $title', ({ program: node, line }) => {
    /** Runs the installed command in the project with this Node. */
    const savepoint = (...args: string[]) =>
      run(node as string, [installed.command, ...args], project, {
        PATH: `${dirname(node as string)}${delimiter}${process.env.PATH}`,
      });
    const isMissing = node === undefined;

    it.skipIf(isMissing)('passes a function to a configuration', async () => {
      const args = [join(installed.folder, 'start.mjs')];
      expect(await run(node as string, args)).toEqual({ code: 0, stdout: 'true\n', stderr: '' });
    });

    it.skipIf(isMissing)(
      'serves the project, with Studio and a log of its requests, until it is stopped, and leaves no process and no new file',
      async () => {
        const { offset } = await findFreeOffset();
        const running = await startCommand(installed, node, {
          args: ['start', '--port-offset', String(offset)],
          cwd: project,
          url: new RegExp(`http://(127\\.0\\.0\\.1:${5000 + offset})`),
        });
        try {
          const response = await fetch(`http://${running.host}/`);
          expect(await response.text()).toBe(FILES['public/index.html']);
          const id = `demo-${basename(project).toLowerCase()}`;
          const documents = `${serverAt(8080 + offset)}/v1/projects/${id}/databases/(default)/documents`;
          const read = async (path: string) => (await fetch(`${documents}/${path}`)).status;
          expect([await read('games/pong'), await read('players/ada')]).toEqual([404, 403]);
          // Studio starts when the stack is ready.
          const page = await vi.waitFor(() => fetchText(4000 + offset), { timeout: 60_000, interval: 200 });
          const script = /src="(\/assets\/index-[^"]+\.js)"/.exec(page)?.[1];
          expect(await fetchText(4000 + offset, script)).toContain('createRoot');
          // Spans are sent in batches.
          const sql = "SELECT COUNT(*) > 0 FROM spans WHERE service = 'hosting'";
          await vi.waitFor(async () => expect(await queryEventLog(4319 + offset, sql)).toEqual([[1]]), {
            timeout: 30_000,
            interval: 200,
          });
        } finally {
          expect(await running.stop()).toBe(0);
        }
        expect(() => process.kill(-running.pid, 0)).toThrow(/ESRCH/);
        await expect(fetch(`http://${running.host}/`)).rejects.toThrow();
        expect((await readdir(project, { recursive: true })).sort()).toEqual(
          [...Object.keys(FILES), 'public'].sort(),
        );
      },
    );

    it.skipIf(isMissing || line >= NEWEST_LINE)(
      'tells a program that creates a stack that it needs Node 24',
      async () => {
        const program = join(installed.folder, 'create.mjs');
        const { code, stderr } = await run(node as string, [program, project], installed.folder);
        expect(code).toBe(1);
        expect(stderr).toMatch(
          /createStack needs Node 24, and this is Node 20\.[\d.]+\. Run the program with npx/,
        );
      },
    );

    // These results do not depend on Node: they are checked once, and in a deep run on each.
    if (line !== NEWEST_LINE && !IS_DEEP_RUN) return;

    it.skipIf(isMissing)('prints its version and its commands', async () => {
      const { version } = JSON.parse(readInstalled('package.json'));
      expect(await savepoint('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
      const { code, stdout, stderr } = await savepoint('--help');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      for (const name of ['start', 'exec']) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    });

    it.skipIf(isMissing || line < NEWEST_LINE)(
      'creates a stack in a program outside the project, and stops it at the end of the block',
      async () => {
        const program = join(installed.folder, 'create.mjs');
        const { code, stdout, stderr } = await run(node as string, [program, project], installed.folder, {
          PATH: `${dirname(node as string)}${delimiter}${process.env.PATH}`,
        });
        expect({ code, stdout }, stderr).toEqual({
          code: 0,
          stdout: '200,200,404,200 true\nfirebase-admin is not installed\nstopped\n',
        });
      },
    );

    it.skipIf(isMissing)('names the source file in the stack of an unexpected error', async () => {
      const module = join(installed.folder, 'node_modules', 'savepoint', 'src', 'cli', 'command-line.js');
      const script = `import(${JSON.stringify(module)}).then(({ parseInvocation }) => parseInvocation());`;
      const { code, stderr } = await run(node as string, ['--enable-source-maps', '-e', script]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/parseInvocation \(.*\/command-line\.ts:\d+/);
    });

    // The same files as for start; tests/kit covers exec.
    if (!IS_DEEP_RUN) return;

    it.skipIf(isMissing)('runs a command on a stack of the project, with its exit code', async () => {
      const { offset } = await findFreeOffset();
      const { code, stdout, stderr } = await savepoint(
        ...['exec', '--port-offset', String(offset)],
        ...['--', process.execPath, '-e', READS],
      );
      expect({ code, stdout }, stderr).toEqual({ code: 7, stdout: '404,403\n' });
    });
  });
});
