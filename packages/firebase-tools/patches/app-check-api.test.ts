// firebase-admin itself verifies the tokens here, through the workers' redirection.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applicationDefault, deleteApp, initializeApp } from 'firebase-admin/app';
import { getAppCheck } from 'firebase-admin/app-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callLocalServices } from '../functions-worker/local-services.ts';
import { AppCheckApi } from './app-check-api.ts';
import { isMetadataRequest, respondWithMetadata } from './metadata-api.ts';

const api = new AppCheckApi();
const app = initializeApp({ projectId: 'demo-app', credential: { getAccessToken } }, 'app-check');
let server: Server;
let url: string;

async function getAccessToken() {
  return { access_token: 'owner', expires_in: 3600 };
}

beforeAll(async () => {
  server = createServer((request, response) =>
    isMetadataRequest(request) ? respondWithMetadata(request, response) : api.respond(request, response),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  vi.stubEnv('SAVEPOINT_APP_CHECK_PORT', String(port));
  vi.stubEnv('SAVEPOINT_SIGNER_PORT', String(port));
  callLocalServices(() => ({}));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.close();
  await deleteApp(app);
});

const exchange = (body: object, project = 'demo-app') =>
  fetch(`${url}/v1/projects/${project}/apps/1:1:web:1:exchangeDebugToken`, {
    method: 'POST',
    headers: { origin: 'http://localhost:5173' },
    body: JSON.stringify(body),
  });
const tokenOf = async (response: Response) => ((await response.json()) as { token: string }).token;

describe('the App Check of a stack', () => {
  it('exchanges a debug token for one that firebase-admin verifies, and lets the page read it', async () => {
    const response = await exchange({ debug_token: 'any' });
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(await getAppCheck(app).verifyToken(await tokenOf(response))).toMatchObject({
      appId: '1:1:web:1',
      token: { provider: 'debug', aud: ['projects/0', 'projects/demo-app'] },
    });
  });

  it('issues the tokens that a function creates for an app, with the requested lifetime', async () => {
    vi.stubEnv('K_SERVICE', 'function');
    vi.stubEnv('GCLOUD_PROJECT', 'demo-app');
    vi.stubEnv('GCE_METADATA_HOST', new URL(url).host);
    const inFunction = initializeApp({ projectId: 'demo-app', credential: applicationDefault() }, 'function');
    const created = await getAppCheck(inFunction).createToken('1:1:web:1', { ttlMillis: 1_800_000 });
    expect(created.ttlMillis).toBe(1_800_000);
    const { token } = await getAppCheck(app).verifyToken(created.token);
    expect(token).toMatchObject({ sub: '1:1:web:1', provider: 'custom', exp: token.iat + 1800 });
    await deleteApp(inFunction);
  });

  it('issues tokens only for its project, and none without a debug token', async () => {
    const foreign = await tokenOf(await exchange({ debug_token: 'any' }, 'other'));
    await expect(getAppCheck(app).verifyToken(foreign)).rejects.toThrow('incorrect "aud"');
    const response = await exchange({});
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  });

  it('rejects a token that another key has signed', async () => {
    const other = new AppCheckApi();
    const another = createServer((request, response) => other.respond(request, response)).listen(0);
    await once(another, 'listening');
    const { port } = another.address() as AddressInfo;
    const path = 'v1/projects/demo-app/apps/1:1:web:1:exchangeDebugToken';
    const forged = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method: 'POST',
      body: '{"debug_token":"any"}',
    }).then(tokenOf);
    another.close();
    await expect(getAppCheck(app).verifyToken(forged)).rejects.toThrow();
  });

  it('reports that a token has already been consumed', async () => {
    const token = await tokenOf(await exchange({ debug_token: 'any' }));
    const consume = () => getAppCheck(app).verifyToken(token, { consume: true });
    expect((await consume()).alreadyConsumed).toBe(false);
    expect((await consume()).alreadyConsumed).toBe(true);
  });
});
