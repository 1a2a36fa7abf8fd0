// Finds a Chromium for the browser tests: the system's, Playwright's, or Debian's package, which is
// installed if there is none.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { HOST } from '../../packages/stack/src/config/listen-host.ts';
import { processEnvironment } from '../../packages/stack/src/config/process-environment.ts';
import { statePath } from '../../packages/stack/src/config/project.ts';
import { allowedHosts } from '../../packages/stack/src/processes/outbound-guard.ts';
import { UserError } from '../../packages/stack/src/user-error.ts';
import { shopPath } from './shop-project.ts';

/** Chromium without a user interface, for half the processor time per page. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** Fails quickly without a network. */
const APT_OPTIONS = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const LOOPBACK_HOSTS = ['localhost', HOST];

/**
 * Path of a program that starts Chromium in such a way that it resolves only this machine and the
 * allowed hosts. On Debian as root, its headless shell is installed when there is none, or else
 * Chromium.
 * @throws UserError when there is none and it cannot be installed
 */
export async function requireChromium(): Promise<string> {
  const installed = await findChromium();
  const found =
    installed === undefined || (installed === findOnPath('chromium') && !hasFailedToday())
      ? (installWithApt(installed) ?? installed)
      : installed;
  if (found === undefined) {
    throw new UserError(
      'The browser tests need Chromium, but none was found',
      'Install your system\'s "chromium" package, or run: npx playwright install chromium',
    );
  }
  return writeLauncher(found);
}

/**
 * Path of an installed browser, or undefined.
 * @throws UserError when SAVEPOINT_CHROMIUM names a file that does not exist
 */
async function findChromium(): Promise<string | undefined> {
  const configured = process.env.SAVEPOINT_CHROMIUM;
  if (configured !== undefined) {
    if (!existsSync(configured))
      throw new UserError(
        `SAVEPOINT_CHROMIUM is ${configured}, which does not exist`,
        'Correct or unset it.',
      );
    return configured;
  }
  const onPath = NAMES.map(findOnPath).find((path) => path !== undefined);
  if (onPath !== undefined) return onPath;
  if (existsSync(MAC_CHROME)) return MAC_CHROME;
  const { chromium } = await import('playwright');
  const installed = chromium.executablePath();
  return existsSync(installed) ? installed : undefined;
}

/**
 * Writes a script that starts the browser with host resolver rules: all other host names and IP
 * addresses fail at once with ERR_NAME_NOT_RESOLVED, for pages and for Chromium's own background
 * requests. It is a script because the tests add their own arguments.
 */
function writeLauncher(browser: string): string {
  const allowed = allowedHosts(processEnvironment());
  const exclusions = [...LOOPBACK_HOSTS, ...allowed].map((host) => `EXCLUDE ${host}`);
  const rules = allowed.includes('*') ? '' : ['MAP * ~NOTFOUND', ...exclusions].join(', ');
  const quoted = [browser, `--host-resolver-rules=${rules}`].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const script = `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`;
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
  const file = statePath(shopPath(), 'chromium', `chromium-${hash}`);
  if (!existsSync(file)) {
    mkdirSync(statePath(shopPath(), 'chromium'), { recursive: true });
    writeFileSync(file, script, { mode: 0o755 });
  }
  return file;
}

const failureFile = () => join(tmpdir(), 'savepoint-headless-shell-not-installed');

/** If there is a Chromium, its headless shell is not tried again on the same day. */
function hasFailedToday(): boolean {
  const file = failureFile();
  return existsSync(file) && Date.now() - statSync(file).mtimeMs < 24 * 3_600_000;
}

/** Undefined if nothing better than `installed` can be installed. */
function installWithApt(installed: string | undefined): string | undefined {
  if (process.getuid?.() !== 0 || findOnPath('apt-get') === undefined) return undefined;
  if (process.env.SAVEPOINT_APT_GET === '0') return undefined;
  console.log(
    [
      `The browser tests ${installed === undefined ? 'need Chromium, but none was found' : 'take half the time with the headless shell of Chromium'}. Installing the Debian package`,
      `${HEADLESS_SHELL} with apt-get, which connects to the package mirrors. To prevent this, set SAVEPOINT_APT_GET=0, set`,
      'SAVEPOINT_CHROMIUM to the path of a browser, or run other suites only.',
    ].join('\n'),
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...APT_OPTIONS, ...args], {
      stdio: ['ignore', 'ignore', installed === undefined ? 'inherit' : 'ignore'],
      env,
    }).status === 0;
  const install = (name: string) => apt('install', '-y', '--no-install-recommends', name);
  // The package lists may already be recent enough.
  const isUpdated = () => apt('update') && install(HEADLESS_SHELL);
  if (install(HEADLESS_SHELL) || isUpdated()) return findOnPath(HEADLESS_SHELL);
  writeFileSync(failureFile(), '');
  // Older Debian releases do not package the headless shell.
  return installed === undefined && install('chromium') ? findOnPath('chromium') : undefined;
}

function findOnPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
