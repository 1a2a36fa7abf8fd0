// Installs missing npm packages in a clone of the repository. Runs before `npm test`. Like the
// launcher, it uses only old syntax and APIs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** At the end of an installation, npm writes a copy of the installed lockfile here. */
const installedLockfile = join(root, 'node_modules', '.package-lock.json');

function installationIsCurrent() {
  if (!existsSync(installedLockfile)) return false;
  const lockfile = join(root, 'package-lock.json');
  if (statSync(lockfile).mtimeMs <= statSync(installedLockfile).mtimeMs) return true;
  return installedPackagesMatch(lockfile);
}

/**
 * A checkout touches the lockfile without changing it, so the content is compared before packages
 * are installed again.
 */
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

if (!installationIsCurrent()) {
  console.log('Installing packages with npm ci (once, about a minute). This connects to the npm registry.');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const install = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (install.status !== 0) {
    console.error(
      'savepoint: npm ci failed (its message is above). It needs the npm registry once; try again with a network connection.',
    );
    process.exit(1);
  }
}
