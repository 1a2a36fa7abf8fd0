// Interrupts what changes all data of a stack at random moments, and fills disks while it writes:
// afterwards the data must be those from before or after, triggers must be enabled, and no lock may
// be left. Starts a small project of its own; the seed decides the moments.
//   npm run fault:data -- --seed N --kills 200 --full-disks 50
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { checkDataFolders, exportTo } from '../../packages/stack/src/data/data-folders.ts';
import type { StackData } from '../../packages/stack/src/data/stack-data.ts';
import { StackRegistry } from '../../packages/stack/src/stack/stack-registry.ts';
import { createRandom } from '../support/random.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Without the launcher: killing it could miss this process, or the reverse. */
const MAIN = join(ROOT, 'packages', 'savepoint', 'src', 'main.ts');
const ID = 'demo-interrupted';
const STACK = 'interrupted';
const FLAGS = ['--stack', STACK];
const DOCUMENTS = `projects/${ID}/databases/(default)/documents`;
/** How many kills happen between kills of the stack itself during an export. */
const KILLS_PER_RESTART = 25;
/** The longest pause before a kill; starting Node takes about a third of it. */
const MAX_PAUSE_MS = 1200;
const MAX_EXPORT_PAUSE_MS = 1000;
const TRIGGER_MS = 30_000;
const DISK_MB = 48;
const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' };

interface Options {
  readonly seed: number;
  readonly kills: number;
  readonly fullDisks: number;
}

const FILES = {
  'package.json': '{ "private": true }',
  'firebase.json': JSON.stringify({ firestore: {}, functions: { source: 'functions', runtime: 'nodejs24' } }),
  'savepoint.config.mjs': `export default { project: '${ID}', seed: { accounts: [{ uid: 'ada', email: 'ada@example.com', password: 'secret-1' }] } };`,
  'functions/package.json': '{ "main": "index.js", "dependencies": { "firebase-functions": "*" } }',
  'functions/index.js': `const { onDocumentCreated } = require('firebase-functions/v2/firestore');
exports.answer = onDocumentCreated('probes/{id}', ({ data }) => data.ref.update({ answered: true }));
`,
};

/** The project in a temporary folder, and the commands of the kit in it. */
class InterruptedProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'data-interruptions-'));
  readonly env: NodeJS.ProcessEnv;
  #stack: ChildProcess | undefined;
  #output = '';

  constructor() {
    this.env = { ...process.env, SAVEPOINT_STATE_FOLDER: join(this.folder, 'state'), SAVEPOINT_STUDIO: '0' };
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), text);
    }
  }

  port(server: string): number {
    const registry = new StackRegistry(join(this.folder, 'state', 'stacks.json'));
    return registry.find(STACK)?.ports[server] as number;
  }

  async start(): Promise<void> {
    const folders = ['--import', 'data', '--export-on-exit'];
    const args = ['start', '--only', 'auth,firestore,functions', ...folders, ...FLAGS];
    const stack = spawn(process.execPath, [MAIN, ...args], { cwd: this.folder, env: this.env });
    this.#stack = stack;
    this.#output = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [stack.stdout, stack.stderr]) {
        stream?.on('data', (text: Buffer) => {
          this.#output = (this.#output + text.toString()).slice(-20_000);
          if (/ is ready \(/.test(this.#output)) resolve();
        });
      }
      stack.once('exit', (code) => {
        this.#stack = undefined;
        reject(new Error(`start exited with ${code}:\n${this.#output}`));
      });
    });
  }

  /** Ends the stack like Ctrl+C; kills it after a pause, if given. */
  async stop(killAfterMs?: number): Promise<void> {
    const stack = this.#stack;
    if (stack === undefined) return;
    const exited = once(stack, 'exit');
    stack.kill('SIGINT');
    if (killAfterMs !== undefined) await Promise.race([exited, pause(killAfterMs)]);
    if (killAfterMs !== undefined && stack.exitCode === null) stack.kill('SIGKILL');
    await exited;
    this.#stack = undefined;
  }

  /** Starts a command. */
  command(...args: string[]): ChildProcess {
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    return spawn(process.execPath, [MAIN, ...args], {
      cwd: this.folder,
      env: this.env,
      stdio: [...stdio],
    });
  }

  /** Runs a command on the stack to completion. */
  async run(...args: string[]): Promise<void> {
    const child = this.command(...args, ...FLAGS);
    const errors: Buffer[] = (await child.stderr?.toArray()) ?? [];
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`${args.join(' ')}: ${Buffer.concat(errors).toString()}`);
  }

  /** Kills a command on the stack after a pause; a faster one ends by itself. */
  async kill(signal: NodeJS.Signals, afterMs: number, args: readonly string[]): Promise<void> {
    const child = this.command(...args, ...FLAGS);
    const exited = once(child, 'exit');
    await Promise.race([exited, pause(afterMs)]);
    child.kill(signal);
    await exited;
  }

  snapshotFile(name: string): string {
    return join(this.folder, '.savepoint', 'snapshots', `${name}.json`);
  }

  /** The data, after the running operations have ended. */
  async data(): Promise<LastingData> {
    await this.run('snapshot', 'save', 'current', '--force');
    return readLasting(this.snapshotFile('current'));
  }

  async state(): Promise<string> {
    return stateOf(await this.data());
  }

  async write(prefix: string, count: number, length: number): Promise<void> {
    const url = `${serverUrl(this.port('firestore'))}/v1/${DOCUMENTS}:commit`;
    const fields = { text: { stringValue: prefix.repeat(length) } };
    for (let n = 0; n < count; n += 1) {
      await send('POST', url, { writes: [{ update: { name: `${DOCUMENTS}/${prefix}/${n}`, fields } }] });
    }
  }

  /** True if a function's trigger responds to a document in time. */
  async areTriggersEnabled(id: string): Promise<boolean> {
    const url = `${serverUrl(this.port('firestore'))}/v1/${DOCUMENTS}/probes/${id}`;
    await send('PATCH', url, { fields: {} });
    for (const deadline = Date.now() + TRIGGER_MS; Date.now() < deadline; await pause(30)) {
      const { fields } = (await send('GET', url)) as { fields?: { answered?: unknown } };
      if (fields?.answered !== undefined) return true;
    }
    return false;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: OWNER,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The data that must persist: all but the probes. */
interface LastingData {
  /** By name. */
  readonly documents: Readonly<Record<string, unknown>>;
  readonly emails: readonly unknown[];
}

function readLasting(file: string): LastingData {
  const { documents, accounts } = JSON.parse(readFileSync(file, 'utf8')) as StackData;
  const lasting = documents.filter(({ name }) => !name.startsWith(`${DOCUMENTS}/probes/`));
  return {
    documents: Object.fromEntries(lasting.map((document) => [document.name, document])),
    emails: accounts.map(({ email }) => email),
  };
}

/** Merges two data sets; the second one wins for documents of the same name. */
function merge(one: LastingData, other: LastingData): LastingData {
  return {
    documents: { ...one.documents, ...other.documents },
    emails: [...new Set([...one.emails, ...other.emails])],
  };
}

function stateOf({ documents, emails }: LastingData): string {
  const state = [Object.entries(documents).toSorted(([a], [b]) => (a < b ? -1 : 1)), emails.toSorted()];
  return createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, 12);
}

