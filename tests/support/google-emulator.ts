// Google's Firestore and Pub/Sub emulators, if installed: references to compare with, never
// dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PACKAGE = 'google-cloud-cli-firestore-emulator';
const JAR_OF_SDK = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';
/** The jar of the Google Cloud CLI has no Main-Class. */
const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';
const LOOKUP_TIMEOUT_MS = 15_000;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;

/** The variable with the path of a jar outside the Google Cloud CLI. */
const JAR_VARIABLE = 'FIRESTORE_EMULATOR_JAR';

export interface GoogleEmulatorOptions {
  /** The path of the jar, from findGoogleEmulatorJar. */
  readonly jar: string;
  /** Defaults to a free port. */
  readonly port?: number;
  /** The maximum size of Java's heap in MB; defaults to 1024. */
  readonly heapMegabytes?: number;
  /** Further flags of Java, such as `-XX:+UseSerialGC`. */
  readonly javaFlags?: readonly string[];
  /** Further arguments of the emulator, such as `--rules=FILE`. */
  readonly args?: readonly string[];
}

/** A running emulator of Google. */
export interface GoogleEmulator {
  readonly port: number;
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<unknown>;
  /** Ends the process and resolves when it has ended. */
  stop(): Promise<void>;
}

function outputOf(command: string, args: readonly string[]): string {
  const { stdout, status } = spawnSync(command, args, { encoding: 'utf8', timeout: LOOKUP_TIMEOUT_MS });
  return status === 0 ? stdout : '';
}

/**
 * The path of the jar: FIRESTORE_EMULATOR_JAR, else the Debian package of the Google Cloud CLI,
 * else the installation of `gcloud`. Undefined if there is none. Throws if FIRESTORE_EMULATOR_JAR
 * names a missing file.
 */
export function findGoogleEmulatorJar(): string | undefined {
  const installed = findJar(JAR_VARIABLE, PACKAGE);
  if (installed !== undefined) return installed;
  const sdkRoot = outputOf('gcloud', ['info', '--format=value(installation.sdk_root)']).trim();
  const jar = join(sdkRoot, JAR_OF_SDK);
  return sdkRoot !== '' && existsSync(jar) ? jar : undefined;
}

/**
 * The path of the jar of Google's Pub/Sub emulator: PUBSUB_EMULATOR_JAR, else the Debian package.
 * Undefined if there is none. Throws if PUBSUB_EMULATOR_JAR names a missing file.
 */
export function findGooglePubSubJar(): string | undefined {
  return findJar('PUBSUB_EMULATOR_JAR', 'google-cloud-cli-pubsub-emulator');
}

function findJar(variable: string, debianPackage: string): string | undefined {
  const named = process.env[variable];
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named;
    throw new Error(`${variable}=${named}: no such file. Unset it, or set it to the path of the jar.`);
  }
  const listed = outputOf('dpkg', ['-L', debianPackage])
    .split('\n')
    .find((line) => line.endsWith('.jar'));
  return listed !== undefined && existsSync(listed) ? listed : undefined;
}

function javaArguments(jar: string, heapMegabytes: number): string[] {
  // Messages are compared, so they must not depend on the machine's language.
  return [`-Xmx${heapMegabytes}m`, '-Duser.language=en', '-cp', jar, MAIN_CLASS];
}

/** The version of the jar, such as `1.19.9`; undefined if Java cannot run it. */
export function googleEmulatorVersion(jar: string): string | undefined {
  return /(\d+\.\d+\.\d+)/.exec(outputOf('java', [...javaArguments(jar, 64), '--version']))?.[1];
}

/** A free port; another process may take it before it is used. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts the jar on 127.0.0.1 and resolves when it is ready. It ends with this process. Rejects
 * with its output if Java is missing, and if it ends or prints nothing for a minute before it is
 * ready.
 */
export async function startGoogleEmulator(options: GoogleEmulatorOptions): Promise<GoogleEmulator> {
  const { jar, port = await freePort(), heapMegabytes = 1024, javaFlags = [], args = [] } = options;
  const emulatorArguments = ['start', '--host=127.0.0.1', `--port=${port}`, ...args];
  return startJava(
    port,
    [...javaFlags, ...javaArguments(jar, heapMegabytes), ...emulatorArguments],
    'is now running',
  );
}

/** Starts Google's Pub/Sub emulator, like {@link startGoogleEmulator}. */
export async function startGooglePubSubEmulator(jar: string): Promise<GoogleEmulator> {
  const port = await freePort();
  const args = ['-Xmx512m', '-Duser.language=en', '-jar', jar, '--host=127.0.0.1', `--port=${port}`];
  return startJava(port, args, 'Server started');
}

/** Starts Java; it is ready when it prints a line with `readyText`. */
async function startJava(port: number, args: readonly string[], readyText: string): Promise<GoogleEmulator> {
  const child = spawn('java', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const killChild = (): void => void child.kill('SIGKILL');
  process.once('exit', killChild);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  }).then(() => process.removeListener('exit', killChild));
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) =>
      reject(new Error(`Google's emulator is not ready: ${reason}\n${output.join('\n')}`.trim()));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`no response for ${START_TIMEOUT_MS / 1000} s`);
    }, START_TIMEOUT_MS);
    const onLine = (line: string) => {
      if (output.length < 50) output.push(line);
      if (!line.includes(readyText)) return;
      clearTimeout(timer);
      resolve();
    };
    createInterface({ input: child.stdout }).on('line', onLine);
    createInterface({ input: child.stderr }).on('line', onLine);
    child.once('error', (error) => {
      clearTimeout(timer);
      fail(`java cannot be started (${error.message})`);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`it ended with code ${code}`);
    });
  });
  return {
    port,
    pid: child.pid as number,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(killChild, STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}
