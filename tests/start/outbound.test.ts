// Builds, discovery and Chromium connect to no other machine; started-shop.test.ts tests the
// processes of a stack. Not covered, because they must connect: npm ci, apt-get, `deploy`, and
// `admin --project`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFirestore } from '../../packages/stack/src/builds/firestore-build.ts';
import { buildFunctions } from '../../packages/stack/src/builds/functions-build.ts';
import type { Project } from '../../packages/stack/src/config/project.ts';
import { readManifests } from '../../packages/stack/src/deployment/functions-manifest.ts';
import { Run } from '../../packages/stack/src/processes/run.ts';
import { buildWebApp } from '../../packages/stack/src/servers/hosting-build.ts';
import { requireChromium } from '../support/chromium.ts';
import { openShop } from '../support/shop-project.ts';
import { expectBlocked, type Probe, writeProbe } from './outbound-probe.ts';

let folder: string;

/** Runs the task with NODE_OPTIONS of the probe, as if the kit had been started with them. */
async function withProbe(probe: Probe, task: (project: Project, run: Run) => unknown): Promise<void> {
  const shop = openShop();
  const environment = { ...shop.environment, NODE_OPTIONS: probe.options };
  const run = new Run(environment);
  try {
    await task({ ...shop, environment }, run);
  } finally {
    await run.end();
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-outbound-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a connection to another host is blocked in builds', () => {
  it('the build of the functions cannot connect', async () => {
    const probe = writeProbe(folder, 'functions', true);
    await withProbe(probe, (project) => buildFunctions(project));
    expectBlocked(probe, 'build.ts');
  });

  it('the build of the web app cannot connect', async () => {
    const probe = writeProbe(folder, 'web', true);
    await withProbe(probe, (project, run) => buildWebApp(project, { run, onLine: () => undefined }));
    expectBlocked(probe, 'web/build.ts');
  });

  it('the build of the Firestore emulator cannot connect', async () => {
    const probe = writeProbe(folder, 'firestore', true);
    await withProbe(probe, (_, run) => buildFirestore(run));
    expectBlocked(probe, 'build-package.js');
  });

  it('the discovery of the functions before a deployment cannot connect', async () => {
    const probe = writeProbe(folder, 'manifest', false);
    await withProbe(probe, (project) => readManifests(project, folder));
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
    'asks nobody for the name or the address of %s',
    async (url) => {
      const page = await browser.newPage();
      await expect(page.goto(url)).rejects.toThrow(`net::ERR_NAME_NOT_RESOLVED at ${url}`);
      await page.close();
    },
  );
});
