// Asks the contract of every door. FIRESTORE_EMULATOR_HOST=host:port asks an emulator that runs already.

import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RULES } from './contract/access.ts';
import { CONTRACT } from './contract.ts';
import type { Door } from './door.ts';
import { adminDoor } from './doors/admin-door.ts';
import { browserDoor, launchChromium } from './doors/browser-door.ts';
import { fullDoor, liteDoor } from './doors/node-doors.ts';
import { restDoor } from './doors/rest-door.ts';
import { type EmulatorUnderTest, openEmulator, putRules } from './emulator-under-test.ts';
import { knownDifference } from './ledger.ts';

const PROJECT = 'demo-conformance';
const CASE_LIMIT_MS = 30_000;

let emulator: EmulatorUnderTest;
let owner: Door;
let browser: Promise<Browser> | undefined;

function chromium(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

beforeAll(async () => {
  emulator = await openEmulator();
  await putRules(emulator.host, PROJECT, RULES);
  owner = await adminDoor(emulator.host, PROJECT);
});

afterAll(async () => {
  await owner?.close();
  await (await browser)?.close();
  await emulator?.close();
});

const DOORS: { readonly [name: string]: () => Promise<Door> } = {
  'firebase (gRPC)': () => fullDoor(emulator.host, PROJECT),
  'firebase/lite (REST)': () => liteDoor(emulator.host, PROJECT),
  'firebase-admin (gRPC)': () => adminDoor(emulator.host, PROJECT),
  'plain REST': () => restDoor(emulator.host, PROJECT),
  'browser (auto-detect)': async () => browserDoor(await chromium(), emulator.host, PROJECT, 'auto-detect'),
  'browser (streaming)': async () => browserDoor(await chromium(), emulator.host, PROJECT, 'streaming'),
  'browser (long-polling)': async () => browserDoor(await chromium(), emulator.host, PROJECT, 'long-polling'),
};

describe.each(Object.keys(DOORS))('%s', (name) => {
  let door: Door;

  beforeAll(async () => {
    door = await (DOORS[name] as () => Promise<Door>)();
  }, CASE_LIMIT_MS);

  afterAll(async () => {
    await door?.close();
  });

  const canListen = name !== 'firebase/lite (REST)' && name !== 'plain REST';
  const cases = CONTRACT.filter((each) => canListen || each.needsListen !== true);
  test.for(cases)('$name', { timeout: CASE_LIMIT_MS }, async (each, { skip }) => {
    const collection = `c-${randomUUID().slice(0, 8)}`;
    const difference = knownDifference(emulator.kind, name, each.name);
    const work = each.run({ door, owner, collection });
    if (difference === undefined) {
      await work;
    } else if (difference.evidence === 'seen') {
      const message = `the ledger says this fails (${difference.reason}), but it passes`;
      await expect(work, message).rejects.toThrow();
    } else {
      await work.catch((error: Error) => skip(`${error.message}; expected: ${difference.reason}`));
    }
  });
});
