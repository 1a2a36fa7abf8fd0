// `npm start`, `list` and `stop` with several stacks on one machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { offsetPorts } from '../../kit/src/config/ports.ts';
import { claimByFolder } from '../../kit/src/stack/claim-stack.ts';
import { ownIdentity, StackRegistry } from '../../kit/src/stack/stack-registry.ts';
import { runKitCommand } from '../support/kit-command.ts';
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

/** Resolves with its output once the summary is printed. */
async function untilReady(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const collect = (text: Buffer) => {
      output += text.toString();
      if (/The shop is ready/.test(output)) resolve(output);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('exit', (code) => reject(new Error(`npm start exited with ${code}:\n${output}`)));
  });
}

describe('npm start in a folder while the stack of another folder has the default ports', () => {
  let child: ChildProcess;
  let output: string;
  const name = basename(ROOT).toLowerCase();

  beforeAll(async () => {
    // This process holds the ports in the place of a stack of another clone.
    const registry = new StackRegistry();
    const servers = Object.keys(offsetPorts(0));
    const other = { registry, folder: '/elsewhere/shop', servers, isPersistent: false };
    await claimByFolder(other, offsetPorts(0));
    child = spawn(process.execPath, [join(ROOT, 'kit', 'bin', 'savepoint.mjs'), 'start'], {
      cwd: ROOT,
    });
    output = await untilReady(child);
  }, START_MS);
  afterAll(() => {
    child?.kill('SIGINT');
  });

  it('gets a name and ports of its own, and says so', () => {
    expect(output).toContain(
      `The default ports belong to the stack of /elsewhere/shop; this one is "${name}".`,
    );
    expect(output).not.toContain(':5173');
  });

  it('is listed with its state and folder, beside the other', async () => {
    const rows = JSON.parse((await runKitCommand(['list', '--json'])).stdout) as Record<string, unknown>[];
    expect(rows).toMatchObject([
      { name, state: 'ready', folder: ROOT },
      { name: 'shop', state: 'starting', folder: '/elsewhere/shop', pid: process.pid },
    ]);
    expect((await runKitCommand(['list'])).stdout).toMatch(
      new RegExp(`^${name} +ready +http://127.0.0.1:[23]\\d{4} +process`, 'm'),
    );
  });

  it('is found by the other commands without a flag', async () => {
    const { code, stdout } = await runKitCommand(['schedule']);
    expect(stdout).toContain('expireOrders');
    expect(code).toBe(0);
  });

  it('refuses a second start of the folder, and of its name', async () => {
    for (const flags of [[], ['--stack', name]]) {
      const { code, stderr } = await runKitCommand(['start', ...flags]);
      expect(stderr).toContain(`The stack "${name}" is already running`);
      expect(code).toBe(1);
    }
  });

  it(
    'is stopped by npm run stop, with every process, and keeps its ports',
    async () => {
      const pids = descendants(child.pid as number);
      const exit = once(child, 'exit');
      expect(await runKitCommand(['stop', name])).toEqual({
        code: 0,
        stdout: `Stopped "${name}".\n`,
        stderr: '',
      });
      await waitUntilGone(pids, GONE_MS);
      expect((await exit)[0]).toBe(0);
      const registry = new StackRegistry();
      expect(registry.find(name)).toMatchObject({ isPersistent: true, folder: ROOT });
      expect((await runKitCommand(['list'])).stdout).toMatch(new RegExp(`^${name} +stopped`, 'm'));
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
});

describe('npm run stop, and the commands that need a running stack', () => {
  it('say that a name does not run, and which do', async () => {
    const { code, stderr } = await runKitCommand(['stop', 'nobody']);
    expect(stderr).toBe('savepoint: No stack "nobody" is running. Running: shop.\n');
    expect(code).toBe(1);
    expect((await runKitCommand(['reset', '--stack', 'nobody'])).stderr).toContain(
      'No stack "nobody" is running',
    );
  });

  it('say how to start one when none of this folder runs', async () => {
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

  it('names the list of stacks and the variable that moves it when it cannot be written', async () => {
    writeFileSync(join(state, 'file'), '');
    const env = { SAVEPOINT_STATE_FOLDER: join(state, 'file') };
    const { code, stderr } = await runKitCommand(['list'], { env });
    expect(stderr).toMatch(
      /The list of stacks, .*file\/stacks\.json, cannot be used.*SAVEPOINT_STATE_FOLDER/,
    );
    expect(code).toBe(1);
  });
});
