import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serverUrl } from '../config/environment.ts';
import { findFreePorts, type Ports } from '../config/ports.ts';
import type { DataOperations } from '../data/data-operations.ts';
import { systemProcessTable } from '../processes/process-table.ts';
import { Run } from '../processes/run.ts';
import { ServerProcess } from '../processes/server-process.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { changeServer, readServers, serveServerControl, waitForReloads } from './server-control.ts';

/**
 * Responds with its id and that of a child, which it starts on request, and which has its own
 * process group and ignores SIGTERM. Exits at once if one file exists, and listens only once
 * another file is gone.
 */
const SERVER = `
  const [port, file, hold] = process.argv.slice(1);
  const { existsSync, watch } = require('node:fs');
  if (existsSync(file)) { console.error('no configuration'); process.exit(3); }
  const server = require('node:http').createServer((request, response) => {
    if (request.url === '/exit') process.exit(4);
    if (request.url !== '/child') return response.end(String(process.pid));
    const stubborn = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); console.log("up")';
    const child = require('node:child_process').spawn(process.execPath, ['-e', stubborn], { detached: true });
    child.stdout.once('data', () => response.end(process.pid + ' ' + child.pid));
  });
  const watcher = watch(require('node:path').dirname(hold), listen);
  function listen() {
    if (existsSync(hold)) return;
    watcher.close();
    if (!server.listening) server.listen(Number(port), '127.0.0.1');
  }
  listen();`;

/** Long enough to start a process on a busy machine. */
const STARTED_MS = 20_000;

let run: Run;
let ports: Ports;
let port: number;
let exits: string[];
let server: ServerProcess;
let file: string;
let hold: string;

beforeAll(async () => {
  run = new Run();
  ports = await findFreePorts({ config: {}, firebase: { emulators: {} } });
  port = ports.web as number;
  file = join(run.folder, 'broken');
  hold = join(run.folder, 'hold');
});
afterAll(() => run.end());

beforeEach(async () => {
  exits = [];
  server = new ServerProcess({
    run,
    name: 'web',
    labels: ['Dev server'],
    ports,
    process: { command: process.execPath, args: ['-e', SERVER, String(port), file, hold], cwd: tmpdir() },
    onExit: (problem) => exits.push(problem),
  });
  await waitForHttp('web', port, () => run.isEnding);
});
afterEach(() => server.stop());

/** The id of the server, and of the child if it has started one for this request. */
async function processIds(path = '/'): Promise<number[]> {
  return (await (await fetch(serverUrl(port) + path)).text()).split(' ').map(Number);
}

function isAlive(id: number): boolean {
  return systemProcessTable.list().some(({ pid }) => pid === id);
}

describe('a server process', () => {
  it('leaves no process behind when it is stopped, and is not reported as exited', async () => {
    const ids = await processIds('/child');
    expect(ids).toHaveLength(2);
    await server.stop();
    expect(ids.filter(isAlive)).toEqual([]);
    expect(server.state).toEqual({ name: 'web', ports: ['web'], state: 'stopped' });
    expect(exits).toEqual([]);
  });

  it('responds from a new process once a start after a stop, or a restart, resolves', async () => {
    const [first] = await processIds();
    await server.stop();
    await server.start();
    const [second] = await processIds();
    await server.restart();
    const [third] = await processIds();
    expect(new Set([first, second, third]).size).toBe(3);
    expect(server.state.state).toBe('running');
    expect(exits).toEqual([]);
  });

  it('is in the state starting until it responds', async () => {
    await server.stop();
    writeFileSync(hold, '');
    const starting = server.start();
    await expect.poll(() => server.state.state).toBe('starting');
    rmSync(hold);
    await starting;
    expect(server.state.state).toBe('running');
  });

  it('handles one change at a time', async () => {
    await Promise.all([server.stop(), server.start(), server.restart(), server.stop()]);
    expect(server.state.state).toBe('stopped');
    await expect(Promise.all([server.start(), server.start()])).rejects.toThrow('web is already running');
    expect(server.state.state).toBe('running');
  });

  it('is reported once, with its exit code, when it exits unexpectedly', async () => {
    await fetch(`${serverUrl(port)}/exit`).catch(() => undefined);
    await expect.poll(() => exits).toEqual(['exited with code 4']);
    expect(server.state).toEqual({
      name: 'web',
      ports: ['web'],
      state: 'failed',
      problem: 'exited with code 4',
    });
    await server.start();
    expect(server.state.state).toBe('running');
  });

  it('fails a restart with its last lines if it does not start, and can be restarted again', async () => {
    await server.stop();
    writeFileSync(file, '');
    await expect(server.start()).rejects.toThrow(/web exited with code 3\nno configuration/);
    expect(server.state).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('no configuration'),
    });
    expect(exits).toEqual([]);
    rmSync(file);
    await server.start();
    expect(server.state).toEqual({ name: 'web', ports: ['web'], state: 'running' });
  });

  it('stops with the reason when its data cannot be restored, and keeps them for the next start', async () => {
    await server.stop();
    let kept = 0;
    const restored: number[] = [];
    const storing = new ServerProcess({
      run,
      name: 'web',
      ports,
      process: { command: process.execPath, args: ['-e', SERVER, String(port), file, hold], cwd: tmpdir() },
      async beforeStop() {
        kept += 1;
      },
      async afterStart() {
        restored.push(kept);
        if (restored.length === 1) throw new Error('not restored');
      },
      onExit: (problem) => exits.push(problem),
    });
    await storing.responds();
    await expect(storing.restart()).rejects.toThrow('not restored');
    expect(storing.state).toMatchObject({ state: 'failed', problem: 'not restored' });
    await expect(fetch(serverUrl(port))).rejects.toThrow();
    await storing.start();
    expect(restored).toEqual([1, 1]);
    await storing.stop();
  });

  it('is stopped by a restart only if it can be started', async () => {
    await server.stop();
    const dependent = new ServerProcess({
      run,
      name: 'web',
      ports,
      process: { command: process.execPath, args: ['-e', SERVER, String(port), file, hold], cwd: tmpdir() },
      beforeStart() {
        throw new Error('web needs another server');
      },
      onExit: (problem) => exits.push(problem),
    });
    await dependent.responds();
    await expect(dependent.restart()).rejects.toThrow('web needs another server');
    expect(dependent.state.state).toBe('running');
    await dependent.stop();
  });

  it('does not start on a port that another program has taken', async () => {
    await server.stop();
    const other = createServer().listen(port, '127.0.0.1');
    try {
      await expect(server.start()).rejects.toThrow(`Port ${port} (web) is in use`);
    } finally {
      other.close();
    }
  });
});

