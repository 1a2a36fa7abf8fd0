// The Auth emulator of firebase-tools with our patches, in the process of a test.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyPatches } from '../../packages/firebase-tools/apply-patches.ts';
import { authSessions } from '../../packages/firebase-tools/patches/auth-sessions.ts';
import { authValidators } from '../../packages/firebase-tools/patches/auth-validators.ts';

export interface AuthEmulator {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startAuthEmulator(projectId: string): Promise<AuthEmulator> {
  const load = applyPatches([authValidators, ...authSessions]);
  const { createApp } = load('./lib/emulator/auth/server.js');
  const app = await createApp(projectId);
  const server: Server = await new Promise((resolve) => {
    const listening: Server = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
