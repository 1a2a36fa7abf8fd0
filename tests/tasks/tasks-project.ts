// A Firebase project with task queue functions of both generations. Each run of a task is written
// to Firestore, with its headers.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type App, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { type Functions, getFunctions } from 'firebase-admin/functions';
import { createStack } from '../../packages/stack/src/stack/create-stack.ts';
import type { CreatedStack } from '../../packages/stack/src/stack/created-stack.ts';
import { shopPath } from '../support/shop-project.ts';

const WAIT_MS = 30_000;
const POLL_MS = 30;

const FUNCTIONS = `
  const { subscribe } = require('node:diagnostics_channel');
  const { initializeApp } = require('firebase-admin/app');
  const { getFirestore } = require('firebase-admin/firestore');
  const { getFunctions } = require('firebase-admin/functions');
  const { onTaskDispatched } = require('firebase-functions/v2/tasks');
  const { onRequest, HttpsError } = require('firebase-functions/v2/https');
  const v1 = require('firebase-functions/v1');
  initializeApp();

  // Fails the first data.failures times, with the status in data.error or with an exception.
  async function handle(data, context) {
    const { queueName, id, retryCount, executionCount, scheduledTime, previousResponse, headers } = context;
    const run = { queueName, id, retryCount, executionCount, scheduledTime, data, headers,
      previousResponse: previousResponse ?? null, startedMs: Date.now() };
    const reference = await getFirestore().collection('runs').add(run);
    if (data.waitFor) {
      await new Promise((resolve) => {
        const stop = getFirestore().doc(data.waitFor).onSnapshot((snapshot) => {
          if (snapshot.exists) { stop(); resolve(); }
        });
      });
    }
    await reference.update({ endedMs: Date.now() });
    if (retryCount < (data.failures ?? 0)) {
      if (data.error) throw new HttpsError(data.error, 'as the test wants');
      throw new Error('as the test wants');
    }
  }

  const byRequest = (request) => handle(request.data, request);
  const quick = { minBackoffSeconds: 0.1, maxBackoffSeconds: 1, maxDoublings: 3 };
  exports.plain = onTaskDispatched({ retryConfig: quick }, byRequest);
  exports.limited = onTaskDispatched({ rateLimits: { maxConcurrentDispatches: 2 } }, byRequest);
  exports.slow = onTaskDispatched({ rateLimits: { maxDispatchesPerSecond: 2 } }, byRequest);
  exports.patient = onTaskDispatched(
    { retryConfig: { maxAttempts: 4, minBackoffSeconds: 1, maxBackoffSeconds: 2, maxDoublings: 1 } }, byRequest);
  exports.first = v1.tasks.taskQueue({ retryConfig: quick }).onDispatch(handle);
  const asked = [];
  subscribe('undici:request:create', ({ request }) => asked.push(request.origin + request.path));
  subscribe('http.client.request.start', ({ request }) => asked.push('http://' + request.getHeader('host') + request.path));
  exports.enqueue = onRequest(async (request, response) => {
    await getFunctions().taskQueue('plain').enqueue({ from: 'a function' });
    response.json({ asked });
  });
`;

/** A run of a task, as seen by the function. */
export interface TaskRun {
  readonly queueName: string;
  readonly id: string;
  readonly retryCount: number;
  readonly executionCount: number;
  /** Seconds since 1970. */
  readonly scheduledTime: string;
  readonly previousResponse: number | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly startedMs: number;
  readonly endedMs?: number;
}

/** The project with its emulators, and the Admin SDK. */
export interface TasksProject extends AsyncDisposable {
  readonly stack: CreatedStack;
  readonly functions: Functions;
  readonly firestore: Firestore;
  /** Absolute path of functions/index.js. */
  readonly sourceFile: string;
  /** Calls the Tasks emulator on a path below the queues of the project. */
  queues(method: string, path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** The runs of a queue in the order in which they started. */
  runs(queue: string): Promise<TaskRun[]>;
  /** Resolves with the runs once this many have ended. */
  waitForRuns(queue: string, count: number): Promise<TaskRun[]>;
}

/** Writes and starts the project. */
export async function startTasksProject(): Promise<TasksProject> {
  const folder = mkdtempSync(join(tmpdir(), 'tasks-project-'));
  const sourceFile = writeProject(folder);
  const stack = await createStack({
    folder,
    emulators: ['firestore', 'functions'],
    projectId: 'demo-tasks',
    eventLog: true,
  });
  // The Admin SDK reads its addresses on first use.
  Object.assign(process.env, stack.environment);
  const app: App = initializeApp({ projectId: stack.projectId });
  const firestore = getFirestore(app);
  const runs = async (queue: string) => {
    const found = await firestore.collection('runs').get();
    return found.docs
      .map((document) => document.data() as TaskRun)
      .filter(({ queueName }) => queueName === queue)
      .sort((first, second) => first.startedMs - second.startedMs);
  };
  return {
    stack,
    functions: getFunctions(app),
    firestore,
    sourceFile,
    async queues(method, path) {
      const base = `http://${stack.addresses.tasks}/projects/${stack.projectId}/locations/us-central1/queues`;
      const response = await fetch(`${base}${path}`, { method });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    runs,
    async waitForRuns(queue, count) {
      for (const end = Date.now() + WAIT_MS; ; ) {
        const found = await runs(queue);
        if (found.filter(({ endedMs }) => endedMs !== undefined).length >= count) return found;
        if (Date.now() > end) {
          throw new Error(`${found.length} of ${count} runs of ${queue}:\n${stack.output()}`);
        }
        await delay(POLL_MS);
      }
    },
    async [Symbol.asyncDispose]() {
      await deleteApp(app);
      await stack[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeProject(folder: string): string {
  mkdirSync(join(folder, 'functions'));
  symlinkSync(shopPath('node_modules'), join(folder, 'functions', 'node_modules'));
  const sourceFile = join(folder, 'functions', 'index.js');
  writeFileSync(sourceFile, FUNCTIONS);
  const manifest = {
    name: 'functions',
    main: 'index.js',
    engines: { node: '24' },
    dependencies: { 'firebase-admin': '*', 'firebase-functions': '*' },
  };
  writeFileSync(join(folder, 'functions', 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ functions: { source: 'functions' } }));
  return sourceFile;
}
