// Owns finding a real Chromium for the end-to-end tests: the system's, else Playwright's own, else Debian's package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UserError } from '../user-error.ts';

/** The shell is the same Chromium without windows, which takes a third less of the processor. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Path of a browser to test with; on Debian as root it is installed when there is none. */
export async function requireChromium(): Promise<string> {
  const found = (await findChromium()) ?? installOnDebian();
  if (found === undefined) {
    throw new UserError(
      'There is no Chromium to test with',
      'Install your system\'s "chromium" package, or run: npx playwright install chromium',
    );
  }
  return found;
}

/** Path of a browser that is installed now, or undefined. */
export async function findChromium(): Promise<string | undefined> {
  const named = process.env.SAVEPOINT_CHROMIUM;
  if (named !== undefined) {
    if (!existsSync(named))
      throw new UserError(`SAVEPOINT_CHROMIUM names ${named}, which is not there`, 'Correct or unset it.');
    return named;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
  if (onPath !== undefined) return onPath;
  if (existsSync(MAC_CHROME)) return MAC_CHROME;
  const { chromium } = await import('playwright');
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

function installOnDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium with apt-get ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  if (!apt('update')) return undefined;
  // Older Debians have no package of the shell alone.
  const name = ['chromium-headless-shell', 'chromium'].find((wanted) =>
    apt('install', '-y', '--no-install-recommends', wanted),
  );
  return name && existsSync(`/usr/bin/${name}`) ? `/usr/bin/${name}` : undefined;
}
