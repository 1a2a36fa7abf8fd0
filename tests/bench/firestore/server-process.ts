import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startGoogleEmulator } from '../../support/google-emulator.ts';

/** A running server process. */
export interface ServerProcess {
  /** host:port */
  readonly address: string;
  /** Milliseconds from the start of the process until it accepts a connection. */
  readonly readyMs: number;
  readonly bytesPerDocument: number | undefined;
  /** The CPU time of all its threads so far, in milliseconds; NaN if it cannot be read. */
  cpuMs(): Promise<number>;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A free port; another process may take it before it is used. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function start(command: readonly string[], port?: number): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  let address = `127.0.0.1:${port}`;
  let bytesPerDocument: number | undefined;
  if (port === undefined && child.stdout !== null) {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    ({ address, bytesPerDocument } = JSON.parse(line) as { address: string; bytesPerDocument: number });
  } else if (port !== undefined) {
    while (!(await accepts(port)))
      if (child.exitCode !== null) throw new Error('The server process ended before it listened.');
  }
  return {
    address,
    bytesPerDocument,
    readyMs: performance.now() - began,
    ended,
    async cpuMs() {
      child.send('usage');
      const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage];
      return (user + system) / 1000;
    },
    async stop() {
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGKILL'), 3000).unref();
      await ended;
    },
  };
}

const REPORT = ['--import', here('./usage-report.ts')];
const BINARY = here('../../../packages/firestore/bin/savepoint-firestore.js');

/** Starts savepoint-firestore. */
export async function startOurs(limits?: 'off' | 'warn'): Promise<ServerProcess> {
  const port = await freePort();
  const flags = limits === undefined ? [] : ['--limits', limits];
  return start([...REPORT, BINARY, '--port', `${port}`, ...flags], port);
}

/** Milliseconds from the start of the savepoint-firestore command until it accepts a connection. */
export async function timeToReady(): Promise<number> {
  const port = await freePort();
  const server = await start([BINARY, '--port', `${port}`], port);
  await server.stop();
  return server.readyMs;
}

/** Starts @firestore-emulator/server. */
export async function startPeer(): Promise<ServerProcess> {
  const port = await freePort();
  return start([...REPORT, here('./peer-emulator.ts'), `${port}`], port);
}

/**
 * Google's emulator does not answer an IPC message, and Linux counts its CPU time in hundredths of
 * a second.
 */
const MS_PER_TICK = 10;

/** Starts Google's Firestore emulator from `jar`. */
export async function startGoogle(jar: string): Promise<ServerProcess> {
  const began = performance.now();
  const emulator = await startGoogleEmulator({ jar, heapMegabytes: 3072 });
  return {
    address: `127.0.0.1:${emulator.port}`,
    bytesPerDocument: undefined,
    readyMs: performance.now() - began,
    ended: emulator.ended,
    async cpuMs() {
      const stat = await readFile(`/proc/${emulator.pid}/stat`, 'utf8').catch(() => '');
      // The fields after the name of the program, which may contain spaces: utime and stime are the
      // 14th and 15th of all.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
    },
    stop: () => emulator.stop(),
  };
}

/** Starts the no-op server. */
export async function startNoop(): Promise<ServerProcess> {
  const port = await freePort();
  return start([...REPORT, here('./noop-server.ts'), `${port}`], port);
}

/** Starts savepoint-firestore with `count` documents. */
export function startLarge(count: number): Promise<ServerProcess> {
  return start([
    ...REPORT,
    '--expose-gc',
    '--max-old-space-size=8192',
    here('./large-emulator.ts'),
    `${count}`,
  ]);
}
