#!/usr/bin/env node
// Launcher of every command: checks the version of Node, installs the missing packages of a clone of the repository and runs kit/src/main.ts
// with the Node that is installed with the kit. It uses only old syntax and APIs, so that any Node prints the version message. It knows no
// command, and no project: commands find theirs from the current folder.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const guard = join(root, 'kit', 'preload', 'loopback-only.cjs');
const MINIMUM_NODE = [20, 19];

function fail(message) {
  console.error(`savepoint: ${message}`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
  fail(
    `Savepoint needs Node ${MINIMUM_NODE.join('.')} or newer to start (it installs Node 24 for the rest); this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
}

/** npm writes this file at the end of an installation: a copy of the lockfile that it installed. */
const installedLockfile = join(root, 'node_modules', '.package-lock.json');

function installationIsCurrent() {
  if (!existsSync(installedLockfile)) return false;
  const lockfile = join(root, 'package-lock.json');
  if (statSync(lockfile).mtimeMs <= statSync(installedLockfile).mtimeMs) return true;
  return installedPackagesMatch(lockfile);
}

/** A checkout touches the lockfile without changing it, so a newer lockfile is compared before packages are installed again. */
function installedPackagesMatch(lockfile) {
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedLockfile, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      entry.link ||
      installed[path]?.version === entry.version ||
      (entry.optional && !installed[path]),
  );
}

/** Whether this is a clone of the repository, whose packages the launcher installs; a package is installed by npm. */
const isClone = existsSync(join(root, 'package-lock.json')) && existsSync(join(root, 'kit', 'bin'));

if (isClone && !installationIsCurrent()) {
  console.log('Installing packages with npm ci (once, about a minute). This connects to the npm registry.');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const install = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (install.status !== 0) {
    fail(
      'npm ci failed (its message is above). It needs the npm registry once; try again with a network connection.',
    );
  }
}

const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
if (!existsSync(node)) {
  fail(`${node} is missing. Run "npm ci" with install scripts allowed, then try again.`);
}

const child = spawn(
  node,
  ['--require', guard, join(root, 'kit', 'src', 'main.ts'), ...process.argv.slice(2)],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
);
child.on('exit', (code, signal) => process.exit(signal ? 130 : code));

// A terminal sends Ctrl+C to the whole foreground group; a signal to this process alone is forwarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}

// npm does not end its script when it is killed with SIGKILL, so the parents up to npm are watched.
if (process.env.npm_lifecycle_event !== undefined && process.platform === 'linux') {
  const ancestors = [process.ppid];
  if (commandOf(process.ppid) === 'sh') ancestors.push(parentOf(process.ppid));
  setInterval(() => {
    if (process.ppid !== ancestors[0] || ancestors.some((pid) => !existsSync(`/proc/${pid}`)))
      child.kill('SIGTERM');
  }, 200).unref();
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

function parentOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
