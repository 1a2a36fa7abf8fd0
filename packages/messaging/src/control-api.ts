// Actions for Studio and tests that FCM clients cannot take.
import type { EmulatorEnv } from '@savepoint/server/http/app';
import { Hono } from 'hono';
import type { Outbox } from './outbox.ts';

/** The application of `/_savepoint/`. */
export function createControlApi(outbox: Outbox): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>();
  app.get('/messages', (context) =>
    context.json({ messages: outbox.messages, unregisteredTokens: outbox.unregisteredTokens }),
  );
  app.post('/reset', (context) => {
    outbox.clear();
    return context.json({});
  });
  app.put('/unregistered/:token', (context) => {
    outbox.unregister(context.req.param('token'));
    return context.json({});
  });
  app.delete('/unregistered/:token', (context) => {
    outbox.register(context.req.param('token'));
    return context.json({});
  });
  return app;
}
