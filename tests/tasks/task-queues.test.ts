// Cloud Tasks through the unmodified firebase-admin and firebase-functions.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../event-log/event-log.ts';
import { startTasksProject, type TaskRun, type TasksProject } from './tasks-project.ts';

/** Timers and requests on a busy machine are late, never early. */
const EARLY_MS = 5;

let project: TasksProject;

beforeAll(async () => {
  project = await startTasksProject();
}, 120_000);
afterAll(async () => {
  await project?.[Symbol.asyncDispose]();
});

/** The enqueue options, and the SDK's error. */
async function enqueueError(queue: string, id: string): Promise<string> {
  return project.functions
    .taskQueue(queue)
    .enqueue({}, { id })
    .then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
}

const idOf = (run: TaskRun) => run.id;
const shortId = () => crypto.randomUUID();
const runsOf = (runs: readonly TaskRun[], id: string) => runs.filter((run) => run.id === id);

async function enqueue(
  queue: string,
  data: Record<string, unknown>,
  options: { scheduleDelaySeconds?: number; scheduleTime?: Date; headers?: Record<string, string> } = {},
): Promise<string> {
  const id = shortId();
  await project.functions.taskQueue(queue).enqueue(data, { id, ...options } as never);
  return id;
}

/** Resolves with the runs of one task once this many have ended. */
async function runsOfTask(queue: string, id: string, count: number): Promise<TaskRun[]> {
  for (let known = count; ; known += 1) {
    const runs = await project.waitForRuns(queue, known);
    if (runsOf(runs, id).filter(({ endedMs }) => endedMs !== undefined).length >= count)
      return runsOf(runs, id);
  }
}

// Concurrent, because most of them wait for a delay.
describe.concurrent('A task', () => {
  it.for(['plain', 'first'])(
    'a task of the function %s receives its data, and the headers of Cloud Tasks',
    async (queue, { expect }) => {
      const id = await enqueue(queue, { product: 'p1' }, { headers: { 'x-shop': 'a' } });
      const [run] = await runsOfTask(queue, id, 1);
      expect(run).toMatchObject({
        queueName: queue,
        id,
        retryCount: 0,
        executionCount: 0,
        previousResponse: null,
        data: { product: 'p1' },
      });
      expect(run?.headers['x-shop']).toBe('a');
      expect(run?.headers['user-agent']).toBe('Google-Cloud-Tasks');
      expect(Math.abs(Number(run?.scheduledTime) * 1000 - (run?.startedMs ?? 0))).toBeLessThan(60_000);
    },
  );

  it('a task with scheduleDelaySeconds does not run before', async ({ expect }) => {
    const startedMs = Date.now();
    const id = await enqueue('plain', {}, { scheduleDelaySeconds: 2 });
    const [run] = await runsOfTask('plain', id, 1);
    // The SDK adds whole seconds to the time of the call.
    expect(run?.startedMs).toBeGreaterThanOrEqual(startedMs + 2000 - EARLY_MS);
  });

  it('with scheduleTime runs after a later one without', async ({ expect }) => {
    const scheduleTime = new Date(Date.now() + 3000);
    const late = await enqueue('plain', {}, { scheduleTime });
    const early = await enqueue('plain', {});
    const [run] = await runsOfTask('plain', late, 1);
    expect(run?.startedMs).toBeGreaterThanOrEqual(scheduleTime.getTime() - EARLY_MS);
    expect(Number(run?.scheduledTime) * 1000).toBeCloseTo(scheduleTime.getTime(), 0);
    const ids = (await project.runs('plain')).map(idOf);
    expect(ids.indexOf(early)).toBeLessThan(ids.indexOf(late));
  });

  it('that throws is retried with the delays of retryConfig, and knows the previous response', async ({
    expect,
  }) => {
    const id = await enqueue('patient', { failures: 3 });
    const runs = await runsOfTask('patient', id, 4);
    expect(runs.map(({ retryCount, previousResponse }) => [retryCount, previousResponse])).toEqual([
      [0, null],
      [1, 500],
      [2, 500],
      [3, 500],
    ]);
    const gaps = runs.slice(1).map((run, index) => run.startedMs - (runs[index]?.startedMs ?? 0));
    for (const [index, seconds] of [1, 2, 2].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(seconds * 1000 - EARLY_MS);
    }
  });

  it('counts a response below 500 as an execution', async ({ expect }) => {
    const id = await enqueue('plain', { failures: 2, error: 'not-found' });
    const runs = await runsOfTask('plain', id, 3);
    expect(runs.map(({ executionCount, previousResponse }) => [executionCount, previousResponse])).toEqual([
      [0, null],
      [1, 404],
      [2, 404],
    ]);
  });

  it('that keeps failing is attempted three times by default, and its end is printed', async ({ expect }) => {
    const id = await enqueue('plain', { failures: 100 });
    await runsOfTask('plain', id, 3);
    await expect
      .poll(() => project.stack.output())
      .toContain(`task ${id} of plain abandoned after 3 attempts: response 500`);
    expect(runsOf(await project.runs('plain'), id)).toHaveLength(3);
  });
});

