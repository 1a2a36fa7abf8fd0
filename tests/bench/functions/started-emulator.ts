// A Functions emulator to measure: from `savepoint start`, or from plain firebase-tools.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { serverUrl } from '../../../packages/stack/src/config/environment.ts';
import { findFreePorts } from '../../../packages/stack/src/config/ports.ts';
import { ROOT } from '../../start/kit-process.ts';
import { findFreeOffset } from '../../support/free-ports.ts';
import { openShop } from '../../support/shop-project.ts';

export interface StartedEmulator {
  readonly pid: number;
  readonly url: string;
  readonly readySeconds: number;
  /** The addresses of other emulators that functions of another process can use. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startSavepoint(folder: string, project: string): Promise<StartedEmulator> {
  const { offset } = await findFreeOffset();
  const launcher = join(ROOT, 'packages', 'savepoint', 'bin', 'savepoint.mjs');
  const args = [launcher, 'start', '--project', project, '--port-offset', String(offset)];
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { cwd: folder });
  const output = await ready(child, / is ready \([\s\S]*\n {2}Functions [\s\S]*\n\n/);
  // The project may choose its own ports.
  const hostOf = (server: string) =>
    new RegExp(`\\n {2}${server} +http://([\\d.:]+)`).exec(output)?.[1] ?? '';
  return {
    pid: child.pid as number,
    url: `http://${hostOf('Functions')}`,
    readySeconds: (performance.now() - startedAt) / 1000,
    environment: {
      FIRESTORE_EMULATOR_HOST: hostOf('Firestore'),
      FIREBASE_AUTH_EMULATOR_HOST: hostOf('Authentication'),
      FIREBASE_STORAGE_EMULATOR_HOST: hostOf('Storage'),
    },
    stop: () => stop(child),
  };
}

/**
 * Starts only the Functions emulator of firebase-tools, because its Firestore needs Java:
 * `environment` points functions to another one.
 */
export async function startPlain(
  folder: string,
  project: string,
  environment: StartedEmulator['environment'],
): Promise<StartedEmulator> {
  const temporary = mkdtempSync(join(tmpdir(), 'bench-functions-'));
  const ports = await findFreePorts(openShop());
  const { functions } = JSON.parse(readFileSync(join(folder, 'firebase.json'), 'utf8')) as {
    functions: { source: string } | { source: string }[];
  };
  const config = join(temporary, 'firebase.json');
  writeFileSync(
    config,
    JSON.stringify({
      functions: [functions]
        .flat()
        .map((each) => ({ ...each, source: relative(temporary, join(folder, each.source)) })),
      emulators: {
        ui: { enabled: false },
        ...Object.fromEntries(
          (['functions', 'hub', 'logging', 'eventarc', 'tasks'] as const).map((name) => [
            name,
            { port: ports[name] },
          ]),
        ),
      },
    }),
  );
  const main = join(ROOT, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
  const args = [main, 'emulators:start', '--only', 'functions', '--project', project, '--config', config];
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: temporary,
    env: {
      ...process.env,
      ...environment,
      CI: '1',
      XDG_CONFIG_HOME: temporary,
      METADATA_SERVER_DETECTION: 'none',
    },
  });
  await ready(child, /All emulators ready/);
  return {
    pid: child.pid as number,
    url: serverUrl(ports.functions),
    readySeconds: (performance.now() - startedAt) / 1000,
    environment,
    async stop() {
      await stop(child);
      rmSync(temporary, { recursive: true });
    },
  };
}

/** Resolves with the process's output, once it matches. */
function ready(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        output += stripVTControlCharacters(text.toString());
        if (pattern.test(output)) resolve(output);
      });
    }
    child.once('exit', (code) => reject(new Error(`It exited with code ${code}:\n${output}`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
}
