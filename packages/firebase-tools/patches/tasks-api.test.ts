import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';

interface Response {
  readonly status: number;
  readonly body: { readonly error?: { readonly message: string } };
}

const { TasksApi } = createRequire(import.meta.url)('./tasks-api.cjs') as {
  TasksApi: new (
    options: object,
  ) => { handle(method: string, path: string, text: string): Promise<Response> };
};
const QUEUE = '/projects/demo/locations/us-central1/queues/send';
const URL = 'http://127.0.0.1:5001/send';

/** Creates a task that is due at a time. */
async function schedule(scheduleTime: unknown): Promise<Response> {
  const api = new TasksApi({ clock: new ManualClock(), log: () => undefined, dispatch: () => undefined });
  await api.handle('POST', QUEUE, JSON.stringify({ defaultUri: URL }));
  const task = { scheduleTime, httpRequest: { url: URL } };
  return await api.handle('POST', `${QUEUE}/tasks`, JSON.stringify({ task }));
}

describe('TasksApi', () => {
  it.each(['1970-02-30T12:00:00Z', '1970-01-01T24:00:00Z', '1970-01-01', 'soon', 7])(
    'refuses a task whose scheduleTime %j does not exist',
    async (time) => {
      const { status, body } = await schedule(time);
      expect(status).toBe(400);
      expect(body.error?.message).toContain('scheduleTime is not a timestamp');
    },
  );

  it('takes a scheduleTime with a fraction and an offset', async () => {
    expect((await schedule('1970-01-02T00:00:00.5+01:00')).status).toBe(200);
  });
});
