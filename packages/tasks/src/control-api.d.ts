import type { EmulatorEnv } from '@savepoint/server/http/app';
import { Hono } from 'hono';
import type { Queues } from './queue/queues.ts';
/** The application of `/_savepoint/`. */
export declare function createControlApi(queues: Queues): Hono<EmulatorEnv>;
