// A Firebase project whose functions run in firebase-tools, with an external Pub/Sub and without
// Java.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { findFreeOffset } from '../support/free-ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FIREBASE_MAIN = join(ROOT, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
const PRELOAD = join(ROOT, 'packages', 'firebase-tools', 'preload.cjs');
const READY = { timeout: 90_000, interval: 50 };

/** A project whose functions are loaded. */
export interface FunctionsProject {
  /** The base URL of the emulator hub. */
  readonly hubUrl: string;
  /** The output of firebase-tools. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts the Functions emulator of a project with the source of functions/index.js. Rejects with
 * what it printed when it ends before it is ready.
 */
export async function startFunctionsProject(options: {
  readonly projectId: string;
  readonly source: string;
  /** `HOST:PORT`. */
  readonly pubsubHost: string;
}): Promise<FunctionsProject> {
  const folder = mkdtempSync(join(tmpdir(), 'pubsub-functions-'));
  const { functions, hub, logging, eventarc, tasks } = (await findFreeOffset()).ports;
  writeProject(folder, options.source, { functions, hub, logging, eventarc, tasks });
  const child = spawn(
    process.execPath,
    [FIREBASE_MAIN, 'emulators:start', '--only', 'functions', '--project', options.projectId],
    {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        // Without java, and without npm, which firebase-tools would query for newer versions.
        PATH: join(ROOT, 'node_modules', '.bin'),
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'config'),
        CI: '1',
        METADATA_SERVER_DETECTION: 'none',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        FUNCTIONS_DISCOVERY_TIMEOUT: '60',
        FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
        NODE_OPTIONS: `--require ${PRELOAD}`,
        SAVEPOINT_PUBSUB_HOST: options.pubsubHost,
      },
    },
  );
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true });
  };
  try {
    await vi.waitFor(() => {
      if (!printed.includes('All emulators ready') && child.exitCode === null) throw new Error(printed);
    }, READY);
    if (child.exitCode !== null) throw new Error(printed);
  } catch (error) {
    await stop();
    throw error;
  }
  return { hubUrl: `http://127.0.0.1:${hub}`, output: () => printed, stop };
}

/** firebase-tools has a process group of its own, so that its workers end with it. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  const group = -child.pid;
  process.kill(group, 'SIGTERM');
  const timer = setTimeout(() => process.kill(group, 'SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}

function writeProject(folder: string, source: string, ports: Record<string, number | undefined>): void {
  const addresses = Object.entries(ports).map(([name, port]) => [name, { host: '127.0.0.1', port }]);
  const emulators = { ui: { enabled: false }, ...Object.fromEntries(addresses) };
  writeFileSync(
    join(folder, 'firebase.json'),
    JSON.stringify({ functions: { source: 'functions' }, emulators }),
  );
  mkdirSync(join(folder, 'functions'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'functions', 'node_modules'));
  writeFileSync(join(folder, 'functions', 'index.js'), source);
  const manifest = { name: 'functions', main: 'index.js', engines: { node: '24' }, dependencies: {} };
  writeFileSync(join(folder, 'functions', 'package.json'), JSON.stringify(manifest));
}