describe('A function that enqueues a task', () => {
  it('asks the emulator for its service account, once, and no metadata server', async () => {
    const { addresses, projectId } = project.stack;
    const response = await fetch(`http://${addresses.functions}/${projectId}/us-central1/enqueue`);
    const { asked } = (await response.json()) as { asked: string[] };
    const account = 'computeMetadata/v1/instance/service-accounts/default/email';
    expect(asked.filter((url) => url.includes('computeMetadata'))).toEqual([
      `http://${addresses.functions}/${account}`,
    ]);
    expect(new Set(asked.map((url) => new URL(url).hostname))).toEqual(new Set(['127.0.0.1']));
  });
});

describe('A task that a function enqueues', () => {
  it('is created, attempted and run in the trace of the request to that function', async () => {
    const { addresses, projectId } = project.stack;
    const traceId = crypto.randomUUID().replaceAll('-', '');
    await fetch(`http://${addresses.functions}/${projectId}/us-central1/enqueue`, {
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    const sql = 'SELECT service, name FROM spans WHERE trace_id = ? ORDER BY start_ms';
    await expect
      .poll(() => query(sql, [traceId]))
      .toEqual(
        expect.arrayContaining([
          { service: 'functions', name: 'enqueue' },
          { service: 'tasks', name: 'tasks.create plain' },
          { service: 'tasks', name: 'attempt plain' },
          { service: 'functions', name: 'plain' },
        ]),
      );
  });
});

describe('The id of a task', () => {
  it('that is or was in use is rejected with functions/task-already-exists', async () => {
    const id = shortId();
    expect(await enqueueError('plain', id)).toBe('none');
    expect(await enqueueError('plain', id)).toBe('functions/task-already-exists');
    await runsOfTask('plain', id, 1);
    expect(await enqueueError('plain', id)).toBe('functions/task-already-exists');
    expect(await enqueueError('first', id)).toBe('none');
  });

  it('of a deleted task is rejected, the task does not run, and deleting it again changes nothing', async () => {
    const queue = project.functions.taskQueue('plain');
    const id = await enqueue('plain', {}, { scheduleDelaySeconds: 3600 });
    await queue.delete(id);
    expect((await project.queues('GET', `/plain/tasks/${id}`)).status).toBe(404);
    expect(await enqueueError('plain', id)).toBe('functions/task-already-exists');
    // The SDK ignores the error.
    await queue.delete(id);
    expect((await project.queues('DELETE', `/plain/tasks/${id}`)).status).toBe(404);
  });
});

describe('A queue', () => {
  it('with maxConcurrentDispatches 2 runs two tasks at once, and the third when one has ended', async () => {
    const ids = await Promise.all(
      ['gates/one', 'gates/two', 'gates/three'].map((waitFor) => enqueue('limited', { waitFor })),
    );
    await expect.poll(async () => (await project.runs('limited')).length, { timeout: 30_000 }).toBe(2);
    const { body } = await project.queues('GET', '/limited/tasks');
    const counts = (body.tasks as { dispatchCount: number }[]).map(({ dispatchCount }) => dispatchCount);
    expect(counts.sort()).toEqual([0, 1, 1]);
    for (const gate of ['one', 'two', 'three']) await project.firestore.doc(`gates/${gate}`).set({});
    const runs = await project.waitForRuns('limited', 3);
    expect(runs.map(idOf).sort()).toEqual(ids.sort());
    expect(runs[2]?.startedMs).toBeGreaterThanOrEqual(
      Math.min(runs[0]?.endedMs ?? 0, runs[1]?.endedMs ?? 0) - EARLY_MS,
    );
  });

  it('with maxDispatchesPerSecond 2 starts four tasks in more than a second', async () => {
    // The first one waits for the worker, so it is not measured.
    await enqueue('slow', {});
    await project.waitForRuns('slow', 1);
    for (let count = 0; count < 4; count += 1) await enqueue('slow', {});
    const startedMs = (await project.waitForRuns('slow', 5)).slice(1).map((run) => run.startedMs);
    expect((startedMs[3] ?? 0) - (startedMs[0] ?? 0)).toBeGreaterThan(1000);
  });

  it('that is paused runs nothing until it is resumed', async () => {
    expect((await project.queues('POST', '/first:pause')).body.state).toBe('PAUSED');
    const id = await enqueue('first', { while: 'paused' });
    const plain = await enqueue('plain', {});
    await runsOfTask('plain', plain, 1);
    expect(runsOf(await project.runs('first'), id)).toEqual([]);
    expect((await project.queues('POST', '/first:resume')).body.state).toBe('RUNNING');
    expect(await runsOfTask('first', id, 1)).toHaveLength(1);
  });

  it('that is drained runs tasks scheduled for tomorrow, and responds when it is empty', async () => {
    const id = await enqueue('plain', {}, { scheduleDelaySeconds: 24 * 3600 });
    const { body } = await project.queues('POST', '/plain:drain');
    expect(body).toEqual({ succeeded: 1, failed: 0 });
    expect(runsOf(await project.runs('plain'), id)).toHaveLength(1);
  });

  it('keeps its tasks and its pause when the functions are reloaded', async () => {
    await project.queues('POST', '/plain:pause');
    const id = await enqueue('plain', { before: 'reload' });
    const source = readFileSync(project.sourceFile, 'utf8');
    writeFileSync(project.sourceFile, source.replace('maxDoublings: 1 }', 'maxDoublings: 9 }'));
    await expect
      .poll(
        async () => {
          const { retryConfig } = (await project.queues('GET', '/patient')).body as {
            retryConfig: { maxDoublings: number };
          };
          return retryConfig.maxDoublings;
        },
        { timeout: 30_000 },
      )
      .toBe(9);
    expect((await project.queues('GET', '/plain')).body.state).toBe('PAUSED');
    await project.queues('POST', '/plain:resume');
    expect(await runsOfTask('plain', id, 1)).toHaveLength(1);
  });

  it('loses its tasks and their names in a reset', async () => {
    const id = await enqueue('plain', {}, { scheduleDelaySeconds: 3600 });
    await project.stack.reset();
    expect((await project.queues('GET', '/plain/tasks')).body).toEqual({ tasks: [] });
    expect(await enqueueError('plain', id)).toBe('none');
  });
});

describe('The Cloud Tasks emulator', () => {
  it('shows the settings of a queue like the API', async () => {
    const { body } = await project.queues('GET', '/slow');
    expect(body).toEqual({
      name: 'projects/demo-tasks/locations/us-central1/queues/slow',
      state: 'RUNNING',
      rateLimits: { maxConcurrentDispatches: 1000, maxDispatchesPerSecond: 2, maxBurstSize: 1 },
      retryConfig: {
        maxAttempts: 3,
        maxDoublings: 16,
        maxRetryDuration: '0s',
        minBackoff: '0.1s',
        maxBackoff: '3600s',
      },
    });
  });

  it('lists the queues if one is unknown, and the SDK reports functions/not-found', async () => {
    const { status, body } = await project.queues('GET', '/nowhere');
    expect(status).toBe(404);
    expect((body.error as { message: string }).message).toMatch(/no queue .*\/nowhere.*queues\/plain/);
    expect(await enqueueError('nowhere', shortId())).toBe('functions/not-found');
  });

  it('rejects unsupported calls by name', async () => {
    const { status, body } = await project.queues('GET', '/plain:getIamPolicy');
    expect(status).toBe(501);
    expect(body.error).toMatchObject({ status: 'UNIMPLEMENTED' });
    expect((body.error as { message: string }).message).toContain('getIamPolicy');
  });
});
