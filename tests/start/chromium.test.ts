import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-path-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Searches for a browser with an empty PATH, and an apt-get that records its call and fails. */
function requireChromium(env: NodeJS.ProcessEnv = {}): {
  output: string;
  aptGetCalled: boolean;
} {
  const record = join(folder, 'called');
  const aptGet = join(folder, 'apt-get');
  writeFileSync(aptGet, `#!/bin/sh\n: > ${record}\nexit 1\n`);
  chmodSync(aptGet, 0o755);
  const module = join(import.meta.dirname, '..', 'support', 'chromium.ts');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `console.log(await (await import(${JSON.stringify(module)})).requireChromium())`,
    ],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: folder,
        PLAYWRIGHT_BROWSERS_PATH: folder,
        SAVEPOINT_CHROMIUM: undefined,
        TMPDIR: folder,
        ...env,
      },
    },
  );
  return { output: (stdout + stderr).replaceAll('\n', ' '), aptGetCalled: existsSync(record) };
}

describe('requireChromium without a browser', () => {
  it('names the missing file when SAVEPOINT_CHROMIUM is wrong', () => {
    const { output } = requireChromium({ SAVEPOINT_CHROMIUM: '/nowhere/chromium' });
    expect(output).toContain('SAVEPOINT_CHROMIUM is /nowhere/chromium, which does not exist');
  });

  it.runIf(process.getuid?.() === 0)('says which package it installs, why, and how to prevent it', () => {
    const { output, aptGetCalled } = requireChromium();
    expect(aptGetCalled).toBe(true);
    expect(output).toMatch(
      /browser tests need Chromium, but none was found\. Installing the Debian package .*apt-get.*To prevent this/,
    );
    expect(output).toMatch(/need Chromium, but none was found\. Install/);
  });

  it('installs nothing when SAVEPOINT_APT_GET is 0', () => {
    const { output, aptGetCalled } = requireChromium({ SAVEPOINT_APT_GET: '0' });
    expect(aptGetCalled).toBe(false);
    expect(output).toMatch(/need Chromium, but none was found\. Install/);
  });
});

/** A browser of this name in the folder of the PATH. */
function writeBrowser(name: string): void {
  writeFileSync(join(folder, name), '#!/bin/sh\n');
  chmodSync(join(folder, name), 0o755);
}

describe.runIf(process.getuid?.() === 0)('requireChromium with a Chromium', () => {
  it('installs its headless shell, and uses the Chromium if that fails, without retrying on the same day', () => {
    writeBrowser('chromium');
    const first = requireChromium();
    expect(first.output).toMatch(/half the time with the headless shell.* \S+\/chromium\/chromium-\w+ /);
    expect(first.aptGetCalled).toBe(true);
    rmSync(join(folder, 'called'));
    expect(requireChromium().aptGetCalled).toBe(false);
  });

  it('installs nothing if there is a headless shell', () => {
    writeBrowser('chromium');
    writeBrowser('chromium-headless-shell');
    expect(requireChromium().aptGetCalled).toBe(false);
  });
});
