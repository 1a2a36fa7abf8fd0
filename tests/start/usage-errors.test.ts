import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverUrl } from '../../kit/src/config/environment.ts';
import { Run } from '../../kit/src/processes/run.ts';
import { runPlaywright } from '../../kit/src/testing/playwright-suite.ts';
import { type CommandResult, runKit } from './kit-process.ts';

/** Expects one line of error, no stack trace and exit code 1. */
function expectUsageError({ code, output }: CommandResult, message: RegExp): void {
  const lines = output.trim().split('\n');
  expect(lines.filter((line) => line.startsWith('savepoint:'))).toHaveLength(1);
  expect(lines.find((line) => line.startsWith('savepoint:'))).toMatch(message);
  expect(output).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
}

describe('a command line with a mistake', () => {
  it.each([
    [[], /Expected a command: start, test, .*savepoint help/],
    [['strat'], /Unknown command "strat", expected one of: start, test, /],
    [['help', 'tset'], /Unknown command "tset", expected one of: test, start, /],
    [
      ['start', '--prot-offset', '5'],
      /Unknown flag "--prot-offset", expected one of: --port-offset N, --stack NAME, --shopify, .*Usage: npm start/,
    ],
    [['start', '--port-offset', 'ten'], /--port-offset expects a whole number, but got "ten"/],
    [['start', '--port-offset', '70000'], /moves a port out of 1024 to 65535/],
    [
      ['start', '--allow-origin', 'shop.example'],
      /--allow-origin expects origins, but got "shop\.example".*https:\/\/app\.example/,
    ],
    [['start', 'now'], /Unexpected argument "now".*Usage: npm start/],
    [['test', 'untt'], /Unknown suite "untt", expected one of: unit, check, /],
    [['test', 'check', '--grep', 'cart'], /The suite check has no test titles/],
    [['test', 'unit', '--grep', '('], /--grep expects a regular expression/],
    [['snapshot'], /Expected an action: save, load or list.*Usage: npm run snapshot/],
    [['snapshot', 'sav', 'x'], /Unknown action "sav", expected one of: save, load, list/],
    [['snapshot', 'save', '--port-offset', '41'], /Expected a snapshot name/],
    [['snapshot', 'load', 'x', '--port-offset', '41'], /No stack is running at port offset 41.*npm start/],
    [['reset', '--port-offset', '41'], /No stack is running at port offset 41/],
    [['admin', 'grnat', 'a@example.com'], /Unknown action "grnat", expected one of: grant, revoke/],
    [['admin', 'grant'], /Expected an email address.*Usage: npm run admin/],
    [
      ['admin', 'grant', 'a@example.com', '--project', 'real-shop'],
      /real-shop is a real project.*GOOGLE_APPLICATION_CREDENTIALS/,
    ],
    [['query', '@nofile'], /Cannot read nofile: no such file or directory\. Usage: .*query SQL\|@FILE/],
    [['query', '@kit'], /Cannot read kit: illegal operation on a directory\. /],
    [['deploy'], /Expected --project ID or --check/],
    [['deploy', '--project', 'demo-savepoint'], /demo project.*real project/],
  ])('%j fails with one line that says what was expected', (args, message) => {
    expectUsageError(runKit(args, { GOOGLE_APPLICATION_CREDENTIALS: undefined }), message);
  });
});

describe('the usage in a message', () => {
  it.each([
    ['npx savepoint', { npm_command: 'exec', npm_lifecycle_script: 'savepoint' }],
    // npm 10 quotes the name.
    ['npx savepoint', { npm_command: 'exec', npm_lifecycle_script: "'savepoint'" }],
    ['npm run snapshot --', { npm_command: 'run-script', npm_lifecycle_script: 'savepoint' }],
  ])('is that of %s for who typed it', (typed, env) => {
    expectUsageError(runKit(['snapshot'], env), new RegExp(`Usage: ${typed} `));
  });
});

describe('npm test --grep', () => {
  it('fails when it matches no test of a vitest suite', () => {
    const result = runKit(['test', 'rules-language', '--grep', 'no test has this title']);
    expectUsageError(result, /--grep "no test has this title" matches no test in: rules-language/);
    expect(result.output).toMatch(/^- +rules-language +no matching test/m);
  }, 60_000);

  it('counts no test of Playwright when it matches none there', async () => {
    const run = new Run();
    try {
      const env = { SAVEPOINT_SHOP_URL: serverUrl(1) };
      const result = await runPlaywright(run, { chromium: '/none', grep: 'no test has this title', env });
      expect(result).toMatchObject({ passed: 0, failed: 0, skipped: 0 });
    } finally {
      await run.end();
    }
  }, 60_000);
});

/** Listens on the Auth emulator's port at an offset below the ephemeral ports. */
async function occupyAuthPort(offset = 11_000): Promise<{ server: Server; offset: number }> {
  const server = createServer().listen(9099 + offset, '127.0.0.1');
  try {
    await once(server, 'listening');
    return { server, offset };
  } catch {
    return occupyAuthPort(offset + 300);
  }
}

describe('npm start', () => {
  it('names the server and the owning process of a port in use', async () => {
    const { server, offset } = await occupyAuthPort();
    const result = runKit(['start', '--port-offset', String(offset)]);
    server.close();
    expectUsageError(
      result,
      new RegExp(`Port ${9099 + offset} \\(auth\\) is in use by process ${process.pid} \\(.*--port-offset`),
    );
  });
});

describe('npm test e2e without Chromium', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'savepoint-path-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs with a PATH that has an apt-get which records its call and fails, and no browser. */
  function runWithoutChromium(env: NodeJS.ProcessEnv = {}): CommandResult & { aptGetCalled: boolean } {
    const record = join(folder, 'called');
    const aptGet = join(folder, 'apt-get');
    writeFileSync(aptGet, `#!/bin/sh\n: > ${record}\nexit 1\n`);
    chmodSync(aptGet, 0o755);
    const result = runKit(['test', 'e2e'], {
      PATH: folder,
      PLAYWRIGHT_BROWSERS_PATH: folder,
      SAVEPOINT_CHROMIUM: undefined,
      ...env,
    });
    return { ...result, aptGetCalled: existsSync(record) };
  }

  it('names the missing file when SAVEPOINT_CHROMIUM is wrong', () => {
    const result = runKit(['test', 'e2e'], { SAVEPOINT_CHROMIUM: '/nowhere/chromium' });
    expectUsageError(result, /SAVEPOINT_CHROMIUM is \/nowhere\/chromium, which does not exist/);
  });

  it.runIf(process.getuid?.() === 0)('says which package it installs, why, and how to prevent it', () => {
    const { aptGetCalled, ...result } = runWithoutChromium();
    expect(aptGetCalled).toBe(true);
    expect(result.output.replaceAll('\n', ' ')).toMatch(
      /browser tests need Chromium, but none was found\. Installing the Debian package .*apt-get.*To prevent this/,
    );
    expectUsageError(result, /need Chromium, but none was found\. Install/);
  });

  it('installs nothing when SAVEPOINT_APT_GET is 0', () => {
    const { aptGetCalled, ...result } = runWithoutChromium({ SAVEPOINT_APT_GET: '0' });
    expect(aptGetCalled).toBe(false);
    expectUsageError(result, /need Chromium, but none was found\. Install/);
  });
});