interface Failures {
  losses: number;
  switches: number;
  locks: number;
}

/** Prepares two snapshots; resolves with the states that the data may have from then on. */
async function prepare(project: InterruptedProject): Promise<Set<string>> {
  await project.start();
  const states = new Set([await project.state()]);
  for (const [name, count, length] of [
    ['small', 30, 2000],
    ['large', 13, 180_000],
  ] as const) {
    await project.run('reset');
    await project.write(name, count, length);
    await project.run('snapshot', 'save', name, '--force');
    states.add(stateOf(readLasting(project.snapshotFile(name))));
  }
  return states;
}

async function killAtRandom(
  project: InterruptedProject,
  states: Set<string>,
  kills: number,
  random: () => number,
  failures: Failures,
): Promise<void> {
  const commands = [
    ['reset'],
    ['seed'],
    ['snapshot', 'load', 'small'],
    ['snapshot', 'load', 'large'],
    ['snapshot', 'save', 'copy', '--force'],
  ];
  const signals = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
  let before = await project.data();
  /** The stack's imported data: `seed` loads its data beside it. */
  let imported: LastingData | undefined;
  const checkState = async (after: string, isSeed = false) => {
    const data = await project.data();
    if (isSeed && imported !== undefined) states.add(stateOf(merge(before, imported)));
    before = data;
    if (states.has(stateOf(data))) return;
    failures.losses += 1;
    console.error(`FAILED  other data after ${after}`);
    await project.run('snapshot', 'load', 'small');
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    if (kill % KILLS_PER_RESTART === 0) {
      const afterMs = random() * MAX_EXPORT_PAUSE_MS;
      await project.stop(afterMs);
      await project.start();
      await checkState(`an export that was killed after ${afterMs.toFixed()} ms`);
      imported = before;
      continue;
    }
    const [command, signal, afterMs] = [pick(commands), pick(signals), random() * MAX_PAUSE_MS];
    await project.kill(signal, afterMs, command);
    const interruption = `${command.join(' ')} with ${signal} after ${afterMs.toFixed()} ms`;
    await checkState(interruption, command[0] === 'seed');
    if (!(await project.areTriggersEnabled(`of-${kill}`))) {
      failures.switches += 1;
      console.error(`FAILED  triggers are disabled after ${interruption}`);
    }
    const copy = project.snapshotFile('copy');
    if (existsSync(copy) && !states.has(stateOf(readLasting(copy)))) {
      failures.losses += 1;
      console.error(`FAILED  half a snapshot after ${interruption}`);
    }
    if (kill % 20 === 0) console.log(`${kill} of ${kills} kills`);
  }
}

/** A small separate disk; undefined if this user may not mount one. */
function mountDisk(folder: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]);
  return status === 0 ? () => void spawnSync('umount', ['--lazy', folder]) : undefined;
}

