import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const BINARY = fileURLToPath(new URL('../bin/savepoint-firestore.js', import.meta.url));
const OPEN_RULES =
  'service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read: if VERDICT; } } }';

interface Run {
  readonly child: ChildProcess;
  output(): string;
  exit: Promise<number | null>;
}

const runs: Run[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-main-'));
});

afterEach(async () => {
  for (const { child, exit } of runs.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
  rmSync(folder, { recursive: true });
});

function run(...flags: string[]): Run {
  // Without the preload, which would reject addresses of other hosts before the system does.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, [BINARY, ...flags], { stdio: ['ignore', 'pipe', 'pipe'], env });
  let text = '';
  const add = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  const started = {
    child,
    output: () => text,
    exit: once(child, 'close').then(([code]) => code as number | null),
  };
  runs.push(started);
  return started;
}

async function host(started: Run): Promise<string> {
  return vi.waitUntil(() => /FIRESTORE_EMULATOR_HOST=(\S+)/.exec(started.output())?.[1]);
}

test('SIGINT stops the process with exit code 0 while clients keep connections open', async () => {
  const started = run('--port', '0');
  const [name, port] = (await host(started)).split(':') as [string, string];
  expect(await (await fetch(`http://${name}:${port}/`)).text()).toContain('Ok');
  const hold = async (bytes: string): Promise<Socket> => {
    const held = connect({ port: Number(port), host: name, allowHalfOpen: true });
    held.on('error', () => {});
    await once(held, 'connect');
    held.write(bytes);
    return held;
  };
  // One client sends nothing, one half a request, one is an idle HTTP/2 client.
  const half = 'POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{';
  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0';
  const waiting = await Promise.all([hold(''), hold(half), hold(preface)]);
  await once(waiting[2] as Socket, 'data');
  started.child.kill('SIGINT');
  expect(await started.exit).toBe(0);
  for (const held of waiting) held.destroy();
});

test('a port in use ends the process with the message that firebase-tools searches for', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as { port: number };
  const started = run('--port', String(port));
  expect(await started.exit).toBe(1);
  expect(started.output()).toContain(`address already in use 127.0.0.1:${port}`);
  expect(started.output()).toContain('--port');
  holder.close();
});

test.each([
  ['an unknown flag', ['--prot', '9000'], 'There is no flag --prot. Did you mean --port?'],
  [
    'a file that is missing',
    ['--rules', '/nowhere/r'],
    '--rules /nowhere/r: expected a security rules file; ',
  ],
  ["another machine's address", ['--host', '192.0.2.1'], '192.0.2.1'],
])(
  '%s ends the process with exit code 1 and one line before anything is started',
  async (_what, flags, message) => {
    const started = run('--port', '0', ...flags);
    expect(await started.exit).toBe(1);
    expect(started.output()).toContain(message);
    expect(started.output()).toMatch(/^savepoint-firestore: [^\n]+\n$/);
  },
);

test('-h prints the flags and starts nothing', async () => {
  const started = run('--port', '0', '-h');
  expect(await started.exit).toBe(0);
  expect(started.output()).toMatch(/^Usage: savepoint-firestore \[flags\]\n/);
  for (const name of ['--port PORT', '--data-dir FOLDER', '--allowed-host NAME', '-h, --help', '--version']) {
    expect(started.output()).toContain(`  ${name}  `);
  }
  expect(started.output()).not.toContain('FIRESTORE_EMULATOR_HOST');
});

test('--version prints the version of the package and starts nothing', async () => {
  const started = run('--port', '0', '--version');
  expect(await started.exit).toBe(0);
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(started.output()).toBe(`${version}\n`);
});

test('the version check that firebase-tools sends to java is answered with a Java version', async () => {
  const started = run('-Duser.language=en', '-Dfile.encoding=UTF-8', '-version');
  expect(await started.exit).toBe(0);
  expect(started.output()).toMatch(/version "21/);
});

test('a saved rules file takes effect without a restart', async () => {
  const rules = join(folder, 'r.rules');
  writeFileSync(rules, OPEN_RULES.replace('VERDICT', 'false'));
  const started = run('--port', '0', '--rules', rules, '--log-requests');
  const url = `http://${await host(started)}/v1/projects/p/databases/(default)/documents/a/b`;
  expect((await fetch(url)).status).toBe(403);
  writeFileSync(rules, OPEN_RULES.replace('VERDICT', 'true'));
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(404));
  expect(started.output()).toMatch(/get \/a\/b \(signed out\) → deny/);
  expect(started.output()).toMatch(/get \/a\/b \(signed out\) → allow @ L1/);
});

test('--exit-with-parent ends the process when its parent is killed', async () => {
  const script = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, [${JSON.stringify(BINARY)}, '--port', '0', '--exit-with-parent'], { stdio: 'inherit' });
    console.log('child', child.pid); setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  parent.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const address = await vi.waitUntil(() => /FIRESTORE_EMULATOR_HOST=(\S+)/.exec(text)?.[1]);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(fetch(`http://${address}/`)).rejects.toThrow());
});
