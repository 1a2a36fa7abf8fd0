#!/usr/bin/env node
// Launcher of every command: checks the version of Node, installs the missing packages of a clone
// of the repository (install-packages.mjs) and runs packages/savepoint/src/main.ts with the Node
// that is installed with the kit. It uses only old syntax and APIs, so that any Node prints the
// version message. It knows no command, and no project: commands find theirs from the current
// folder.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const guard = join(root, 'packages', 'stack', 'preload', 'loopback-only.cjs');
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

// Only a clone of the repository has the lockfile.
if (existsSync(join(root, 'package-lock.json')) && existsSync(join(root, 'packages', 'savepoint', 'bin'))) {
  await import('./install-packages.mjs');
}

const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
if (!existsSync(node)) {
  fail(`${node} is missing. Run "npm ci" with install scripts allowed, then try again.`);
}

const child = spawn(
  node,
  ['--require', guard, join(root, 'packages', 'savepoint', 'src', 'main.ts'), ...process.argv.slice(2)],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
);
child.on('exit', (code, signal) => process.exit(signal ? 130 : code));

// A terminal sends Ctrl+C to the whole foreground group; a signal to this process alone is
// forwarded.
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
