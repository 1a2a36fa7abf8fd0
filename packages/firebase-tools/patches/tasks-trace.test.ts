// A task in the trace of the request that has created it, through all its attempts.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';

interface SentAttempt {
  readonly name: string;
  readonly attempt: number;
  readonly traceparent: string | undefined;
}

const { TasksApi } = createRequire(import.meta.url)('./tasks-api.cjs') as {
  TasksApi: new (
    options: object,
  ) => {
    handle(method: string, path: string, text: string): Promise<{ status: number }>;
  };
};
const QUEUE = '/projects/demo/locations/us-central1/queues/send';

describe('TasksApi', () => {
  it('gives each attempt the trace in which its task was created, not that of a later request', async () => {
    const clock = new ManualClock();
    const attempts: SentAttempt[] = [];
    let traceparent: string | undefined;
    const api = new TasksApi({
      clock,
      log: () => undefined,
      traceparent: () => traceparent,
      dispatch: (attempt: SentAttempt, done: (status: number) => void) => {
        attempts.push(attempt);
        done(attempts.length < 3 ? 500 : 200);
      },
    });
    await api.handle('POST', QUEUE, JSON.stringify({ defaultUri: 'http://127.0.0.1:5001/send' }));
    traceparent = 'first';
    const task = { name: `${QUEUE.slice(1)}/tasks/t1`, httpRequest: { url: 'http://127.0.0.1:5001/send' } };
    const created = await api.handle('POST', `${QUEUE}/tasks`, JSON.stringify({ task }));
    expect(created.status).toBe(200);
    traceparent = 'second';
    clock.advance(60_000);
    expect(attempts.map(({ attempt, traceparent: own }) => [attempt, own])).toEqual([
      [1, 'first'],
      [2, 'first'],
      [3, 'first'],
    ]);
    expect(attempts[0]?.name).toBe(`${QUEUE.slice(1)}/tasks/t1`);
  });
});
