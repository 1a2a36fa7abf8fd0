// The Storage emulator of firebase-tools with our patches, in the process of a test.
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyPatches } from '../../packages/firebase-tools/apply-patches.ts';
import { eventPayloads } from '../../packages/firebase-tools/patches/event-payloads.ts';
import { storageApi } from '../../packages/firebase-tools/patches/storage-api.ts';

/** An event for a Storage function. */
interface StorageEvent {
  readonly type: string;
  readonly bucket: string;
  readonly source: string;
  readonly subject: string;
  /** The id for a first-generation function. */
  readonly eventId: string;
  readonly data: { readonly name: string; readonly generation: string };
}

export interface RunningStorage {
  readonly url: string;
  /** All events since the start, in order. */
  readonly events: readonly StorageEvent[];
  stop(): Promise<void>;
}

export async function startStorageEmulator(projectId: string): Promise<RunningStorage> {
  const load = applyPatches([...storageApi.modules, ...eventPayloads.modules]);
  const { StorageEmulator } = load('./lib/emulator/storage/index.js');
  const { EmulatorRegistry } = load('./lib/emulator/registry.js');
  const { createApp } = load('./lib/emulator/storage/server.js');
  const folder = mkdtempSync(join(tmpdir(), 'storage-emulator-'));
  // The default folder is shared by all emulators of the machine.
  StorageEmulator.prototype.getPersistenceTmpDir = () => folder;
  const args = { projectId, rules: { name: 'storage.rules', content: '' }, host: '127.0.0.1', port: 0 };
  const emulator = new StorageEmulator(args);
  const events: StorageEvent[] = [];
  const functions = emulator._cloudFunctions;
  functions.dispatch = (action: string, object: unknown) =>
    events.push({
      ...functions.createCloudEventRequestBody(action, object),
      eventId: functions.createLegacyEventRequestBody(action, object).eventId,
    });
  EmulatorRegistry.set('storage', emulator);
  const app = await createApp(projectId, emulator);
  const server: Server = await new Promise((resolve) => {
    const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const { port } = server.address() as AddressInfo;
  args.port = port;
  return {
    url: `http://127.0.0.1:${port}`,
    events,
    stop: async () => {
      EmulatorRegistry.clear('storage');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
