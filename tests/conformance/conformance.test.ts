// Runs the contract with every client adapter. With FIRESTORE_EMULATOR_HOST=host:port it tests a
// running emulator.

import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/launch-chromium.ts';
import { createAdminAdapter } from './adapters/admin-adapter.ts';
import { createBrowserAdapter } from './adapters/browser-adapter.ts';
import { createFullAdapter, createLiteAdapter } from './adapters/node-adapters.ts';
import { createRestAdapter } from './adapters/rest-adapter.ts';
import type { ClientAdapter } from './client-adapter.ts';
import { RULES } from './contract/access.ts';
import { CONTRACT } from './contract.ts';
import { type EmulatorUnderTest, openEmulatorUnderTest, putRules } from './emulator-under-test.ts';
import { findKnownFailure } from './known-failures.ts';

const PROJECT = 'demo-conformance';
const CASE_LIMIT_MS = 30_000;

let emulator: EmulatorUnderTest;
let owner: ClientAdapter;
let browser: Promise<Browser> | undefined;

function chromium(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

beforeAll(async () => {
  emulator = await openEmulatorUnderTest();
  await putRules(emulator.host, PROJECT, RULES);
  owner = await createAdminAdapter(emulator.host, PROJECT);
});

afterAll(async () => {
  await owner?.close();
  await (await browser)?.close();
  await emulator?.close();
});

const ADAPTERS: { readonly [name: string]: () => Promise<ClientAdapter> } = {
  'firebase (gRPC)': () => createFullAdapter(emulator.host, PROJECT),
  'firebase/lite (REST)': () => createLiteAdapter(emulator.host, PROJECT),
  'firebase-admin (gRPC)': () => createAdminAdapter(emulator.host, PROJECT),
  'plain REST': () => createRestAdapter(emulator.host, PROJECT),
  'browser (auto-detect)': async () =>
    createBrowserAdapter(await chromium(), emulator.host, PROJECT, 'auto-detect'),
  'browser (streaming)': async () =>
    createBrowserAdapter(await chromium(), emulator.host, PROJECT, 'streaming'),
  'browser (long-polling)': async () =>
    createBrowserAdapter(await chromium(), emulator.host, PROJECT, 'long-polling'),
};

describe.each(Object.keys(ADAPTERS))('%s', (name) => {
  let adapter: ClientAdapter;

  beforeAll(async () => {
    adapter = await (ADAPTERS[name] as () => Promise<ClientAdapter>)();
  }, CASE_LIMIT_MS);

  afterAll(async () => {
    await adapter?.close();
  });

  const canListen = name !== 'firebase/lite (REST)' && name !== 'plain REST';
  const cases = CONTRACT.filter((each) => canListen || each.needsListen !== true);
  test.for(cases)('$name', { timeout: CASE_LIMIT_MS }, async (each, { skip }) => {
    const collection = `c-${randomUUID().slice(0, 8)}`;
    const knownFailure = findKnownFailure(emulator.kind, name, each.name);
    const run = each.run({ adapter, owner, collection });
    if (knownFailure === undefined) {
      await run;
    } else if (knownFailure.evidence === 'observed') {
      const message = `this case is a known failure (${knownFailure.reason}), but it passes`;
      await expect(run, message).rejects.toThrow();
    } else {
      await run.catch((error: Error) => skip(`${error.message}; expected: ${knownFailure.reason}`));
    }
  });
});
