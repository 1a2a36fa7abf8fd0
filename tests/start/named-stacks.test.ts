// `start`, `list` and `stop` with several stacks on one machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { offsetPorts } from '../../packages/stack/src/config/ports.ts';
import { claimByFolder } from '../../packages/stack/src/stack/claim-stack.ts';
import { ownIdentity, StackRegistry } from '../../packages/stack/src/stack/stack-registry.ts';
import {
  environment,
  LAUNCHER,
  runIn,
  type StartedProject,
  startIn,
  writeProject,
} from '../kit/foreign-project.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { openShop } from '../support/shop-project.ts';
import { descendants, ROOT, waitUntilGone } from './kit-process.ts';

const START_MS = 180_000;
const GONE_MS = 2000;

let state: string;

beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), 'named-stacks-'));
  vi.stubEnv('SAVEPOINT_STATE_FOLDER', state);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(state, { recursive: true });
});

describe('savepoint start in a folder while the stack of another folder has the default ports', () => {
  let folder: string;
  let name: string;
  let started: StartedProject;
  const run = (args: readonly string[]) => runKitCommand(args, { folder, env: environment({}) });

  beforeAll(async () => {
    folder = writeProject({
      'firebase.json': '{ "firestore": { "rules": "firestore.rules" } }',
      'firestore.rules':
        "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents/none/{id} { allow read: if false; } }",
    });
    name = basename(folder).toLowerCase();
    // This process holds the ports on behalf of another clone's stack.
    const registry = new StackRegistry();
    const servers = Object.keys(offsetPorts(openShop(), 0));
    const other = { registry, folder: '/elsewhere/shop', servers, isPersistent: false };
    await claimByFolder(other, offsetPorts(openShop(), 0));
    started = await startIn(folder, []);
  }, START_MS);
  afterAll(async () => {
    await started?.stop();
  });

  it('gets a name and ports of its own, and says so', () => {
    expect(started.output()).toContain(
      `The stack of /elsewhere/shop uses the ports of this project, so "${name}" uses others.`,
    );
    expect(started.output()).not.toContain(':8080');
  });

  it('is listed with its state and folder, beside the other one', async () => {
    const rows = JSON.parse((await run(['list', '--json'])).stdout) as Record<string, unknown>[];
    expect(rows).toMatchObject([
      { name, state: 'ready', folder },
      { name: 'shop', state: 'starting', folder: '/elsewhere/shop', pid: process.pid },
    ]);
    expect((await run(['list'])).stdout).toMatch(
      new RegExp(`^${name} +ready +http://127.0.0.1:[23]\\d{4} +process`, 'm'),
    );
  });

  it('is found by the other commands without a flag', async () => {
    const { code, stdout } = await run(['server', 'list']);
    expect(stdout).toMatch(/^firestore +[23]\d{4} +running/m);
    expect(code).toBe(0);
  });

  it('rejects a second start of the folder, and of its name', async () => {
    for (const flags of [[], ['--stack', name]]) {
      const { code, stderr } = await run(['start', ...flags]);
      expect(stderr).toContain(`The stack "${name}" is already running`);
      expect(code).toBe(1);
    }
  });

  it(
    'gives exec a separate temporary stack, which commands within exec use',
    async () => {
      const list = ['exec', '--', process.execPath, LAUNCHER, 'server', 'list'];
      const { code, stdout, stderr } = runIn(folder, list);
      expect(stderr).toContain(
        `The stack "${name}" of this folder is running; this command uses a temporary`,
      );
      const [port] = /^firestore +(\d+) +running/m.exec(stdout)?.slice(1) ?? [];
      expect(port).toMatch(/^[23]\d{4}$/);
      expect((await run(['server', 'list'])).stdout).not.toContain(port);
      expect(code).toBe(0);
    },
    START_MS,
  );

  it(
    'is stopped by savepoint stop, with every process, and is forgotten',
    async () => {
      const pids = descendants(started.pid);
      expect(await run(['stop', name])).toEqual({ code: 0, stdout: `Stopped "${name}".\n`, stderr: '' });
      await waitUntilGone(pids, GONE_MS);
      expect(await started.stop()).toBe(0);
      const registry = new StackRegistry();
      expect(registry.find(name)).toBeUndefined();
    },
    START_MS,
  );
});

describe('npm run list', () => {
  it.each([
    ['the dev server', 'web'],
    ['Studio where there is no dev server', 'studio'],
    ['the hub where there is neither', undefined],
  ] as const)('shows the address of %s', async (_, page) => {
    const registry = new StackRegistry();
    const ports = { web: 31_001, studio: 31_002, hub: 31_003 };
    const record = { name: 'listed', folder: '/elsewhere/listed', ports, isPersistent: false };
    const process = ownIdentity();
    expect(registry.claim({ ...record, process, startedAt: new Date().toISOString() })).toBe('claimed');
    registry.markReady('listed', page);
    const { stdout } = await runKitCommand(['list']);
    registry.release('listed', process);
    expect(stdout).toMatch(new RegExp(`^listed +ready +http://127.0.0.1:${ports[page ?? 'hub']} `, 'm'));
  });

  it('counts stopped stacks of other folders', async () => {
    const registry = new StackRegistry();
    const record = { name: 'kept', folder: '/elsewhere/kept', ports: { hub: 31_004 }, isPersistent: true };
    const process = ownIdentity();
    registry.claim({ ...record, process, startedAt: new Date().toISOString() });
    registry.release('kept', process);
    const { stdout } = await runKitCommand(['list']);
    expect(stdout).not.toContain('/elsewhere/kept');
    expect(stdout).toMatch(/^Stopped stacks of other folders: \d+\. --json lists them, --forget/m);
    expect((await runKitCommand(['list', '--json'])).stdout).toContain('/elsewhere/kept');
  });
});

describe('npm run stop, and the commands that need a running stack', () => {
  it('say that a name does not run, and which ones do', async () => {
    const { code, stderr } = await runKitCommand(['stop', 'nobody']);
    expect(stderr).toBe('savepoint: No stack "nobody" is running. Running: shop.\n');
    expect(code).toBe(1);
    expect((await runKitCommand(['reset', '--stack', 'nobody'])).stderr).toContain(
      'No stack "nobody" is running',
    );
  });

  it('say how to start one if none of this folder runs', async () => {
    const { code, stderr } = await runKitCommand(['stop']);
    expect(stderr).toContain(`No stack of ${ROOT} is running`);
    expect(stderr).toContain('npm start');
    expect(code).toBe(1);
  });
});

describe('npm start', () => {
  it.each([
    [['--stack', 'No Name'], /"No Name" is not a name for a stack/],
    [['--stack', 'one', '--port-offset', '100'], /--stack and --port-offset exclude each other/],
    [['--stack'], /--stack expects a value/],
  ])('with %j explains what is wrong', async (flags, message) => {
    const { code, stderr } = await runKitCommand(['start', ...flags]);
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  it('names the list of stacks and the variable that moves it if it cannot be written', async () => {
    writeFileSync(join(state, 'file'), '');
    const env = { SAVEPOINT_STATE_FOLDER: join(state, 'file') };
    const { code, stderr } = await runKitCommand(['list'], { env });
    expect(stderr).toMatch(
      /The list of stacks, .*file\/stacks\.json, cannot be used.*SAVEPOINT_STATE_FOLDER/,
    );
    expect(code).toBe(1);
  });
});