/** Leaves this many bytes of the disk free. */
function fill(disk: string, leftBytes: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'fill'), Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
}

async function fillAtRandom(
  project: InterruptedProject,
  states: ReadonlySet<string>,
  fullDisks: number,
  random: () => number,
  failures: Failures,
): Promise<number> {
  const disk = dirname(project.snapshotFile(''));
  const snapshots = ['small', 'large'].map((name) => readFileSync(project.snapshotFile(name)));
  const umount = fullDisks === 0 ? undefined : mountDisk(disk);
  if (umount === undefined) return 0;
  for (const [index, name] of ['small', 'large'].entries()) {
    writeFileSync(project.snapshotFile(name), snapshots[index] as Buffer);
  }
  const loss = (text: string) => {
    failures.losses += 1;
    console.error(`FAILED  ${text}`);
  };
  /** Each writes to the full disk; then the old data, or the new, must be intact. */
  const writers = [
    async (left: number) => {
      const state = join(disk, 'state');
      const list = () =>
        spawnSync(process.execPath, [MAIN, 'list'], {
          cwd: project.folder,
          env: { ...project.env, SAVEPOINT_STATE_FOLDER: state },
          encoding: 'utf8',
        });
      fill(disk, left);
      list();
      rmSync(join(disk, 'fill'));
      const { status, stderr } = list();
      const leftBehind = readdirSync(state).filter((name) => name !== 'stacks.json');
      if (status === 0 && leftBehind.length === 0) return;
      failures.locks += 1;
      console.error(`FAILED  list with ${left} bytes left: ${stderr} ${leftBehind}`);
    },
    async (left: number) => {
      const folder = join(disk, 'export');
      const hub = project.port('hub');
      const exportNow = async () => {
        const temporary = mkdtempSync(join(project.folder, 'export-'));
        await exportTo(folder, { hub, temporary }).finally(() => rmSync(temporary, { recursive: true }));
      };
      await project.run('snapshot', 'load', 'small');
      await exportNow();
      fill(disk, left);
      const error = await exportNow().catch((each: Error) => each);
      rmSync(join(disk, 'fill'));
      checkDataFolders({ import: folder, exportOnExit: '', isStrict: true }, ['auth', 'firestore']);
      if (error === undefined) return;
      const complete = /They are in (\S+):/.exec(error.message)?.[1];
      if (complete === undefined)
        return loss(`an export with ${left} bytes left is not kept: ${error.message}`);
      checkDataFolders({ import: complete, exportOnExit: undefined, isStrict: true }, ['auth', 'firestore']);
      rmSync(dirname(complete), { recursive: true });
    },
    async (left: number) => {
      const file = project.snapshotFile('copy');
      await project.run('snapshot', 'load', 'large');
      fill(disk, left);
      await project.run('snapshot', 'save', 'copy', '--force').catch(() => undefined);
      rmSync(join(disk, 'fill'));
      if (existsSync(file) && !states.has(stateOf(readLasting(file))))
        loss(`half a snapshot with ${left} bytes left`);
      await project.run('snapshot', 'load', 'small');
      await project.run('snapshot', 'save', 'copy', '--force');
    },
  ];
  try {
    for (let n = 0; n < fullDisks; n += 1) {
      const left = Math.floor(random() * 4) * 4096;
      await writers[n % writers.length]?.(left);
      if (!states.has(await project.state())) loss(`other data with ${left} bytes left`);
    }
  } finally {
    umount();
  }
  return fullDisks;
}

async function measure({ seed, kills, fullDisks }: Options): Promise<boolean> {
  const random = createRandom(seed);
  const failures: Failures = { losses: 0, switches: 0, locks: 0 };
  const project = new InterruptedProject();
  const startedAt = performance.now();
  try {
    const states = await prepare(project);
    await killAtRandom(project, states, kills, random, failures);
    const filled = await fillAtRandom(project, states, fullDisks, random, failures);
    if (filled < fullDisks) console.log('Skipped: full disks, which need the right to mount one.');
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(
      `seed ${seed}: ${kills} kills, ${filled} full disks, ${failures.losses} losses, ` +
        `${failures.switches} switches left off, ${failures.locks} locks left, ${seconds} s`,
    );
    return Object.values(failures).every((count) => count === 0);
  } finally {
    await project.remove();
  }
}

function parseOptions(): Options {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      kills: { type: 'string', default: '200' },
      'full-disks': { type: 'string', default: '50' },
    },
  });
  const wholeNumber = (name: keyof typeof values) => {
    if (!/^\d{1,9}$/.test(values[name])) {
      throw new Error(`--${name} ${values[name]}: expected a whole number, such as --${name} 50.`);
    }
    return Number(values[name]);
  };
  return { seed: wholeNumber('seed'), kills: wholeNumber('kills'), fullDisks: wholeNumber('full-disks') };
}

async function main(): Promise<number> {
  try {
    return (await measure(parseOptions())) ? 0 : 1;
  } catch (error) {
    console.error(`fault:data: ${(error as Error).message}`);
    return 1;
  }
}

process.exit(await main());
