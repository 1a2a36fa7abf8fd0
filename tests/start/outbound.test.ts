// Every kind of process that the kit starts runs a probe, which is preloaded after the guard: it connects to 192.0.2.1 (TEST-NET-1,
// RFC 5737) and records the error. Not covered, because they must connect: npm ci, apt-get, `deploy`, and `admin --project`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFirestore } from '../../kit/src/builds/firestore-build.ts';
import { buildFunctions } from '../../kit/src/builds/functions-build.ts';
import { buildWebApp } from '../../kit/src/builds/web-app.ts';
import { functionsUrl } from '../../kit/src/config/environment.ts';
import { readManifests } from '../../kit/src/deployment/functions-manifest.ts';
import { Run } from '../../kit/src/processes/run.ts';
import { requireChromium } from '../support/chromium.ts';
import { descendants, runKit, type StartedShop, startShop, stopShop, waitUntilGone } from './kit-process.ts';

const BLOCKED = /^Blocked a connection to 192\.0\.2\.1: .*--allow-outbound 192\.0\.2\.1\.$/;
const LAUNCHER = 'bin/savepoint.mjs';
/** The promise to the user whose stack is killed. */
const GONE_MS = 2000;

interface Probe {
  /** NODE_OPTIONS that preload the probe. */
  readonly options: string;
  /** The outcome of each process whose command line contains the text. */
  outcomes(commandLine: string): string[];
  all(): { commandLine: string; outcome: string }[];
}

let folder: string;
let run: Run;

/** @param exits whether a process exits once it has recorded the outcome, instead of doing its work */
function writeProbe(name: string, exits: boolean): Probe {
  const file = join(folder, `${name}.cjs`);
  const record = join(folder, `${name}.jsonl`);
  writeFileSync(record, '');
  writeFileSync(
    file,
    `if (!process.argv[1]?.endsWith(${JSON.stringify(LAUNCHER)})) setImmediate(() => {
      const finish = (outcome) => {
        const line = { commandLine: process.argv.join(' '), outcome };
        require('node:fs').appendFileSync(${JSON.stringify(record)}, JSON.stringify(line) + '\\n');
        if (${exits}) process.exit(0);
      };
      const socket = require('node:net').connect({ host: '192.0.2.1', port: 80 });
      socket.on('error', (error) => finish(error.message)).on('connect', () => finish('connected'));
      if (socket.connecting) finish('connecting');
    });`,
  );
  const all = () =>
    readFileSync(record, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { commandLine: string; outcome: string });
  return {
    options: `${process.env.NODE_OPTIONS ?? ''} --require ${file}`.trim(),
    all,
    outcomes: (text) =>
      all()
        .filter(({ commandLine }) => commandLine.includes(text))
        .map(({ outcome }) => outcome),
  };
}

/** Runs the task with NODE_OPTIONS of the probe, as if the kit itself had been started with them. */
async function withProbe(probe: Probe, task: () => unknown): Promise<void> {
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = probe.options;
  try {
    await task();
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  }
}

function expectBlocked(probe: Probe, commandLine: string): void {
  const outcomes = probe.outcomes(commandLine);
  expect(outcomes.length, `processes of ${commandLine}`).toBeGreaterThan(0);
  for (const outcome of outcomes) expect(outcome).toMatch(BLOCKED);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-outbound-'));
  run = new Run();
});

afterAll(async () => {
  await run.end();
  rmSync(folder, { recursive: true });
});

describe('npm start', () => {
  let shop: StartedShop;
  let probe: Probe;

  beforeAll(async () => {
    probe = writeProbe('start', false);
    shop = await startShop({ NODE_OPTIONS: probe.options }, ['--shopify']);
    await fetch(`${functionsUrl(shop.ports)}/createOrder`, { method: 'POST' });
    const offset = String(shop.offset);
    runKit(['admin', 'grant', 'shopper@example.com', '--port-offset', offset], {
      NODE_OPTIONS: probe.options,
    });
  }, 90_000);

  afterAll(() => stopShop(shop));

  it.each([
    ['the kit', 'kit/src/main.ts'],
    ['the supervisor', 'supervisor-main.ts'],
    ['firebase-tools', 'firebase-tools/lib/bin/firebase.js'],
    ['a functions worker', 'functionsEmulatorRuntime'],
    ['the Firestore emulator', 'savepoint-firestore.js'],
    ['the Stripe emulator', 'emulator/stripe/src/main.ts'],
    ['the Shopify emulator', 'emulator/shopify/src/main.ts'],
    ['the dev server', 'vite/bin/vite.js'],
    ['the seed', 'seed/src/main.ts'],
    ['npm run admin on the local stack', 'grant-role.ts'],
  ])('blocks a connection to another host in %s', (_, commandLine) => {
    expectBlocked(probe, commandLine);
  });

  it('blocks a connection to another host in every other process', () => {
    for (const { commandLine, outcome } of probe.all()) expect(outcome, commandLine).toMatch(BLOCKED);
  });

  it('ends every process within two seconds after SIGKILL of the kit', async () => {
    const pids = descendants(shop.process.pid as number);
    expect(pids.length).toBeGreaterThan(5);
    const kit = pids.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('kit/src/main.ts'));
    process.kill(kit as number, 'SIGKILL');
    await waitUntilGone(pids, GONE_MS);
  });
});

describe('a connection to another host is blocked in builds', () => {
  it('in the build of the functions', async () => {
    const probe = writeProbe('functions', true);
    await withProbe(probe, () => buildFunctions());
    expectBlocked(probe, 'build.ts');
  });

  it('in the build of the web app', async () => {
    const probe = writeProbe('web', true);
    await withProbe(probe, () => buildWebApp({ run, onLine: () => undefined }));
    expectBlocked(probe, 'web/build.ts');
  });

  it('in the build of the Firestore emulator', async () => {
    const probe = writeProbe('firestore', true);
    await withProbe(probe, () => buildFirestore(run));
    expectBlocked(probe, 'build-package.js');
  });

  it('in the discovery of the functions before a deployment', async () => {
    const probe = writeProbe('manifest', false);
    await withProbe(probe, () => readManifests(folder, 'demo-savepoint'));
    expectBlocked(probe, 'firebase-functions');
  });
});

describe('Chromium as the tests start it', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await requireChromium(), args: ['--no-sandbox'] });
  });

  afterAll(() => browser.close());

  it.each(['http://192.0.2.1/', 'https://blocked.example/'])(
    'fails a navigation to %s at once',
    async (url) => {
      const page = await browser.newPage();
      const startedAt = performance.now();
      await expect(page.goto(url)).rejects.toThrow(`net::ERR_NAME_NOT_RESOLVED at ${url}`);
      expect(performance.now() - startedAt).toBeLessThan(5000);
      await page.close();
    },
  );
});
