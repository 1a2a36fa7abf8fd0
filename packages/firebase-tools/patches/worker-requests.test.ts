// The patches of workers and their requests, applied to the installed firebase-tools, with real
// worker processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestOptions, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { applyPatches } from '../apply-patches.ts';
import { firestoreTriggers } from './firestore-triggers.ts';
import { sharedWorkers } from './shared-workers.ts';
import { deathOf } from './worker-deaths.ts';

// Starting a process takes seconds on a machine that runs other suites at the same time.
interface Worker {
  readonly state: string;
  waitForSocketReady(): Promise<void>;
  retire(): void;
}

interface WorkerPool {
  definitions?: Map<string, object>;
  environments?: Map<string, string>;
  addWorker(trigger: object, runtime: object, info: object, runtimeType: string): Worker;
  submitRequest(triggerId: string, req: object, resp: object, body: Buffer): Promise<void>;
}

interface FunctionsEmulator {
  handleHttpsTrigger(req: object, res: object): Promise<void>;
  getV2FirestoreAttributes(projectId: string, key: string, eventTrigger: object): { bundle: string };
}

let RuntimeWorkerPool: new () => WorkerPool;
let FunctionsEmulator: { prototype: FunctionsEmulator };
let shared: { emulatedFunctionsFromEndpoints(endpoints: object[]): { eventTrigger: object }[] };

beforeAll(() => {
  vi.stubEnv('SAVEPOINT_TRIGGER_RETRY', '1');
  const firebaseTools = applyPatches([...sharedWorkers.modules, ...firestoreTriggers]);
  const moduleOf = (name: string) => firebaseTools(`./${name}`);
  ({ RuntimeWorkerPool } = moduleOf('lib/emulator/functionsRuntimeWorker.js'));
  ({ FunctionsEmulator } = moduleOf('lib/emulator/functionsEmulator.js'));
  shared = moduleOf('lib/emulator/functionsEmulatorShared.js');
});

afterAll(() => vi.unstubAllEnvs());

const TRIGGER = { id: 'us-central1-onOrder', name: 'onOrder', timeoutSeconds: 0.2 };
const OTHER = { id: 'us-central1-other', name: 'other', timeoutSeconds: 60 };

/**
 * A function: /hang never responds, /spin never ends, /destroy closes its connection, /partial
 * responds partially, /large with 1 MB, and any other path responds when /release is requested.
 */
const WORKER = `
  process.debugPort = 0;
  const waiting = [];
  require('node:http').createServer((request, response) => {
    if (request.url === '/__/health') return response.end();
    response.on('close', () => response.writableFinished || process.send('closed ' + request.url + '\\n'));
    if (request.url === '/hang') return process.send('hangs\\n');
    if (request.url === '/block-later') return response.on('close', () => { for (;;); }).write('half', () => process.send('hangs\\n'));
    if (request.url === '/spin') for (;;);
    if (request.url === '/destroy') return request.socket.destroy();
    if (request.url === '/partial') return response.write('half', () => process.send('partial\\n'));
    if (request.url === '/large') return response.end('x'.repeat(1_000_000));
    if (request.url === '/release') return [response, ...waiting].forEach((each) => each.end('done'));
    waiting.push(response);
    process.send('waits\\n');
  }).listen(process.env.PORT);`;

