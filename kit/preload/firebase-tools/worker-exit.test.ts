// The patches that concern the exit of a worker, applied to the installed firebase-tools, with workers that are processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestOptions, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

// A process takes seconds to start on a machine that runs other suites at the same time.
vi.setConfig({ testTimeout: 30_000 });

interface Worker {
  readonly state: string;
  waitForSocketReady(): Promise<void>;
}

interface WorkerPool {
  addWorker(trigger: object, runtime: object, info: object, runtimeType: string): Worker;
  submitRequest(triggerId: string, req: object, resp: object, body: Buffer): Promise<void>;
}

interface FunctionsEmulator {
  handleHttpsTrigger(req: object, res: object): Promise<void>;
  getV2FirestoreAttributes(projectId: string, key: string, eventTrigger: object): { bundle: string };
}

const require = createRequire(import.meta.url);
const PATCHES = [
  'shared-workers',
  'single-worker-start',
  'worker-exit',
  'failed-start-response',
  'trigger-retry',
  'trigger-registration',
];

let RuntimeWorkerPool: new () => WorkerPool;
let FunctionsEmulator: { prototype: FunctionsEmulator };
let shared: { emulatedFunctionsFromEndpoints(endpoints: object[]): { eventTrigger: object }[] };

beforeAll(() => {
  vi.stubEnv('SAVEPOINT_FIRESTORE_MAIN', 'main.js');
  const patches = PATCHES.map((name) => require(`./${name}.cjs`));
  const moduleOf = (name: string) => require(`../../../node_modules/firebase-tools/${name}`);
  for (const patch of patches) {
    for (const [expected, holds] of Object.entries<(module: object) => boolean>(patch.expected)) {
      expect(holds(moduleOf(patch.module)), expected).toBe(true);
    }
  }
  for (const patch of patches) patch.apply(moduleOf(patch.module));
  ({ RuntimeWorkerPool } = moduleOf('lib/emulator/functionsRuntimeWorker.js'));
  ({ FunctionsEmulator } = moduleOf('lib/emulator/functionsEmulator.js'));
  shared = moduleOf('lib/emulator/functionsEmulatorShared.js');
}, 60_000);

afterAll(() => vi.unstubAllEnvs());

const TRIGGER = { id: 'us-central1-onOrder', timeoutSeconds: 1 };

/**
 * A function: /throw logs as firebase-tools' runtime does for a function that threw, /hang never responds, /partial responds in part, and
 * any other path responds when /release is requested.
 */
const WORKER = `
  const waiting = [];
  require('node:http').createServer((request, response) => {
    if (request.url === '/__/health') return response.end();
    if (request.url === '/hang') return process.send('hangs\\n');
    if (request.url === '/partial') return response.write('half', () => process.send('partial\\n'));
    if (request.url === '/release') return [response, ...waiting].forEach((each) => each.end('done'));
    if (request.url === '/throw') {
      process.send(JSON.stringify({ level: 'FATAL', type: 'runtime-error', text: 'thrown' }) + '\\n');
      response.writeHead(500).end('thrown');
      return;
    }
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
  const socketPath = join(tmpdir(), `worker-exit-${randomUUID().slice(0, 8)}.sock`);
  const child = spawn(process.execPath, ['-e', code], {
    env: { ...process.env, PORT: socketPath },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  const conn = { httpReqOpts: (): RequestOptions => ({ socketPath }) };
  const runtime = { process: child, events: new EventEmitter(), cwd: '.', conn };
  return { worker: pool.addWorker(TRIGGER, runtime, {}, 'nodejs24'), child, socketPath };
}

async function startWorker(pool: WorkerPool) {
  const started = addWorker(pool);
  await started.worker.waitForSocketReady();
  return started;
}

/** Submits requests to the pool as the Functions emulator's server does; returns status and body of the response. */
async function startFront(
  pool: WorkerPool,
): Promise<(path: string) => Promise<[number | undefined, string]>> {
  const server = createServer(async (req, res) => {
    await pool
      .submitRequest(TRIGGER.id, { method: 'POST', path: req.url, headers: {} }, res, Buffer.alloc(0))
      .catch((error: Error) => res.writeHead(599).end(error.message));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (path) =>
    new Promise((resolve, reject) => {
      const call = request({ port, path, host: '127.0.0.1', method: 'POST' }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve([response.statusCode, text]));
        response.on('error', reject);
      });
      call.on('error', reject).end();
    });
}

const messageOf = (child: ChildProcess, text: string) =>
  new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (String(message).startsWith(text)) resolve();
    });
  });

describe('a worker of the Functions emulator', () => {
  it('that exits while it is starting ends the wait for it at once', async () => {
    const { worker } = addWorker(new RuntimeWorkerPool(), 'process.exit(3)');
    await expect(worker.waitForSocketReady()).rejects.toThrow('exited while it was starting');
  });

  it('that is killed while it is starting ends the wait for it, and never becomes idle', async () => {
    const { worker, child } = addWorker(new RuntimeWorkerPool(), 'setInterval(() => {}, 1e6)');
    const waiting = worker.waitForSocketReady();
    child.kill('SIGKILL');
    await expect(waiting).rejects.toThrow('exited while it was starting');
    expect(worker.state).toBe('FINISHED');
    Object.assign(worker, { state: 'IDLE' });
    expect(worker.state).toBe('FINISHED');
  });

  it('that is killed responds with 503 to its requests', async () => {
    const pool = new RuntimeWorkerPool();
    const { child } = await startWorker(pool);
    const post = await startFront(pool);
    const waits = messageOf(child, 'waits');
    const responses = Promise.all([post('/one'), post('/two')]);
    await waits;
    child.kill('SIGKILL');
    expect((await responses).map(([status]) => status)).toEqual([503, 503]);
  });

  it('that is killed within a response breaks that response off', async () => {
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

  it('whose function times out responds with 504', async () => {
    const pool = new RuntimeWorkerPool();
    await startWorker(pool);
    const post = await startFront(pool);
    expect((await post('/hang'))[0]).toBe(504);
  });

  it('whose function throws responds with its error, finishes its other requests and then exits', async () => {
    const pool = new RuntimeWorkerPool();
    const { worker, child, socketPath } = await startWorker(pool);
    const post = await startFront(pool);
    const waits = messageOf(child, 'waits');
    const other = post('/other');
    await waits;
    const exited = once(child, 'exit');
    expect(await post('/throw')).toEqual([500, 'thrown']);
    expect(worker.state).toBe('FINISHING');
    request({ socketPath, path: '/release' }).end();
    expect(await other).toEqual([200, 'done']);
    await exited;
  });
});

describe('the Functions emulator', () => {
  it('responds with 503 when the worker of a function does not start', async () => {
    const definition = { ...TRIGGER, httpsTrigger: {} };
    const backend = { codebase: 'default', runtime: 'nodejs24', functionsDir: '.' };
    const log = () => undefined;
    const emulator = Object.assign(Object.create(FunctionsEmulator.prototype), {
      args: { projectId: 'demo' },
      triggers: { [TRIGGER.id]: { def: definition, enabled: true, backend } },
      workerPools: { default: { readyForWork: () => false } },
      logger: { log, logLabeled: log },
      startRuntime: () => Promise.reject(new Error('exited')),
    }) as FunctionsEmulator;
    const sent: unknown[] = [];
    const response = {
      headersSent: false,
      status(code: number) {
        sent.push(code);
        return this;
      },
      send: (text: string) => sent.push(text),
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
    expect(sent).toEqual([503, 'The worker of the function did not start.']);
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
