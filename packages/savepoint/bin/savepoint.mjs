#!/usr/bin/env node
// Launcher of every command, both in a clone of the repository and in the npm package: installs
// missing packages in a clone (install-packages.mjs), then runs src/main with the Node from the npm
// package `node`, or with this Node if it is new enough. It uses only old syntax and APIs, so that
// any Node prints the version message. It knows neither commands nor projects: each command finds
// its project from the current folder.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const isRepository = existsSync(join(folder, 'src', 'main.ts'));
/** The oldest Node that can run this launcher. */
const MINIMUM_NODE = [20, 19];
/** The version that runs everything else. */
const NODE_MAJOR = 24;

function fail(message) {
  console.error(`savepoint: ${message}`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
  fail(
    `Savepoint needs Node ${MINIMUM_NODE.join('.')} or newer to start (it installs Node ${NODE_MAJOR} for the rest); this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
}

if (process.argv[2] === '--version') {
  console.log(readJson(join(folder, 'package.json')).version);
  process.exit();
}

if (isRepository) await import('./install-packages.mjs');

const child = spawn(
  findNode(),
  [
    ...['--require', require.resolve('savepoint-stack/preload/loopback-only.cjs')],
    join(folder, 'src', isRepository ? 'main.ts' : 'main.js'),
    ...process.argv.slice(2),
  ],
  { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
);
child.on('exit', (code, signal) => process.exit(signal ? 130 : code));

// A terminal sends Ctrl+C to the whole foreground process group; a signal to this process only is
// forwarded.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}

// npm does not end its script when it is killed with SIGKILL, so all parents up to npm are watched.
if (process.env.npm_lifecycle_event !== undefined && process.platform === 'linux') {
  const ancestors = [process.ppid];
  if (commandOf(process.ppid) === 'sh') ancestors.push(parentOf(process.ppid));
  setInterval(() => {
    if (process.ppid !== ancestors[0] || ancestors.some((pid) => !existsSync(`/proc/${pid}`)))
      child.kill('SIGTERM');
  }, 200).unref();
}

/**
 * The program of the npm package `node`. Its install script downloads it, and npm may have been
 * told not to run that.
 */
function findNode() {
  const manifest = require.resolve('node/package.json');
  const program = join(dirname(manifest), readJson(manifest).bin.node);
  if (existsSync(program)) return program;
  if (major >= NODE_MAJOR) return process.execPath;
  return fail(
    `Savepoint needs Node ${NODE_MAJOR}, and this is Node ${process.versions.node}: run "npm approve-scripts node" and "npm rebuild node", so that npm installs it, or install it from https://nodejs.org.`,
  );
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
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
