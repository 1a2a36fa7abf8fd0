// The unmodified SDKs of the Realtime Database in Chromium tabs, over both of their transports.
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getDatabase } from 'firebase-admin/database';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DatabaseEmulator, startDatabaseEmulator } from '../../packages/database/src/server.ts';
import { bundleForBrowser, type ServedPage, servePage } from '../support/bundled-page.ts';
import { launchChromium } from '../support/launch-chromium.ts';

const WAIT = { timeout: 20_000 };

let emulator: DatabaseEmulator;
let browser: Browser;
let context: BrowserContext;
let served: ServedPage;

beforeAll(async () => {
  emulator = await startDatabaseEmulator();
  [browser, served] = await Promise.all([
    launchChromium(),
    bundleForBrowser(new URL('browser-page.ts', import.meta.url)).then(servePage),
  ]);
  // Shared by all tabs: messages that a tab sends on closing are lost with its context.
  context = await browser.newContext();
});
afterEach(async () => {
  await Promise.all(context.pages().map((tab) => tab.close()));
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
  await emulator?.close();
});

/** Opens a tab in whose page functions use the SDK. */
async function openTab(): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(served.url);
  return tab;
}

const receivedIn = (tab: Page): Promise<unknown[]> => tab.evaluate(() => received);

describe.each(['WebSocket', 'long polling'] as const)('over %s', (transport) => {
  const namespace = transport === 'WebSocket' ? 'sockets' : 'polls';
  /** The kinds of connections that the tabs have opened. */
  const transports = new Set<string>();

  async function connect(): Promise<Page> {
    const tab = await openTab();
    tab.on('websocket', () => transports.add('WebSocket'));
    tab.on('request', (request) => {
      if (request.url().includes('/.lp?')) transports.add('long polling');
    });
    await tab.evaluate(([port, name, kind]) => globalThis.connect(port, name, kind), [
      emulator.port,
      namespace,
      transport,
    ] as const);
    return tab;
  }

  it('two tabs see the same order of events, and their concurrent transactions all count', async () => {
    const [ada, bob] = [await connect(), await connect()];
    const text = '😀é'.repeat(5_000);
    const listen = () =>
      new Promise<void>((resolve) => {
        rtdb.onChildAdded(rtdb.ref(database, 'chat'), (child) => received.push(child.val()));
        rtdb.onValue(rtdb.ref(database, 'chat'), () => resolve());
      });
    await Promise.all([ada.evaluate(listen), bob.evaluate(listen)]);
    await ada.evaluate((long) => rtdb.push(rtdb.ref(database, 'chat'), long), text);
    await bob.evaluate(() => rtdb.push(rtdb.ref(database, 'chat'), 'hello'));
    for (const tab of [ada, bob])
      await vi.waitFor(async () => expect(await receivedIn(tab)).toEqual([text, 'hello']), WAIT);
    const count = () =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          rtdb.runTransaction(rtdb.ref(database, 'count'), (value: number | null) => (value ?? 0) + 1),
        ),
      ).then(() => {});
    await Promise.all([ada.evaluate(count), bob.evaluate(count)]);
    expect(await ada.evaluate(async () => (await rtdb.get(rtdb.ref(database, 'count'))).val())).toBe(20);
    expect([...transports]).toEqual([transport]);
  });

  it.each(['closed', 'left for another page'])(
    'a tab that is %s is offline for the other tab and for the Admin SDK',
    async (end) => {
      const [ada, bob] = [await connect(), await connect()];
      const admin = initializeApp({ databaseURL: `http://${emulator.host}/?ns=${namespace}` }, namespace);
      const statuses: unknown[] = [];
      getDatabase(admin)
        .ref('status/ada')
        .on('value', (status) => statuses.push(status.val()));
      try {
        await bob.evaluate(() =>
          rtdb.onValue(rtdb.ref(database, 'status/ada'), (it) => received.push(it.val())),
        );
        await ada.evaluate(() => {
          const status = rtdb.ref(database, 'status/ada');
          rtdb.onValue(rtdb.ref(database, '.info/connected'), async (connected) => {
            if (!connected.val()) return;
            await rtdb.onDisconnect(status).set('offline');
            await rtdb.set(status, 'online');
          });
        });
        await vi.waitFor(async () => expect((await receivedIn(bob)).at(-1)).toBe('online'), WAIT);
        if (end === 'closed') await ada.close({ runBeforeUnload: true });
        else await ada.goto('about:blank');
        await vi.waitFor(async () => expect((await receivedIn(bob)).at(-1)).toBe('offline'), WAIT);
        await vi.waitFor(() => expect(statuses.at(-1)).toBe('offline'), WAIT);
      } finally {
        await deleteApp(admin);
      }
    },
  );
});

it('rules-unit-testing loads rules, acts as users and clears data from a page', async () => {
  const tab = await openTab();
  const outcome = await tab.evaluate(async (port) => {
    const environment = await initializeRulesTest({
      projectId: 'demo-page',
      database: {
        ...{ host: '127.0.0.1', port },
        rules:
          '{"rules": {"users": {"$uid": {".read": "auth.uid === $uid", ".write": "auth.uid === $uid"}}}}',
      },
    });
    const own = environment.authenticatedContext('ada').database().ref('users/ada');
    await own.set('hers');
    const read = async () => (await own.get()).val();
    const denied = (reading: Promise<unknown>) => reading.then(String, ({ message }) => message);
    const outcome = {
      written: await read(),
      denied: await denied(environment.authenticatedContext('bob').database().ref('users/ada').get()),
      cleared: await environment.clearDatabase().then(read),
    };
    await environment.cleanup();
    return outcome;
  }, emulator.port);
  expect(outcome).toEqual({ written: 'hers', denied: 'Permission denied', cleared: null });
});
