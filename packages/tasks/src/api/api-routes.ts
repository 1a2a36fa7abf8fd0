// The REST interface for firebase-admin and the Functions emulator, and the part of the Cloud Tasks
// API v2 that concerns queues and tasks. Paths are accepted with and without /v2.
import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import type { SpanSink } from '@savepoint/server/core/tracing';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import { type Context, Hono } from 'hono';
import { readJson } from '../core/read-json.ts';
import { notSupported } from '../core/read-message.ts';
import type { Queues } from '../queue/queues.ts';
import { checkQueueId, readFunctionQueue, readQueue } from './check-queue.ts';
import { listPage } from './list-page.ts';
import { OPERATIONS } from './operations.ts';
import { queueResource, queueStatistics } from './resources.ts';
import { traceOperations } from './trace-operations.ts';

/** `projects/P/locations/L/queues`, the id of a queue, and the rest. */
const PATH = /^(?:\/v2)?\/(projects\/[^/]+\/locations\/[^/]+)\/queues(?:\/([^/:]+)(.*))?$/;
/** `/tasks`, `/tasks/ID`, `/tasks/ID:VERB`, `:VERB`. */
const REST = /^(?:\/(tasks)(?:\/([^/:]+))?)?(?::(\w+))?$/;

/** The API's application. If there is a sink, it records changes of tasks. */
export function createApi(queues: Queues, onSpan?: SpanSink): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>();
  if (onSpan !== undefined) app.use(traceOperations(onSpan));
  app.get('/', (context) => context.text('Ok\n'));
  app.get('/queueStats', (context) => context.json(queueStatistics(queues.list())));
  for (const path of ['/projects/*', '/v2/*']) {
    app.all(path, async (context) => context.json(await respond(queues, context)));
  }
  return app;
}

async function respond(queues: Queues, { req, var: { body: text } }: Context<EmulatorEnv>): Promise<object> {
  const { method, path } = req;
  const [, location = '', id = '', rest = ''] = PATH.exec(path) ?? [];
  const body = readJson(text, (name) => req.header(name));
  const query = req.query();
  const name = `${location}/queues/${id}`;
  if (location !== '' && id === '') {
    if (method === 'GET') return listQueues(queues, location, query);
    if (method === 'POST') return createQueue(queues, location, body);
  }
  if (id !== '' && rest === '' && method === 'POST') return registerQueue(queues, name, id, body);
  const match = id === '' ? null : REST.exec(rest);
  const [, tasks, taskId = '', verb = ''] = match ?? [];
  const resource = tasks === undefined ? 'queue' : taskId === '' ? 'tasks' : 'task';
  const operation = OPERATIONS[`${method} ${resource}${verb === '' ? '' : `:${verb}`}`];
  if (match === null || operation === undefined) throw notSupported(`${method} ${path}`);
  const target = queues.find(name);
  if (target !== undefined) return operation({ queues, target, taskId, query, body });
  const known = queues.list().map((queue) => queue.name);
  throw new RpcError(
    StatusCode.NOT_FOUND,
    `There is no queue ${name}. Functions with a queue: ${known.join(', ') || 'none'}`,
  );
}

function listQueues(queues: Queues, location: string, query: Readonly<Record<string, string>>): object {
  if (query.filter) throw notSupported('a filter of queues');
  const all = queues.list().filter(({ name }) => name.startsWith(`${location}/`));
  const { items, ...page } = listPage(all, query, 9800);
  return { queues: items.map(queueResource), ...page };
}

function createQueue(queues: Queues, location: string, body: unknown): object {
  const { name, settings } = readQueue(body);
  const prefix = `${location}/queues/`;
  if (!name.startsWith(prefix)) throw invalidArgument(`Expected a name ${prefix}ID; it is "${name}"`);
  checkQueueId(name.slice(prefix.length));
  if (queues.find(name) !== undefined) {
    throw new RpcError(StatusCode.ALREADY_EXISTS, `The queue ${name} already exists`);
  }
  return queueResource(queues.put(name, settings));
}

/** Called by the Functions emulator for each function with a queue, and again after a reload. */
function registerQueue(queues: Queues, name: string, id: string, body: unknown): object {
  checkQueueId(id);
  const { settings, defaultUrl } = readFunctionQueue(body);
  queues.put(name, settings, defaultUrl);
  return { taskQueueConfig: settings };
}
