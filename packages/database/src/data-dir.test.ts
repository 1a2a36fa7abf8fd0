// Tests the guarantees of `--data-dir` when the process is stopped or killed, and when the disk is
// full.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DatabaseEmulator, startDatabaseEmulator } from './server.ts';

const OWNER = { authorization: 'Bearer owner' };
const MAIN = new URL('main.ts', import.meta.url).pathname;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (host: string, path: string, data: unknown) =>
  fetch(`http://${host}${path}.json?ns=demo`, { method: 'PUT', headers: OWNER, body: JSON.stringify(data) });
const get = async (host: string, path = '/') =>
  (await fetch(`http://${host}${path}.json?ns=demo`, { headers: OWNER })).json();

it('a restarted emulator has the data written, imported and stored at the end of a session, and none after a reset', async () => {
  const start = (data?: unknown): Promise<DatabaseEmulator> =>
    startDatabaseEmulator({
      dataDir: folder,
      ...(data !== undefined && { data: new Map([['demo', data]]) }),
    });
  const first = await start({ imported: { '.value': 1, '.priority': 2 }, list: ['a', 'b'] });
  await put(first.host, '/written', { deep: { er: true } });
  const socket = new WebSocket(`ws://${first.host}/.ws?v=5&ns=demo`);
  await once(socket, 'open');
  socket.send('{"t":"d","d":{"r":1,"a":"o","b":{"p":"/status","d":"gone"}}}');
  await once(socket, 'message');
  await once(socket, 'message');
  await first.close();
  const second = await start();
  expect(await get(second.host)).toEqual({
    imported: 1,
    list: ['a', 'b'],
    written: { deep: { er: true } },
    status: 'gone',
  });
  const { host } = second;
  expect(
    await (await fetch(`http://${host}/imported/.priority.json?ns=demo`, { headers: OWNER })).json(),
  ).toBe(2);
  await second.close();
  const third = await start({ other: 1 });
  expect(await get(third.host)).toEqual({ other: 1 });
  third.reset();
  await third.close();
  const last = await start();
  expect(await get(last.host)).toBeNull();
  await last.close();
});

interface Started {
  readonly host: string;
  /** Kills the process. Resolves with its standard error. */
  kill(signal: NodeJS.Signals): Promise<string>;
}

/** Starts the command on the folder, through a shell that may set limits. */
async function startCommand(limit = ''): Promise<Started> {
  const script = `${limit} exec "$@"`;
  const args = ['-c', script, 'sh', process.execPath, MAIN, '--port', '0', '--data-dir', folder];
  const child = spawn('sh', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const closed = once(child, 'close');
  const host = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      const [, found] = /ready on http:\/\/(\S+)/.exec(String(chunk)) ?? [];
      if (found !== undefined) resolve(found);
    });
    void closed.then(() => reject(new Error(errors)));
  });
  return {
    host,
    async kill(signal) {
      child.kill(signal);
      await closed;
      return errors;
    },
  };
}

it('a killed process loses no acknowledged write', async () => {
  const killed = await startCommand();
  let acknowledged = 0;
  const writing = (async () => {
    for (let n = 1; ; n++) {
      await put(killed.host, '/n', n);
      acknowledged = n;
      if (n === 100) void killed.kill('SIGKILL');
    }
  })();
  await expect(writing).rejects.toThrow();
  const emulator = await startDatabaseEmulator({ dataDir: folder, warn: () => {} });
  const restored = await get(emulator.host, '/n');
  expect([acknowledged, acknowledged + 1]).toContain(restored);
  await emulator.close();
});

it('a write that does not fit on the disk is refused and not applied, and smaller ones continue', async () => {
  // Files of this process may have at most 64 blocks of 512 bytes.
  const limited = await startCommand(`trap '' XFSZ; ulimit -f 64;`);
  const { host } = limited;
  expect((await put(host, '/before', 1)).status).toBe(200);
  const refused = await put(host, '/large', 'x'.repeat(60_000));
  expect(refused.status).toBe(500);
  expect(await refused.json()).toEqual({ error: expect.stringMatching(/^Internal error: /) });
  const reset = await fetch(`http://${host}/_savepoint/reset`, { method: 'POST' });
  expect(reset.status).toBe(200);
  expect((await put(host, '/after', 1)).status).toBe(200);
  expect(await get(host)).toEqual({ after: 1 });
  expect(await limited.kill('SIGTERM')).toMatch(/^savepoint-database: A write was not stored: /);
  const emulator = await startDatabaseEmulator({ dataDir: folder });
  expect(await get(emulator.host)).toEqual({ after: 1 });
  await emulator.close();
});

it('a second process on the folder reports the first one and exits', async () => {
  const first = await startCommand();
  await expect(startCommand()).rejects.toThrow(
    `savepoint-database: --data-dir ${folder}: expected a folder; ${folder} is in use by process `,
  );
  await first.kill('SIGTERM');
});