const children: ChildProcess[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

function addWorker(pool: WorkerPool, code = WORKER) {
  const socketPath = join(tmpdir(), `worker-requests-${randomUUID().slice(0, 8)}.sock`);
  const child = spawn(process.execPath, ['-e', code], {
    env: { ...process.env, PORT: socketPath },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.push(child);
  const conn = { httpReqOpts: (): RequestOptions => ({ socketPath }) };
  const runtime = { process: child, events: new EventEmitter(), cwd: '.', conn };
  return { worker: pool.addWorker(TRIGGER, runtime, {}, 'nodejs24'), child, socketPath };
}

async function startWorker(pool: WorkerPool, timeoutSeconds = 60) {
  pool.definitions = new Map([
    [TRIGGER.id, { ...TRIGGER, timeoutSeconds }],
    [OTHER.id, OTHER],
  ]);
  pool.environments = new Map([TRIGGER, OTHER].map(({ id }) => [id, 'shared']));
  const started = addWorker(pool);
  await started.worker.waitForSocketReady();
  return started;
}

/**
 * Submits requests to the pool like the Functions emulator's server. Resolves with the status and
 * body of the response. A request whose worker has ended has the status 599.
 */
async function startFront(
  pool: WorkerPool,
): Promise<
  (path: string, triggerId?: string, signal?: AbortSignal) => Promise<[number | undefined, string]>
> {
  const server = createServer(async (req, res) => {
    await pool
      .submitRequest(
        String(req.headers.trigger),
        { method: 'POST', path: req.url, headers: {} },
        res,
        Buffer.alloc(0),
      )
      .catch((error: Error) => res.writeHead(599).end(error.message));
    if (deathOf.has(res)) res.writeHead(599).end(JSON.stringify(deathOf.get(res)));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (path, trigger = TRIGGER.id, signal) =>
    new Promise((resolve, reject) => {
      const options = { port, path, host: '127.0.0.1', method: 'POST', headers: { trigger } };
      const call = request(options, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve([response.statusCode, text]));
        response.on('error', reject);
      });
      call.on('error', reject).end();
      signal?.addEventListener('abort', () => call.destroy());
    });
}

const messageOf = (child: ChildProcess, text: string) =>
  new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (String(message).startsWith(text)) resolve();
    });
  });

