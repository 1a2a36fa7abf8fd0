// The Hosting patches, applied to the installed superstatic and firebase-tools, with a server as
// the function.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyPatches } from '../apply-patches.ts';
import { hosting } from './hosting.ts';

type Handler = (request: object, response: object, next: () => void) => void;
let load: (name: string) => ReturnType<NodeJS.Require>;
let hostingServer: (options: object) => { listen(done: () => void): Server };
let cloudRunProxy: typeof functionsProxy;
let functionsProxy: (options: object) => (rewrite: object) => Promise<Handler>;
let registry: { EmulatorRegistry: { get(name: string): unknown; isRunning(name: string): boolean } };

beforeAll(() => {
  const firebaseTools = applyPatches(hosting.modules);
  load = (name) => firebaseTools(name.endsWith('.js') ? `./${name}` : name);
  hostingServer = load('superstatic').server;
  functionsProxy = load('lib/hosting/functionsProxy.js').functionsProxy;
  cloudRunProxy = load('lib/hosting/cloudRunProxy.js').default;
  registry = load('lib/emulator/registry.js');
});

let folder: string;
let functionServer: Server;
let received: { path: string | undefined; headers: IncomingHttpHeaders }[];
const servers: Server[] = [];

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  received = [];
  folder = mkdtempSync(join(tmpdir(), 'hosting-'));
  writeFileSync(join(folder, 'index.html'), 'home');
  functionServer = createServer(({ url, headers }, response) => {
    received.push({ path: url, headers });
    if (url?.endsWith('/hang')) functionServer.emit('hangs');
    else if (url?.endsWith('/half')) response.write('half', () => functionServer.emit('half'));
    else response.end('function');
    response.once('close', () => functionServer.emit(response.writableFinished ? 'responded' : 'left'));
  }).listen(0, '127.0.0.1');
  servers.push(functionServer);
  await once(functionServer, 'listening');
  const { FunctionsEmulator } = load('lib/emulator/functionsEmulator.js');
  vi.spyOn(FunctionsEmulator, 'getHttpFunctionUrl').mockImplementation(
    (...args: unknown[]) => `${addressOf(functionServer)}/${args[2]}/${args[1]}`,
  );
  vi.spyOn(registry.EmulatorRegistry, 'isRunning').mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true });
});

/** Starts Hosting with this section of firebase.json. */
async function startHosting(config: object): Promise<string> {
  const server = hostingServer({
    port: 0,
    hostname: '127.0.0.1',
    cwd: folder,
    stack: 'strict',
    config: { public: '.', ...config },
    rewriters: {
      function: functionsProxy({ project: 'demo-hosting', targets: ['functions'] }),
      run: cloudRunProxy({ project: 'demo-hosting', targets: ['functions'] }),
    },
  }).listen(() => undefined);
  servers.push(server);
  await once(server, 'listening');
  return addressOf(server);
}

/** The location to which a request is redirected. */
async function locationOf(config: object, path: string): Promise<string | null> {
  const response = await fetch(`${await startHosting(config)}${path}`, { redirect: 'manual' });
  return response.headers.get('location');
}

/** A Functions emulator with functions of these names and regions. */
function deployFunctions(...functions: readonly { name: string; region: string; platform?: string }[]): void {
  const definitions = new Map(functions.map((each) => [`${each.region}-${each.name}`, each]));
  vi.spyOn(registry.EmulatorRegistry, 'get').mockReturnValue({ workerPools: { default: { definitions } } });
}

describe('a regex of Hosting', () => {
  const redirects = [
    { regex: '/blog/(?P<post>.+)', destination: 'https://blog.example.com/:post', type: 301 },
    { regex: '(?i)^/ABOUT$', destination: '/about-us' },
    { regex: '\\A/exact\\z', destination: '/found' },
    { regex: '^/store(?:/(?P<item>\\d+))?$', destination: '/things/:item?' },
  ];

  it.each([
    ['/blog/2024/hello', 'https://blog.example.com/2024/hello'],
    ['/about', '/about-us'],
    ['/exact', '/found'],
    ['/exact/not', null],
    ['/store/12', '/things/12'],
    ['/store', '/things'],
  ])('redirects %s to %s in the syntax of RE2', async (path, location) => {
    expect(await locationOf({ redirects }, path)).toBe(location);
  });

  it('does not affect pages that it does not match', async () => {
    const response = await fetch(`${await startHosting({ redirects })}/`);
    expect(await response.text()).toBe('home');
  });

  it('rewrites and sets headers in the syntax of RE2', async () => {
    const url = await startHosting({
      rewrites: [{ regex: '(?i)/APP/\\pL+\\z', destination: '/index.html' }],
      headers: [{ regex: '(?P<any>/app/.+)', headers: [{ key: 'x-app', value: 'yes' }] }],
    });
    const response = await fetch(`${url}/app/start`);
    expect([await response.text(), response.headers.get('x-app')]).toEqual(['home', 'yes']);
  });
});

