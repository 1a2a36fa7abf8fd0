// Finds a Chromium for the browser tests: the system's, Playwright's, or Debian's package, which is installed when there is none.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { HOST } from '../../kit/src/config/ports.ts';
import { statePath } from '../../kit/src/config/project.ts';
import { allowedHosts } from '../../kit/src/processes/outbound-guard.ts';
import { UserError } from '../../kit/src/user-error.ts';

/** The headless shell is Chromium without a user interface, which takes a third less CPU. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const LOOPBACK_HOSTS = ['localhost', HOST];

/**
 * Path of a program that starts Chromium in such a way that it resolves only this machine and the allowed hosts. On Debian as root,
 * Chromium is installed when there is none.
 * @throws UserError when there is none and it cannot be installed
 */
export async function requireChromium(): Promise<string> {
  const found = (await findChromium()) ?? installWithApt();
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
 * Writes a script that starts the browser with host resolver rules: every other host name and IP address fails at once with
 * ERR_NAME_NOT_RESOLVED, for pages and for Chromium's own background requests. A script, because the tests add arguments of their own.
 */
function writeLauncher(browser: string): string {
  const exclusions = [...LOOPBACK_HOSTS, ...allowedHosts()].map((host) => `EXCLUDE ${host}`);
  const rules = allowedHosts().includes('*') ? '' : ['MAP * ~NOTFOUND', ...exclusions].join(', ');
  const quoted = [browser, `--host-resolver-rules=${rules}`].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const script = `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`;
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
  const file = statePath('chromium', `chromium-${hash}`);
  if (!existsSync(file)) {
    mkdirSync(statePath('chromium'), { recursive: true });
    writeFileSync(file, script, { mode: 0o755 });
  }
  return file;
}

function installWithApt(): string | undefined {
  if (process.getuid?.() !== 0 || findOnPath('apt-get') === undefined) return undefined;
  if (process.env.SAVEPOINT_APT_GET === '0') return undefined;
  console.log(
    [
      'The browser tests need Chromium, but none was found. Installing the Debian package chromium-headless-shell (or chromium)',
      'with apt-get, which connects to the package mirrors. To prevent this, set SAVEPOINT_APT_GET=0, set SAVEPOINT_CHROMIUM to',
      'the path of a browser, or run other suites only.',
    ].join('\n'),
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  if (!apt('update')) return undefined;
  // Older Debian releases do not package the headless shell.
  const installed = ['chromium-headless-shell', 'chromium'].find((name) =>
    apt('install', '-y', '--no-install-recommends', name),
  );
  return installed === undefined ? undefined : findOnPath(installed);
}

function findOnPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
