// Pub/Sub runs where something uses it: firebase.json names its emulator, or functions have topics.
// Which triggers functions have is known only after they are loaded, and they are subscribed while
// they are: their sources are searched instead.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { packagePath } from '../config/kit-files.ts';
import type { Ports } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import type { Run, RunningProcess } from '../processes/run.ts';

/** `functions.pubsub` and `firebase-functions/pubsub`, and the package @google-cloud/pubsub. */
const MENTION = /pubsub/i;

/**
 * The name of Pub/Sub among the servers of a stack, where the project uses it and no other server
 * is named in SAVEPOINT_PUBSUB_HOST.
 */
export function pubsubServers({ firebase, environment }: Project): readonly string[] {
  if (environment.SAVEPOINT_PUBSUB_HOST) return [];
  const isUsed =
    firebase.emulators.pubsub !== undefined ||
    firebase.codebases.some(({ folder }) => mentionsPubsub(folder));
  return isUsed ? ['pubsub'] : [];
}

function mentionsPubsub(folder: string): boolean {
  const files = globSync('**/*.{js,mjs,cjs,ts,mts,cts}', { cwd: folder, ignore: ['**/node_modules/**'] });
  return files.some((file) => MENTION.test(readFileSync(join(folder, file), 'utf8')));
}

interface PubsubOptions {
  /** Of the project. */
  readonly folder: string;
  readonly ports: Ports;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts the Pub/Sub emulator, with the variables of the stack. */
export function startPubsub(
  run: Run,
  { folder, ports, env }: PubsubOptions,
  onLine: (line: string) => void,
): RunningProcess {
  return run.start({
    name: 'pubsub',
    command: process.execPath,
    args: [packagePath('savepoint-pubsub', 'bin', 'savepoint-pubsub.mjs'), '--port', String(ports.pubsub)],
    cwd: folder,
    env,
    onLine,
  });
}
