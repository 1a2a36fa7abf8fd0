// Actions for tests and developers that clients of the real API cannot take.
import { invalidArgument } from '@savepoint/server/core/rpc-error';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import { type Context, Hono } from 'hono';
import { readJson } from './core/read-json.ts';
import { readMessage } from './core/read-message.ts';
import type { Queues } from './queue/queues.ts';

const MAX_ADVANCE_SECONDS = 31_536_000;

/** The application of `/_savepoint/`. */
export function createControlApi(queues: Queues): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>();
  app.post('/reset', (context) => {
    readMessage(bodyOf(context), '', { read: [] });
    queues.clear();
    return context.json({ reset: true });
  });
  app.post('/clock/advance', async (context) => {
    const { seconds } = readMessage(bodyOf(context), '', { read: ['seconds'] });
    if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= MAX_ADVANCE_SECONDS)) {
      throw invalidArgument(`Expected {"seconds": N} with 0 to ${MAX_ADVANCE_SECONDS}.`);
    }
    await queues.clock.advance(seconds * 1000);
    return context.json({ now: new Date(queues.clock.nowMs()).toISOString() });
  });
  return app;
}

function bodyOf({ req, var: { body } }: Context<EmulatorEnv>): unknown {
  return readJson(body, (name) => req.header(name));
}
