// The control API under /_savepoint/, for tests and developers: actions that clients of the real
// API cannot take. Bodies are JSON; unknown fields are rejected. These are the routes that all
// emulators share; each adds its own.

import type { Context } from 'hono';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Delivery, DeliveryQueue } from '../webhooks/delivery-queue.ts';
import type { DeliveryFaults } from '../webhooks/fault-injection.ts';
import type { EmulatorEnv } from './app.ts';

/** The path prefix of all control requests. */
const CONTROL_PATH = '/_savepoint';

interface ControlOptions<D extends Delivery, F extends DeliveryFaults> {
  readonly clock: Clock;
  readonly deliveries: DeliveryQueue<D, F>;
  /** The schema for the body of `POST /faults`: any subset of the faults. */
  readonly faultsSchema: z.ZodType<{ [Name in keyof F]?: F[Name] | undefined }>;
  /** The deliveries for `GET /deliveries`, oldest first. */
  readonly listDeliveries: () => readonly D[];
  /** Resolves when no background work is in progress. */
  readonly idle: () => Promise<void>;
  /** The response body of `POST /clock/advance`. */
  readonly clockState: () => object;
}

const NO_FIELDS = z.strictObject({});
const ADVANCE = z.strictObject({ seconds: z.number().min(0).max(31_536_000) });
const RELEASE = z.strictObject({ order: z.enum(['first-first', 'last-first']).default('first-first') });

/**
 * A control request that cannot be carried out, with its status and the `error` of the response.
 */
export class ControlError extends Error {
  readonly status: 400 | 404;

  constructor(status: 400 | 404, message: string) {
    super(message);
    this.status = status;
  }
}

/** A control request for an object that does not exist. */
export function notFound(noun: string, id: string): ControlError {
  return new ControlError(404, `There is no ${noun} ${id}.`);
}

/**
 * Reads a control request's JSON body. An empty body counts as `{}`.
 * @throws ControlError when it is not JSON or does not match the schema
 */
export function readControlBody<T>(context: Context<EmulatorEnv>, schema: z.ZodType<T>): T {
  const text = context.var.body;
  let body: unknown = {};
  try {
    if (text !== '') body = JSON.parse(text);
  } catch (error) {
    throw new ControlError(400, `The body is not JSON: ${(error as SyntaxError).message}`);
  }
  const result = schema.safeParse(body);
  if (!result.success) throw new ControlError(400, z.prettifyError(result.error));
  return result.data;
}

/** {@link readControlBody} for requests without parameters: rejects every field. */
export function readNoFields(context: Context<EmulatorEnv>): void {
  readControlBody(context, NO_FIELDS);
}

/**
 * Creates the control API with the routes that all emulators share. Mount it with {@link
 * mountControlApi}.
 */
export function createControlApi<D extends Delivery, F extends DeliveryFaults>(
  options: ControlOptions<D, F>,
): Hono<EmulatorEnv> {
  const { clock, deliveries, idle } = options;
  const control = new Hono<EmulatorEnv>();
  control.onError((error, context) => {
    if (error instanceof ControlError) return context.json({ error: error.message }, error.status);
    throw error;
  });
  control.post('/clock/advance', async (context) => {
    const { seconds } = readControlBody(context, ADVANCE);
    await idle();
    await clock.advance(seconds * 1000, idle);
    await idle();
    return context.json(options.clockState());
  });
  control.get('/faults', (context) => context.json(deliveries.faults));
  control.post('/faults', (context) => {
    const changes = Object.entries(readControlBody(context, options.faultsSchema));
    Object.assign(deliveries.faults, Object.fromEntries(changes.filter(([, value]) => value !== undefined)));
    return context.json(deliveries.faults);
  });
  control.delete('/faults', (context) => {
    deliveries.clearFaults();
    return context.json(deliveries.faults);
  });
  control.get('/deliveries', (context) => context.json(options.listDeliveries().toReversed()));
  control.post('/deliveries/release', async (context) => {
    const released = deliveries.release(readControlBody(context, RELEASE).order);
    await deliveries.idle();
    return context.json({ released });
  });
  control.post('/deliveries/now', async (context) => {
    readNoFields(context);
    const sent = deliveries.deliverNow();
    await deliveries.idle();
    return context.json({ sent });
  });
  control.post('/deliveries/settle', async (context) => {
    readNoFields(context);
    await deliveries.idle();
    return context.json({ settled: true });
  });
  return control;
}

/**
 * Mounts a control API. Call it after adding all routes, because an unknown path gets a 404 that
 * lists them.
 */
export function mountControlApi(app: Hono<EmulatorEnv>, control: Hono<EmulatorEnv>): void {
  const routes = [...new Set(control.routes.map(({ method, path }) => `${method} ${path}`))].join(', ');
  control.all('*', (context) =>
    context.json(
      { error: `There is no ${context.req.method} ${context.req.path}. There are: ${routes}.` },
      404,
    ),
  );
  app.route(CONTROL_PATH, control);
}