describe('a redirect of Hosting', () => {
  const redirects = [
    { source: '/old', destination: '/page' },
    { source: '/sorted', destination: '/page?sort=a%20b' },
    { source: '/users/:id/profile', destination: '/u/:id' },
    { source: '/files/:path*', destination: '/f%2Fé/:path*' },
    { source: '/part', destination: '/page#part' },
    { source: '/sorted-part', destination: '/page?sort=a#part?2' },
    { source: '/docs/:page/part', destination: 'https://docs.example.com/:page#part' },
    { source: '/app/:page', destination: '/#/views/:page' },
  ];

  it.each([
    ['/old?next=%2Fnext', '/page?next=%2Fnext'],
    ['/old?next=/next?a=b&c', '/page?next=/next?a=b&c'],
    ['/old?q=caf%C3%A9%2541', '/page?q=caf%C3%A9%2541'],
    ['/sorted', '/page?sort=a%20b'],
    ['/sorted?x=1', '/page?sort=a%20b&x=1'],
    ['/users/a%26b/profile', '/u/a%26b'],
    ['/users/%2541%2F%25/profile', '/u/%2541%2F%25'],
    ['/files/caf%C3%A9/b', '/f%2F%C3%A9/caf%C3%A9/b'],
    ['/part', '/page#part'],
    ['/part?x=1&y=2', '/page?x=1&y=2#part'],
    ['/sorted-part', '/page?sort=a#part?2'],
    ['/sorted-part?x=1', '/page?sort=a&x=1#part?2'],
    ['/docs/a%23b/part', 'https://docs.example.com/a%23b#part'],
    ['/docs/a/part?x=1#own', 'https://docs.example.com/a?x=1#part'],
    ['/app/home', '/#/views/home'],
    ['/app/home?x=1', '/?x=1#/views/home'],
  ])('leads from %s to %s, encoded once', async (path, location) => {
    expect(await locationOf({ redirects }, path)).toBe(location);
  });
});

