// A separate Firebase project with Storage, Firestore and Functions, started like the shop's.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildFirestoreIfStale } from '../../packages/stack/src/builds/firestore-build.ts';
import { hostAndPort, serverUrl } from '../../packages/stack/src/config/environment.ts';
import { HOST } from '../../packages/stack/src/config/listen-host.ts';
import type { Ports } from '../../packages/stack/src/config/ports.ts';
import { FIREBASE_MAIN, offlineEnvironment } from '../../packages/stack/src/emulators/firebase-tools.ts';
import { Run } from '../../packages/stack/src/processes/run.ts';
import { FIRESTORE_MAIN } from '../../packages/stack/src/servers/firestore.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { openShop, shopPath } from '../support/shop-project.ts';

const READY_TIMEOUT_MS = 90_000;
const POLL_MS = 50;

export const PROJECT = 'demo-storage';
/** The default bucket of the project. */
export const BUCKET = `${PROJECT}.appspot.com`;

/** The files of the project. */
export interface ProjectFiles {
  /** Absent: firebase.json names a missing rules file. */
  readonly rules?: string;
  /** The source of functions/index.js; absent for a project without functions. */
  readonly functions?: string;
}

/** A project whose emulators respond. */
export interface StorageProject {
  readonly ports: Ports;
  /** Absolute path of storage.rules. */
  readonly rulesFile: string;
  /** Base URL of the Storage emulator. */
  readonly url: string;
  /** `host:port` of the Firestore emulator. */
  readonly firestoreHost: string;
  /** The output of the emulators. */
  output(): string;
  /** Waits for matching output of the emulators, after the given length of output. */
  printed(pattern: RegExp, after?: number): Promise<void>;
  stop(): Promise<void>;
}

/** Writes the project and starts its emulators. Rejects with their output when they exit. */
export async function startStorageProject({ rules, functions }: ProjectFiles): Promise<StorageProject> {
  const run = new Run();
  const { ports } = await findFreeOffset();
  const rulesFile = join(run.folder, 'storage.rules');
  if (rules !== undefined) writeFileSync(rulesFile, rules);
  writeProject(run.folder, ports, functions);
  await buildFirestoreIfStale(run);
  const lines: string[] = [];
  let exitCode: number | undefined;
  run.start({
    name: 'firestore',
    command: process.execPath,
    args: [
      FIRESTORE_MAIN,
      ...['--host', HOST, '--port', String(ports.firestore)],
      ...['--websocket_port', String(ports.firestoreWebsocket)],
      ...['--rules', join(run.folder, 'firestore.rules')],
      ...(functions === undefined ? [] : ['--functions_emulator', hostAndPort(ports.functions)]),
    ],
    cwd: run.folder,
    onLine: (line) => lines.push(line),
  });
  const process_ = run.start({
    name: 'firebase-tools',
    command: process.execPath,
    args: [
      FIREBASE_MAIN,
      'emulators:start',
      ...['--config', join(run.folder, 'firebase.json'), '--project', PROJECT],
    ],
    cwd: run.folder,
    env: {
      ...offlineEnvironment(run.folder, openShop()),
      SAVEPOINT_FIRESTORE_HOST: hostAndPort(ports.firestore),
    },
    onLine: (line) => lines.push(line),
  });
  void process_.exit.then((code) => {
    exitCode = code;
  });
  const output = () => lines.join('\n');
  const printed = async (pattern: RegExp, after = 0): Promise<void> => {
    for (const end = Date.now() + READY_TIMEOUT_MS; !pattern.test(output().slice(after)); ) {
      if (exitCode !== undefined || Date.now() > end) {
        throw new Error(`No ${pattern} in the output (exit code ${exitCode}):\n${output()}`);
      }
      await delay(POLL_MS);
    }
  };
  try {
    await printed(/All emulators ready/);
  } catch (error) {
    await run.end();
    throw error;
  }
  return {
    ports,
    rulesFile,
    url: serverUrl(ports.storage),
    firestoreHost: hostAndPort(ports.firestore),
    output,
    printed,
    stop: () => run.end(),
  };
}

function writeProject(folder: string, ports: Ports, functions: string | undefined): void {
  const address = (port: number) => ({ host: HOST, port });
  const emulators = {
    ui: { enabled: false },
    storage: address(ports.storage),
    firestore: { ...address(ports.firestore), websocketPort: ports.firestoreWebsocket },
    hub: address(ports.hub),
    logging: address(ports.logging),
    ...(functions === undefined
      ? {}
      : {
          functions: address(ports.functions),
          eventarc: address(ports.eventarc),
          tasks: address(ports.tasks),
        }),
  };
  const config = {
    storage: { rules: 'storage.rules' },
    firestore: { rules: 'firestore.rules' },
    ...(functions === undefined ? {} : { functions: { source: 'functions' } }),
    emulators,
  };
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify(config));
  writeFileSync(
    join(folder, 'firestore.rules'),
    "rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents/{all=**} { allow read, write: if false; } }\n",
  );
  if (functions === undefined) return;
  mkdirSync(join(folder, 'functions'));
  symlinkSync(shopPath('node_modules'), join(folder, 'functions', 'node_modules'));
  writeFileSync(join(folder, 'functions', 'index.js'), functions);
  const manifest = { name: 'functions', main: 'index.js', engines: { node: '24' }, dependencies: {} };
  writeFileSync(join(folder, 'functions', 'package.json'), JSON.stringify(manifest));
}