describe('a worker of the Functions emulator', () => {
  it('stops waiting for it immediately when it exits during startup', async () => {
    const { worker } = addWorker(new RuntimeWorkerPool(), 'process.exit(3)');
    await expect(worker.waitForSocketReady()).rejects.toThrow('exited while it was starting');
  });

  it('stops waiting for it when it is killed during startup, and never makes it idle', async () => {
    const { worker, child } = addWorker(new RuntimeWorkerPool(), 'setInterval(() => {}, 1e6)');
    const waiting = worker.waitForSocketReady();
    child.kill('SIGKILL');
    await expect(waiting).rejects.toThrow('exited while it was starting');
    expect(worker.state).toBe('FINISHED');
    Object.assign(worker, { state: 'IDLE' });
    expect(worker.state).toBe('FINISHED');
  });

  it('leaves its requests without a response when it is killed, with the reason', async () => {
    const pool = new RuntimeWorkerPool();
    const { child } = await startWorker(pool);
    const post = await startFront(pool);
    const waits = messageOf(child, 'waits');
    const responses = Promise.all([post('/one'), post('/two')]);
    await waits;
    child.kill('SIGKILL');
    for (const [status, body] of await responses) {
      expect(status).toBe(599);
      expect(JSON.parse(body)).toMatchObject({
        reason: 'it ended with SIGKILL while it ran onOrder',
        isCulprit: false,
      });
    }
  });

  it('aborts a response when it is killed while responding', async () => {
    const pool = new RuntimeWorkerPool();
    const { child } = await startWorker(pool);
    const post = await startFront(pool);
    const partial = messageOf(child, 'partial');
    const response = post('/partial');
    response.catch(() => undefined);
    await partial;
    child.kill('SIGKILL');
    await expect(response).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });

  it('responds with 504 when a function times out, and serves its other requests', async () => {
    const pool = new RuntimeWorkerPool();
    const { worker } = await startWorker(pool, TRIGGER.timeoutSeconds);
    const post = await startFront(pool);
    expect(await post('/hang')).toEqual([504, 'The function timed out after 0.2 s.']);
    expect((await post('/release'))[0]).toBe(200);
    expect(worker.state).toBe('IDLE');
  });

  it('ends when a function blocks it for longer than the timeout, and gives other requests the reason', async () => {
    const pool = new RuntimeWorkerPool();
    const { child } = await startWorker(pool, TRIGGER.timeoutSeconds);
    const post = await startFront(pool);
    const exited = once(child, 'exit');
    const spin = post('/spin');
    const other = post('/other', OTHER.id);
    expect(await spin).toEqual([504, 'The function timed out after 0.2 s.']);
    const [status, body] = await other;
    expect([status, JSON.parse(body).reason]).toEqual([
      599,
      expect.stringContaining('onOrder blocked the event loop for longer than its timeout of 0.2 s'),
    ]);
    expect(await exited).toEqual([null, 'SIGKILL']);
  });

  it.each(['/hang', '/partial'])(
    "closes the function's request when its client goes away from %s, and serves its other requests",
    async (path) => {
      const pool = new RuntimeWorkerPool();
      const { worker, child } = await startWorker(pool);
      const post = await startFront(pool);
      const client = new AbortController();
      const begun = Promise.race([messageOf(child, 'hangs'), messageOf(child, 'partial')]);
      const closed = messageOf(child, `closed ${path}`);
      const response = post(path, TRIGGER.id, client.signal);
      await begun;
      client.abort();
      await expect(response).rejects.toThrow(/aborted|hang up|ECONNRESET/);
      await closed;
      expect((await post('/release'))[0]).toBe(200);
      expect(worker.state).toBe('IDLE');
    },
  );

  describe('whose client goes away during startup', () => {
    /**
     * Submits a request whose client has already gone away. Resolves when the pool has handled it.
     */
    async function submitLate(pool: WorkerPool, path: string): Promise<void> {
      const done = Promise.withResolvers<void>();
      const server = createServer((_, res) => {
        const options = { method: 'POST', path, headers: {} };
        const submit = () => pool.submitRequest(TRIGGER.id, options, res, Buffer.alloc(0));
        res.once('close', () => submit().then(done.resolve, done.reject));
        call.destroy();
      }).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const call = request({ port, host: '127.0.0.1' }).on('error', () => undefined);
      call.end();
      await done.promise;
    }

    it('does not run the function, and is free for the next request', async () => {
      const pool = new RuntimeWorkerPool();
      const { worker } = await startWorker(pool);
      await submitLate(pool, '/one');
      expect(worker).toMatchObject({ state: 'IDLE', invocationCount: 0 });
      const post = await startFront(pool);
      expect(await post('/release')).toEqual([200, 'done']);
    });

    it('runs the function of an event, and is free after that', async () => {
      const pool = new RuntimeWorkerPool();
      const { worker } = await startWorker(pool);
      pool.definitions?.set(TRIGGER.id, { ...TRIGGER, timeoutSeconds: 60, eventTrigger: {} });
      await submitLate(pool, '/large');
      expect(worker).toMatchObject({ state: 'IDLE', invocationCount: 1 });
    });
  });

  it('ends at the timeout of a function that blocks it after its client has gone away', async () => {
    const pool = new RuntimeWorkerPool();
    const { child } = await startWorker(pool, TRIGGER.timeoutSeconds);
    const post = await startFront(pool);
    const client = new AbortController();
    const exited = once(child, 'exit');
    const begun = messageOf(child, 'hangs');
    post('/block-later', TRIGGER.id, client.signal).catch(() => undefined);
    await begun;
    client.abort();
    expect(await exited).toEqual([null, 'SIGKILL']);
  });

  it('responds with 500 when a function closes its connection, and serves its other requests', async () => {
    const pool = new RuntimeWorkerPool();
    await startWorker(pool);
    const post = await startFront(pool);
    const [status, body] = await post('/destroy');
    expect(status).toBe(500);
    expect(body).toContain('closed the connection without a response');
    expect((await post('/release'))[0]).toBe(200);
  });

  it('when it is replaced, finishes its requests, gets no more, and then exits', async () => {
    const pool = new RuntimeWorkerPool();
    const { worker, child, socketPath } = await startWorker(pool);
    const post = await startFront(pool);
    const waits = messageOf(child, 'waits');
    const response = post('/one');
    await waits;
    const exited = once(child, 'exit');
    worker.retire();
    expect((await post('/two'))[0]).toBe(599);
    request({ socketPath, path: '/release' }).end();
    expect(await response).toEqual([200, 'done']);
    await exited;
  });
});

/**
 * Handles one request with a worker that ends each time as described by `death`, or without one
 * does not start.
 */
