// One foreign project: copied, its packages installed, Savepoint linked as `npm link` does, its own
// tests run by `npx savepoint exec`.

import { spawn } from 'node:child_process';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { hashFiles } from '../support/file-hashes.ts';
import type { ForeignProject } from './projects.ts';
import { readCounts, type TestCounts } from './read-counts.ts';

const SAMPLES = join(import.meta.dirname, 'samples');
const FIREBASE_PROGRAM = join(import.meta.dirname, 'firebase.mjs');
/** Neither installation nor tests of any project take longer, even on a slow machine. */
const TIME_LIMIT_MS = 15 * 60_000;
const INSTALL = [
  ...['install', '--no-save', '--no-package-lock', '--ignore-scripts'],
  ...['--no-audit', '--no-fund', '--prefer-offline'],
];

/** The folders of a project. */
export interface RunFolders {
  /** Has one folder per repository. */
  readonly checkouts: string;
  /** Receives the copies and the logs. */
  readonly work: string;
  /** The `node_modules` in which Savepoint's packages are installed. */
  readonly savepoint: string;
  /** The prefix of the test command (network-namespace.ts). */
  readonly isolation: readonly string[];
}

/** The result of a project. */
export interface ProjectResult {
  readonly counts: TestCounts | undefined;
  /** One sentence per deviation from the expectation. */
  readonly problems: readonly string[];
  /** The warnings of `exec` about production's limits. */
  readonly limits: readonly string[];
  /** Seconds from the start of `npx savepoint exec` to its end. */
  readonly seconds: number;
  /** The output of the installation and of the tests. */
  readonly log: string;
}

/**
 * Runs the tests of a project.
 * @throws Error when the checkout is missing, or its packages cannot be installed
 */
export async function runProject(project: ForeignProject, folders: RunFolders): Promise<ProjectResult> {
  const copy = copyProject(project, folders);
  const log = join(folders.work, `${project.name}.log`);
  writeFileSync(log, '');
  for (const folder of project.packages)
    await installPackages(join(copy, folder), project.install ?? [], log);
  if (project.build !== undefined) {
    const { code } = await run(['sh', '-c', project.build], { cwd: copy, log, env: plainEnvironment() });
    if (code !== 0) throw new Error(`"${project.build}" failed; its output is in ${log}.`);
  }
  linkSavepoint(copy, folders.savepoint);
  if (project.startsEmulators) link(join(copy, 'node_modules', '.bin', 'firebase'), FIREBASE_PROGRAM);
  const before = hashProjectFiles(copy, sourceOf(project, folders));
  const startedAt = Date.now();
  const command = project.test.map((word) => word.replace('{samples}', SAMPLES));
  const exec = project.startsEmulators ? [] : ['npx', 'savepoint', 'exec', ...(project.flags ?? []), '--'];
  const { code, output } = await run([...folders.isolation, ...exec, ...command], {
    cwd: join(copy, project.workingFolder ?? '.'),
    log,
    env: { ...plainEnvironment(), ...ownState(folders) },
  });
  const counts = readCounts(project.report, output);
  const problems = [...findProblems(project, counts, code), ...findChanges(before, hashFiles(copy))];
  const limits = findLimitWarnings(output);
  return { counts, problems, limits, seconds: (Date.now() - startedAt) / 1000, log };
}

/** Installs the packages of a folder, unless a run before has. */
async function installPackages(cwd: string, flags: readonly string[], log: string): Promise<void> {
  const command = ['npm', ...INSTALL, ...flags, '--prefix', cwd];
  const installed = join(cwd, 'node_modules', '.installed-by-test-foreign');
  const wanted = `${command.join(' ')}\n${readFileSync(join(cwd, 'package.json'), 'utf8')}`;
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return;
  const env = { ...registryAccess(), ...plainEnvironment() };
  const { code } = await run(command, { cwd, log, env });
  if (code !== 0) throw new Error(`npm install failed in ${cwd}; its output is in ${log}.`);
  mkdirSync(dirname(installed), { recursive: true });
  writeFileSync(installed, wanted);
}

