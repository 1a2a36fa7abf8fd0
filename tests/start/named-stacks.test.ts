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
import { descendants, ROOT, runKit, waitUntilGone } from './kit-process.ts';

const START_MS = 180_000;
const GONE_MS = 2000;

let state: string;
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  state = mkdtempSync(join(tmpdir(), 'named-stacks-'));
  env = { SAVEPOINT_STATE_FOLDER: state };
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
      env: { ...process.env, ...env },
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

  it('is listed with its state and folder, beside the other', () => {
    const rows = JSON.parse(runKit(['list', '--json'], env).output) as Record<string, unknown>[];
    expect(rows).toMatchObject([
      { name, state: 'ready', folder: ROOT },
      { name: 'shop', state: 'starting', folder: '/elsewhere/shop', pid: process.pid },
    ]);
    expect(runKit(['list'], env).output).toMatch(
      new RegExp(`^${name} +ready +http://127.0.0.1:[23]\\d{4} +process`, 'm'),
    );
  });

  it('is found by the other commands without a flag', () => {
    const { code, output: listed } = runKit(['schedule'], env);
    expect(listed).toContain('expireOrders');
    expect(code).toBe(0);
  });

  it('refuses a second start of the folder, and of its name', () => {
    for (const flags of [[], ['--stack', name]]) {
      const { code, output: refused } = runKit(['start', ...flags], env);
      expect(refused).toContain(`The stack "${name}" is already running`);
      expect(code).toBe(1);
    }
  });

  it(
    'is stopped by npm run stop, with every process, and keeps its ports',
    async () => {
      const pids = descendants(child.pid as number);
      const exit = once(child, 'exit');
      expect(runKit(['stop', name], env)).toEqual({ code: 0, output: `Stopped "${name}".\n` });
      await waitUntilGone(pids, GONE_MS);
      expect((await exit)[0]).toBe(0);
      const registry = new StackRegistry();
      expect(registry.find(name)).toMatchObject({ isPersistent: true, folder: ROOT });
      expect(runKit(['list'], env).output).toMatch(new RegExp(`^${name} +stopped`, 'm'));
    },
    START_MS,
  );
});

describe('npm run list', () => {
  it.each([
    ['the dev server', 'web'],
    ['Studio where there is no dev server', 'studio'],
    ['the hub where there is neither', undefined],
  ] as const)('shows the address of %s', (_, page) => {
    const registry = new StackRegistry();
    const ports = { web: 31_001, studio: 31_002, hub: 31_003 };
    const record = { name: 'listed', folder: '/elsewhere/listed', ports, isPersistent: false };
    const process = ownIdentity();
    expect(registry.claim({ ...record, process, startedAt: new Date().toISOString() })).toBe('claimed');
    registry.markReady('listed', page);
    const { output } = runKit(['list'], env);
    registry.release('listed', process);
    expect(output).toMatch(new RegExp(`^listed +ready +http://127.0.0.1:${ports[page ?? 'hub']} `, 'm'));
  });
});

describe('npm run stop, and the commands that need a running stack', () => {
  it('say that a name does not run, and which do', () => {
    const { code, output } = runKit(['stop', 'nobody'], env);
    expect(output).toBe('savepoint: No stack "nobody" is running. Running: shop.\n');
    expect(code).toBe(1);
    expect(runKit(['reset', '--stack', 'nobody'], env).output).toContain('No stack "nobody" is running');
  });

  it('say how to start one when none of this folder runs', () => {
    const { code, output } = runKit(['stop'], env);
    expect(output).toContain(`No stack of ${ROOT} is running`);
    expect(output).toContain('npm start');
    expect(code).toBe(1);
  });
});

describe('npm start', () => {
  it.each([
    [['--stack', 'No Name'], /"No Name" is not a name for a stack/],
    [['--stack', 'one', '--port-offset', '100'], /--stack and --port-offset exclude each other/],
    [['--stack'], /--stack expects a value/],
  ])('with %j explains what is wrong', (flags, message) => {
    const { code, output } = runKit(['start', ...flags], env);
    expect(output).toMatch(message);
    expect(code).toBe(1);
  });

  it('names the list of stacks and the variable that moves it when it cannot be written', () => {
    writeFileSync(join(state, 'file'), '');
    const { code, output } = runKit(['list'], { SAVEPOINT_STATE_FOLDER: join(state, 'file') });
    expect(output).toMatch(
      /The list of stacks, .*file\/stacks\.json, cannot be used.*SAVEPOINT_STATE_FOLDER/,
    );
    expect(code).toBe(1);
  });
});