describe('a rewrite of Hosting to a function', () => {
  const rewrites = [{ source: '/api/**', function: { functionId: 'api' } }];

  it('forwards only the cookie __session, and the cache headers of Hosting instead of the client’s', async () => {
    deployFunctions({ name: 'api', region: 'us-central1' });
    const url = await startHosting({ rewrites });
    await fetch(`${url}/api/x`, {
      headers: { cookie: 'a=1; __session=abc; b=2', 'cache-control': 'max-age=0', 'x-own': 'kept' },
    });
    expect(received[0]?.headers).toMatchObject({
      cookie: '__session=abc',
      'cache-control': 'no-cache, no-store',
      pragma: 'no-cache',
      'x-own': 'kept',
    });
  });

  it.each([
    ['before the function responds', '/hang', 'hangs'],
    ['within the response of the function', '/half', 'half'],
  ])("closes the function's request when the client goes away %s", async (_, path, begins) => {
    deployFunctions({ name: 'api', region: 'us-central1' });
    const url = await startHosting({ rewrites });
    const client = new AbortController();
    const begun = once(functionServer, begins);
    const left = once(functionServer, 'left');
    const response = fetch(`${url}/api${path}`, { signal: client.signal }).then((sent) => sent.text());
    response.catch(() => undefined);
    await begun;
    client.abort();
    await left;
    await expect(response).rejects.toThrow('aborted');
  });

  it('does not call the function if the client has already gone away', async () => {
    const handle = await functionsProxy({ project: 'demo-hosting', targets: ['functions'] })({
      function: { functionId: 'api', region: 'us-central1' },
    });
    const server = createServer((request, response) => {
      if (request.url === '/stays') return handle(request, response, () => undefined);
      response.once('close', () => {
        handle(request, response, () => undefined);
        server.emit('handled');
      });
      return response.destroy();
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const handled = once(server, 'handled');
    await expect(fetch(`${addressOf(server)}/left`)).rejects.toThrow('fetch failed');
    await handled;
    expect((await fetch(`${addressOf(server)}/stays`)).status).toBe(200);
    expect(received.map(({ path }) => path)).toEqual(['/us-central1/api/stays']);
  });

  it('aborts a response that the function does not complete', async () => {
    deployFunctions({ name: 'api', region: 'us-central1' });
    const url = await startHosting({ rewrites });
    const begun = once(functionServer, 'half');
    const response = fetch(`${url}/api/half`).then((sent) => sent.text());
    response.catch(() => undefined);
    await begun;
    functionServer.closeAllConnections();
    await expect(response).rejects.toThrow('terminated');
  });

  it('forwards the query as written by the client', async () => {
    deployFunctions({ name: 'api', region: 'us-central1' });
    await fetch(`${await startHosting({ rewrites })}/api/x?a=b%20c&flag&next=/y?z`);
    expect(received[0]?.path).toBe('/us-central1/api/api/x?a=b%20c&flag&next=/y?z');
  });

  it('forwards no cookies if none is __session', async () => {
    deployFunctions({ name: 'api', region: 'us-central1' });
    await fetch(`${await startHosting({ rewrites })}/api/x`, { headers: { cookie: 'a=1; not__session=2' } });
    expect(received[0]?.headers).not.toHaveProperty('cookie');
  });

  it.each([
    ['of another region', [{ name: 'api', region: 'europe-west1' }], 'europe-west1'],
    [
      'of two regions, us-central1 among them',
      [
        { name: 'api', region: 'europe-west1' },
        { name: 'api', region: 'us-central1' },
      ],
      'us-central1',
    ],
    ['that does not exist', [{ name: 'other', region: 'europe-west1' }], 'us-central1'],
  ])('without a region, finds a function %s', async (_, functions, region) => {
    deployFunctions(...functions);
    await fetch(`${await startHosting({ rewrites })}/api/x`);
    expect(received[0]?.path).toBe(`/${region}/api/api/x`);
  });

  it('leads to the region that it names', async () => {
    deployFunctions({ name: 'api', region: 'europe-west1' });
    const config = {
      rewrites: [{ source: '/api/**', function: { functionId: 'api', region: 'asia-east1' } }],
    };
    await fetch(`${await startHosting(config)}/api/x`);
    expect(received[0]?.path).toBe('/asia-east1/api/api/x');
  });

  it('requires a region when a deployment does', async () => {
    deployFunctions({ name: 'api', region: 'europe-west1' }, { name: 'api', region: 'asia-east1' });
    const response = await fetch(`${await startHosting({ rewrites })}/api/x`);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('api is in europe-west1 and asia-east1');
  });
});

describe('a rewrite of Hosting to a Cloud Run service', () => {
  const functions = [
    { name: 'myApi_v2', region: 'us-central1', platform: 'gcfv2' },
    { name: 'ssr', region: 'europe-west1', platform: 'gcfv2' },
    { name: 'serverSide', region: 'europe-west1', platform: 'gcfv2' },
    { name: 'firstGeneration', region: 'us-central1', platform: 'gcfv1' },
  ];

  it.each([
    ['of its name in lower case, with dashes', { serviceId: 'myapi-v2' }, '/us-central1/myApi_v2/x'],
    ['of its own name', { serviceId: 'ssr', region: 'europe-west1' }, '/europe-west1/ssr/x'],
    ['of its region', { serviceId: 'serverside', region: 'europe-west1' }, '/europe-west1/serverSide/x'],
    ['of another region not', { serviceId: 'serverside' }, '/us-central1/serverside/x'],
    ['of the first generation not', { serviceId: 'firstgeneration' }, '/us-central1/firstgeneration/x'],
  ])('reaches the function %s', async (_, run, path) => {
    deployFunctions(...functions);
    await fetch(`${await startHosting({ rewrites: [{ source: '**', run }] })}/x`);
    expect(received[0]?.path).toBe(path);
  });
});

describe('init.js of Hosting', () => {
  /** The script that a page at `host` gets for a URL. */
  async function scriptAt(host: string, url: string): Promise<string> {
    const { implicitInit } = load('lib/hosting/implicitInit.js');
    const { initMiddleware } = load('lib/hosting/initMiddleware.js');
    const info = { host: '0.0.0.0', port: 8080 };
    vi.spyOn(registry.EmulatorRegistry, 'get').mockImplementation((name) =>
      name === 'firestore' ? { getInfo: () => info } : undefined,
    );
    const respond: Handler = initMiddleware(await implicitInit({ project: 'demo-hosting' }));
    const end = vi.fn();
    respond({ url, headers: { host } }, { setHeader: vi.fn(), end }, () => expect.unreachable());
    return String(end.mock.calls[0]?.[0]);
  }

  async function emulatorsAt(host: string): Promise<unknown> {
    const script = await scriptAt(host, '/__/firebase/init.js?useEmulator=true');
    return JSON.parse(/firebaseEmulators = (.*?\});$/ms.exec(script)?.[1] ?? 'null');
  }

  it.each([
    ['192.168.1.5:5002', '192.168.1.5'],
    ['10.0.2.2:5002', '10.0.2.2'],
    ['[fd00::5]:5002', '[fd00::5]'],
    ['laptop.local:5002', 'laptop.local'],
    ['localhost:5002', '127.0.0.1'],
  ])('gives a page at %s the emulators at %s', async (page, host) => {
    expect(await emulatorsAt(page)).toEqual({
      firestore: { host, port: 8080, hostAndPort: `${host}:8080` },
    });
  });

  it.each(['init.js', 'init.js?useEmulator=true', 'init.json'])(
    '%s names the default instance of the Realtime Database in firebase.json, if it is another one',
    async (name) => {
      const url = `/__/firebase/${name}`;
      expect(await scriptAt('localhost:5002', url)).toContain(
        '"databaseURL": "https://demo-hosting.firebaseio.com"',
      );
      vi.stubEnv('SAVEPOINT_DATABASE_URL', 'https://demo-eu.firebaseio.com');
      for (const host of ['localhost:5002', 'laptop.local:5002']) {
        expect(await scriptAt(host, url)).toContain('"databaseURL": "https://demo-eu.firebaseio.com"');
      }
      vi.unstubAllEnvs();
    },
  );
});
