// The SDKs' own client calls the server of the Functions emulator here.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { respondWithMetadata } from './metadata-api.ts';

const require = createRequire(import.meta.url);
interface Compute {
  getAccessToken(): Promise<{ token: string }>;
  fetchIdToken(audience: string): Promise<string>;
}
const firebaseTools = createRequire(require.resolve('firebase-tools/package.json'));
const { Compute } = firebaseTools('google-auth-library') as { Compute: new () => Compute };

let server: Server;
beforeAll(async () => {
  server = createServer(respondWithMetadata).listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('GCE_METADATA_HOST', `127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});

describe('a function that asks the metadata server', () => {
  it('gets an access token that gives full access to emulators', async () => {
    expect((await new Compute().getAccessToken()).token).toBe('owner');
  });

  it('gets an ID token for the audience that it calls', async () => {
    const token = await new Compute().fetchIdToken('http://127.0.0.1:5001/demo/us-central1/other');
    const payload = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
    expect(payload).toMatchObject({ aud: 'http://127.0.0.1:5001/demo/us-central1/other' });
    expect(payload.exp).toBeGreaterThan(Date.now() / 1000);
  });

  it('gets the account name that firebase-admin uses for an emulator, and no other key', async () => {
    const account = `http://${process.env.GCE_METADATA_HOST}/computeMetadata/v1/instance/service-accounts/default`;
    expect(await (await fetch(`${account}/email`)).text()).toBe('emulated-service-acct@email.com');
    expect((await fetch(`${account}/scopes`)).status).toBe(404);
  });
});
