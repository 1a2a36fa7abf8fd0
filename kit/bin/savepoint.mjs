// The door of every command: checks Node, installs what is missing and hands over to kit/src/main.ts under the Node that the
// repository brings along. Plain syntax on purpose: it must say something useful on any Node. It knows no command.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const OLDEST_NODE = [20, 19];

function fail(message) {
  console.error(`savepoint: ${message}`);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
  fail(
    `Node ${process.versions.node} is too old to install the shop. Install Node ${OLDEST_NODE.join('.')} or newer from https://nodejs.org and try again.`,
  );
}

/** npm writes this file last, so it tells whether an installation ended and for which lockfile. */
const receipt = join(root, 'node_modules', '.package-lock.json');

function installationIsCurrent() {
  if (!existsSync(receipt)) return false;
  const lockfile = join(root, 'package-lock.json');
  if (statSync(lockfile).mtimeMs <= statSync(receipt).mtimeMs) return true;
  return installedPackagesMatch(lockfile);
}

/** A checkout touches the lockfile without changing it, so a younger lockfile is compared before it costs an installation. */
function installedPackagesMatch(lockfile) {
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(receipt, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') ||
      entry.link ||
      installed[path]?.version === entry.version ||
      (entry.optional && !installed[path]),
  );
}

if (!installationIsCurrent()) {
  console.log('Installing packages (once, about a minute) ...');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const install = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (install.status !== 0) {
    fail(
      'npm ci did not finish (its message is above). It needs the npm registry once; try again with a network.',
    );
  }
}

const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
if (!existsSync(node)) {
  fail(`${node} is missing. Run "npm ci" with install scripts allowed, then try again.`);
}

const child = spawn(node, [join(root, 'kit', 'src', 'main.ts'), ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}` },
});
child.on('exit', (code, signal) => process.exit(signal ? 130 : code));

// A terminal sends Ctrl+C to the whole foreground group; a lone signal to this process is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}

// npm does not take its script along when it is killed hard, so the chain up to npm is watched.
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