async function handle(definition: object, death?: object) {
  const log = () => undefined;
  let attempts = 0;
  const pool = {
    readyForWork: () => death !== undefined,
    async submitRequest(_triggerId: string, _req: object, res: ServerResponse) {
      attempts += 1;
      deathOf.set(res, {
        definition: { ...TRIGGER, ...definition },
        culprit: undefined,
        isCulprit: false,
        reason: 'it broke',
        ...death,
      });
    },
  };
  const backend = { codebase: 'default', runtime: 'nodejs24', functionsDir: '.' };
  const emulator = Object.assign(Object.create(FunctionsEmulator.prototype), {
    args: { projectId: 'demo' },
    triggers: { [TRIGGER.id]: { def: { ...TRIGGER, ...definition }, enabled: true, backend } },
    workerPools: { default: pool },
    logger: { log, logLabeled: log },
    startRuntime: () => Promise.reject(new Error('exited')),
  }) as FunctionsEmulator;
  const response = {
    headersSent: false,
    sent: [] as unknown[],
    writeHead(status: number) {
      this.sent.push(status);
      return this;
    },
    end(text: string) {
      this.sent.push(text);
    },
  };
  const call = {
    method: 'POST',
    params: { trigger_name: TRIGGER.id },
    url: '/',
    protocol: 'http',
    hostname: 'localhost',
    headers: {},
  };
  await emulator.handleHttpsTrigger(call, response);
  return { attempts, sent: response.sent };
}

describe('the Functions emulator', () => {
  it('responds with 503 when the worker of a function does not start', async () => {
    expect((await handle({ httpsTrigger: {} })).sent).toEqual([
      503,
      'The worker of the function did not start.',
    ]);
  });

  it('responds with 500 and the reason to a request whose worker has ended', async () => {
    expect(await handle({ httpsTrigger: {} }, {})).toEqual({
      attempts: 1,
      sent: [500, 'The worker of onOrder ended: it broke.'],
    });
  });

  it("responds in the SDKs' format when the worker of a callable function has ended", async () => {
    const { sent } = await handle({ httpsTrigger: {}, labels: { 'deployment-callable': 'true' } }, {});
    expect(JSON.parse(sent[1] as string)).toEqual({
      error: { status: 'INTERNAL', message: 'The worker of onOrder ended: it broke.' },
    });
  });

  it('sends an event three times if its worker ends each time, and then responds with 503', async () => {
    expect(await handle({ eventTrigger: { eventType: 'x' } }, {})).toEqual({
      attempts: 3,
      sent: [503, 'The worker of onOrder ended: it broke.'],
    });
  });

  it('does not resend an event that has ended its worker', async () => {
    expect(await handle({ eventTrigger: { eventType: 'x' } }, { isCulprit: true })).toMatchObject({
      attempts: 1,
      sent: [500, 'The worker of onOrder ended: it broke.'],
    });
  });

  it.each([
    ['gcfv1', true],
    ['gcfv2', true],
    ['gcfv2', false],
  ])('registers a %s Firestore trigger with retry %s and the timeout of its function', (platform, retry) => {
    const endpoint = {
      platform,
      id: 'onOrder',
      region: 'us-central1',
      entryPoint: 'onOrder',
      timeoutSeconds: 90,
      eventTrigger: {
        eventType: 'google.cloud.firestore.document.v1.written',
        eventFilters: { database: '(default)', namespace: '(default)' },
        eventFilterPathPatterns: { document: 'orders/{id}' },
        retry,
      },
    };
    const [definition] = shared.emulatedFunctionsFromEndpoints([endpoint]);
    expect(definition?.eventTrigger).toMatchObject({ retry, timeoutSeconds: 90 });
    if (platform === 'gcfv1') return;
    const { bundle } = FunctionsEmulator.prototype.getV2FirestoreAttributes(
      'demo',
      'key',
      definition?.eventTrigger as object,
    );
    expect(JSON.parse(bundle)).toMatchObject({
      retry,
      timeoutSeconds: 90,
      document: { value: 'orders/{id}' },
    });
  });
});