describe('the control of servers', () => {
  it('stops and starts a server by its name or label, lists the servers, and explains invalid requests', async () => {
    const socket = join(run.folder, 'servers.sock');
    const control = serveServerControl(socket, [server]);
    try {
      expect(await readServers(socket)).toEqual([{ name: 'web', ports: ['web'], state: 'running' }]);
      expect(await changeServer(socket, 'web', 'stop')).toBe('web is stopped.');
      expect(await readServers(socket)).toEqual([{ name: 'web', ports: ['web'], state: 'stopped' }]);
      // Forms that a user may copy from the terminal.
      for (const label of ['Dev server', 'dev-server', 'WEB']) {
        expect(await changeServer(socket, label, 'restart')).toBe('web responds.');
      }
      expect(await changeServer(socket, 'web', 'stop')).toBe('web is stopped.');
      expect(await changeServer(socket, 'web', 'start')).toBe('web responds.');
      await expect(changeServer(socket, 'web', 'start')).rejects.toThrow('web is already running');
      await expect(changeServer(socket, 'auth', 'stop')).rejects.toThrow(
        'Unknown server "auth", expected one of: web',
      );
      await expect(changeServer(socket, 'web', 'explode')).rejects.toThrow('Unknown action "explode"');
    } finally {
      control.close();
    }
  });
});

it('lets a command wait until file changes have taken effect', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = join(run.folder, 'reloads.sock');
  const control = serveServerControl(socket, [], { settled: () => promise });
  try {
    const steps: string[] = [];
    const waiting = waitForReloads(socket).then(() => steps.push('go on'));
    expect(await readServers(socket)).toEqual([]);
    steps.push('reloaded');
    resolve();
    await waiting;
    expect(steps).toEqual(['reloaded', 'go on']);
  } finally {
    control.close();
  }
});

it('lists all names for an unknown server, including parts of servers', async () => {
  const socket = join(run.folder, 'names.sock');
  const names = { name: 'firebase-tools', portNames: ['hub', 'auth'], labels: ['Authentication'] };
  const control = serveServerControl(socket, [names as unknown as ServerProcess]);
  try {
    await expect(changeServer(socket, 'autth', 'restart')).rejects.toThrow(
      'Unknown server "autth", expected one of: auth, firebase-tools, hub',
    );
  } finally {
    control.close();
  }
});

describe('an operation on the data of a stack', () => {
  it('continues when the command that requested it is killed', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const steps: string[] = [];
    const operations: Pick<DataOperations, 'load'> = {
      async load(path) {
        steps.push(`begins ${path}`);
        await mayEnd;
        steps.push('ends');
        return { documents: 0, accounts: 0, files: 0, values: 0 };
      },
    };
    const socket = join(run.folder, 'data.sock');
    const control = serveServerControl(socket, [], { data: operations as DataOperations });
    const module = new URL('./server-control.ts', import.meta.url).href;
    const code = `(await import(${JSON.stringify(module)})).transferStackData(process.argv[1], 'load', 'a.json')`;
    const command = spawn(process.execPath, ['--input-type=module', '--eval', code, socket]);
    const exited = once(command, 'exit');
    await expect.poll(() => steps, { timeout: STARTED_MS }).toEqual(['begins a.json']);
    command.kill('SIGKILL');
    await exited;
    end();
    await expect.poll(() => steps).toEqual(['begins a.json', 'ends']);
    control.close();
  });
});