/** Compares the counts and the exit code with the expectation. */
export function findProblems(
  { passes, failures }: Pick<ForeignProject, 'passes' | 'failures'>,
  counts: TestCounts | undefined,
  code: number | null,
): string[] {
  if (counts === undefined) return [`the tests did not report, and the exit code was ${code}`];
  const allowed = failures?.count ?? 0;
  const problems = [];
  if (counts.passed < passes) problems.push(`${counts.passed} tests passed, expected ${passes}`);
  if (counts.failed > allowed) problems.push(`${counts.failed} tests failed, expected ${allowed}`);
  // exec must return the exit code of the tests.
  if ((code === 0) !== (counts.failed === 0)) {
    problems.push(`the exit code was ${code} with ${counts.failed} failed tests`);
  }
  return problems;
}

/** The documents and collections in the stack's warnings, as `exec` prints them. */
export function findLimitWarnings(output: string): string[] {
  return [...output.matchAll(/^.*?WARNING: limits: (.*?)(?: \[trace [\da-f]+\])?$/gm)].map(
    ([, warning]) => warning as string,
  );
}

/** Hashes of those files of a copy that its source has, too: tests may write others in each run. */
export function hashProjectFiles(copy: string, source: string): Record<string, string> {
  const files = Object.entries(hashFiles(copy));
  return Object.fromEntries(files.filter(([path]) => existsSync(join(source, relative(copy, path)))));
}

/** A sentence for each file of the project that its run has changed or removed. */
function findChanges(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(before)
    .filter((path) => after[path] !== before[path])
    .map((path) => `${path} was ${path in after ? 'changed' : 'removed'}`);
}

/** The folder of the checkout to copy. */
function sourceOf({ repository, folder }: ForeignProject, { checkouts }: RunFolders): string {
  return join(checkouts, basename(repository), folder);
}

/**
 * Copies a project and keeps its installed packages, so that a second run in the same folder is
 * short.
 */
function copyProject(project: ForeignProject, folders: RunFolders): string {
  const source = sourceOf(project, folders);
  if (!existsSync(source)) {
    const { repository } = project;
    const checkout = join(folders.checkouts, basename(repository));
    throw new Error(
      `there is no ${source}. Get it with: git clone --depth 1 https://github.com/${repository} ${checkout}`,
    );
  }
  // Named after the stack's project id.
  const copy = join(folders.work, project.name);
  cpSync(source, copy, {
    recursive: true,
    filter: (path) => !['.git', 'node_modules'].includes(basename(path)),
  });
  return copy;
}

/** One installation serves all projects, so that a project does not find its packages. */
function linkSavepoint(copy: string, savepoint: string): void {
  const links = {
    [join(copy, 'node_modules', 'savepoint')]: join(savepoint, 'savepoint'),
    [join(copy, 'node_modules', '.bin', 'savepoint')]: join(savepoint, 'savepoint', 'bin', 'savepoint.mjs'),
  };
  for (const [path, target] of Object.entries(links)) link(path, target);
}

function link(path: string, target: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

/** In a separate network, stacks registered by other programs are irrelevant. */
function ownState({ isolation, work }: RunFolders): Record<string, string> {
  return isolation.length === 0 ? {} : { XDG_STATE_HOME: join(work, 'state') };
}

/** Runs a command to completion and adds its output to the log. */
async function run(
  [program, ...args]: readonly string[],
  {
    cwd,
    log,
    env,
  }: { readonly cwd: string; readonly log: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ code: number | null; output: string }> {
  const stream = createWriteStream(log, { flags: 'a' });
  const start = readFileSync(log).length;
  stream.write(`$ ${[program, ...args].join(' ')}\n`);
  // A separate process group, so that nothing outlives the time limit.
  const child = spawn(program as string, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), TIME_LIMIT_MS);
  for (const output of [child.stdout, child.stderr]) output.pipe(stream, { end: false });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(timer);
  stream.end();
  await finished(stream);
  return { code, output: readFileSync(log).subarray(start).toString() };
}

/** The settings that npm needs for special access to the registry: proxies and certificates. */
function registryAccess(): Record<string, string> {
  const isNeeded = (name: string) => /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|(https?|no)_proxy)$/i.test(name);
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) => (isNeeded(name) ? [[name, value]] : [])),
  );
}

/** The environment of a terminal without settings for Savepoint, Firebase or npm. */
function plainEnvironment(): Record<string, string> {
  const { HOME = '', PATH = '', LANG = 'C.UTF-8', TMPDIR } = process.env;
  const folders = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return {
    HOME,
    LANG,
    ...(TMPDIR !== undefined && { TMPDIR }),
    PATH: [dirname(process.execPath), ...folders].join(delimiter),
  };
}
