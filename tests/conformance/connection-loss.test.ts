import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/launch-chromium.ts';
import { createAdminAdapter } from './adapters/admin-adapter.ts';
import { createBrowserAdapter } from './adapters/browser-adapter.ts';
import { createFullAdapter } from './adapters/node-adapters.ts';
import type { ClientAdapter } from './client-adapter.ts';
import { type EmulatorUnderTest, startSavepoint } from './emulator-under-test.ts';

const PROJECT = 'demo-network';
const LIMIT_MS = 60_000;

/** A TCP proxy between a client and the emulator. */
class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: Promise<string>;

  constructor(target: string) {
    this.#target = Promise.resolve(target);
    this.#server = createServer(async (clientSocket) => {
      const [host, port] = (await this.#target).split(':') as [string, string];
      const emulatorSocket = connect(Number(port), host);
      for (const socket of [clientSocket, emulatorSocket]) {
        this.#sockets.add(socket);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          clientSocket.destroy();
          emulatorSocket.destroy();
        });
        socket.on('error', () => {});
      }
      clientSocket.pipe(emulatorSocket).pipe(clientSocket);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * Further connections wait for another target. The libraries would wait for seconds after a
   * refused one.
   */
  replaceTarget(target: Promise<string>): void {
    this.#target = target;
  }

  /** Resets every connection; new ones are accepted. */
  resetConnections(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.resetConnections();
    this.#server.close();
  }
}

let emulator: EmulatorUnderTest;
let owner: ClientAdapter;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-network-'));
  emulator = await startSavepoint(['--data-dir', folder]);
  owner = await createAdminAdapter(emulator.host, PROJECT);
  browser = await launchChromium();
}, LIMIT_MS);

afterAll(async () => {
  await owner.close();
  await browser.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
});

const ADAPTERS: { readonly [name: string]: (host: string) => Promise<ClientAdapter> } = {
  'firebase (gRPC)': (host) => createFullAdapter(host, PROJECT),
  'browser (streaming)': (host) => createBrowserAdapter(browser, host, PROJECT, 'streaming'),
  'browser (long-polling)': (host) => createBrowserAdapter(browser, host, PROJECT, 'long-polling'),
  'browser (auto-detect)': (host) => createBrowserAdapter(browser, host, PROJECT, 'auto-detect'),
};

// Concurrent, because the libraries wait before they reconnect.
describe.concurrent.each(Object.keys(ADAPTERS))('%s', (name) => {
  test(
    'a listener receives every change once after repeated connection resets',
    async ({ expect }) => {
      const proxy = new TcpProxy(emulator.host);
      const adapter = await (ADAPTERS[name] as (host: string) => Promise<ClientAdapter>)(await proxy.open());
      const collection = `c-${randomUUID().slice(0, 8)}`;
      await owner.write([{ set: `${collection}/d0`, fields: { n: 0 } }]);
      await adapter.listen(collection, { collection });
      await adapter.awaitSnapshot(collection, 1);
      for (const n of [1, 2, 3]) {
        proxy.resetConnections();
        await owner.write([{ set: `${collection}/d${n}`, fields: { n } }]);
        const found = await adapter.awaitSnapshot(collection, n + 1);
        expect(found.map(({ fields }) => fields.n)).toEqual([0, 1, 2, 3].slice(0, n + 1));
      }
      await adapter.unlisten(collection);
      await adapter.close();
      proxy.close();
    },
    LIMIT_MS,
  );
});

test(
  'a listener and a write continue after a restart of the emulator with --data-dir',
  async () => {
    const proxy = new TcpProxy(emulator.host);
    const adapter = await createBrowserAdapter(browser, await proxy.open(), PROJECT, 'streaming');
    const collection = `c-${randomUUID().slice(0, 8)}`;
    await adapter.write([{ set: `${collection}/before`, fields: { n: 1 } }]);
    await adapter.listen(collection, { collection });
    await adapter.awaitSnapshot(collection, 1);
    await owner.close();
    const restarted = Promise.withResolvers<string>();
    proxy.replaceTarget(restarted.promise);
    await emulator.close();
    emulator = await startSavepoint(['--data-dir', folder]);
    restarted.resolve(emulator.host);
    owner = await createAdminAdapter(emulator.host, PROJECT);
    await owner.write([{ set: `${collection}/after`, fields: { n: 2 } }]);
    const found = await adapter.awaitSnapshot(collection, 2);
    expect(found.map(({ fields }) => fields.n).sort()).toEqual([1, 2]);
    await adapter.write([{ delete: `${collection}/before` }]);
    expect(await adapter.awaitSnapshot(collection, 1)).toHaveLength(1);
    await adapter.close();
    proxy.close();
  },
  LIMIT_MS,
);
