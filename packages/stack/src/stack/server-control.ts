// The interface through which commands control the servers and data of a running stack: HTTP on a
// Unix socket in the folder of the run, which only its user can open and no web page can reach.
//
//   GET /servers                           {"servers": [{"name": "web", "ports": ["web"], "state":
//                                          "running"}]}
//   GET /reloads                           {}, once file changes have taken effect
//   POST /servers/NAME/start|stop|restart  {"message": "..."}; status 400 when it failed
//   POST /data/reset|seed|save|load        the same, or the result of the operation. The body
//                                          is a DataRequest serialized with node:v8, because
//                                          configured accounts may contain dates
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { deserialize, serialize } from 'node:v8';
import { unknownName } from '../config/unknown-name.ts';
import type { DataCounts, DataOperations } from '../data/data-operations.ts';
import type { SeedOptions } from '../data/reset-data.ts';
import type { ServerProcess, ServerProcessState } from '../processes/server-process.ts';
import { UserError } from '../user-error.ts';

export const SERVER_ACTIONS = ['start', 'stop', 'restart'] as const;
type ServerAction = (typeof SERVER_ACTIONS)[number];

const DONE: Readonly<Record<ServerAction, string>> = {
  start: 'responds',
  stop: 'is stopped',
  restart: 'responds',
};

/** Options of `reset` and `seed`, or the file of `save` and `load`. */
interface DataRequest extends Pick<SeedOptions, 'seed'> {
  /** Absolute path of a snapshot. */
  readonly file?: string;
}

const DATA_ACTIONS = ['reset', 'seed', 'save', 'load'] as const;
type DataAction = (typeof DATA_ACTIONS)[number];

/** Further parts of a stack that can be controlled. */
interface StackControl {
  readonly data?: DataOperations;
  /** Resolves when all file changes seen so far have taken effect. */
  readonly settled?: () => Promise<void>;
}

/** Serves requests for these servers and for the data on a Unix socket until this process ends. */
export function serveServerControl(
  socket: string,
  servers: readonly ServerProcess[],
  { data, settled = async () => undefined }: StackControl = {},
): Server {
  const change = async (path: string) => {
    const [, , name = '', action] = path.split('/').map(decodeURIComponent);
    const server = servers.find((each) => isCalled(each, name));
    const known = SERVER_ACTIONS.find((each) => each === action);
    if (server === undefined) {
      const names = [...new Set(servers.flatMap((each) => [each.name, ...each.portNames]))];
      throw unknownName('server', name, names, 'See: npx savepoint server list');
    }
    if (known === undefined)
      throw unknownName('action', action ?? '', SERVER_ACTIONS, 'Expected POST /servers/NAME/ACTION.');
    const act = () => server[known]();
    // An operation on all data would see only part of them.
    const sentences = await (server.storesData && data !== undefined ? data.exclusively(act) : act());
    const { note } = server.state;
    return [`${server.name} ${DONE[known]}.`, ...(note === undefined ? [] : [note]), ...sentences].join(' ');
  };
  const control = createServer((incoming, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (incoming.url === '/reloads') return settled().then(() => respond(200, {}));
    if (incoming.method === 'GET') return respond(200, { servers: servers.map(({ state }) => state) });
    const action = DATA_ACTIONS.find((each) => incoming.url === `/data/${each}`);
    const changed =
      action === undefined || data === undefined
        ? change(incoming.url ?? '').then((message) => ({ message }))
        : runOperation(data, action, incoming);
    return changed.then(
      (body) => respond(200, body),
      (error: Error) => respond(400, { message: error.message }),
    );
  });
  return control.listen(socket).unref();
}

/** Compares with all its names: `eventLog`, `event-log`, or "Event log" as in the start summary. */
function isCalled({ name, portNames, labels }: ServerProcess, text: string): boolean {
  const plain = (each: string) => each.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return [name, ...portNames, ...labels].some((each) => plain(each) === plain(text));
}

async function runOperation(
  data: DataOperations,
  action: DataAction,
  incoming: IncomingMessage,
): Promise<object> {
  const { file = '', ...options } = deserialize(Buffer.concat(await incoming.toArray())) as DataRequest;
  if (action === 'save' || action === 'load') return data[action](file);
  await data[action](options);
  return {};
}

export async function readServers(socket: string): Promise<readonly ServerProcessState[]> {
  const { servers } = (await send('GET', socket, '/servers')) as { servers: ServerProcessState[] };
  return servers;
}

/** Resolves when the stack has applied all file changes made before this command. */
export async function waitForReloads(socket: string): Promise<void> {
  await send('GET', socket, '/reloads');
}

/**
 * Resolves with a sentence about the outcome.
 * @throws UserError when the server is unknown, or the change failed
 */
export async function changeServer(socket: string, name: string, action: string): Promise<string> {
  const { message } = (await send('POST', socket, `/servers/${encodeURIComponent(name)}/${action}`)) as {
    message: string;
  };
  return message;
}

/**
 * Resets the stack to its initial data, or adds these to its data. Once the stack has received the
 * request, the operation completes even if this process is killed.
 * @throws UserError when it failed; the stack has its earlier data then
 */
export async function loadStackData(
  socket: string,
  action: 'reset' | 'seed',
  options: Pick<SeedOptions, 'seed'>,
): Promise<void> {
  await send('POST', socket, `/data/${action}`, serialize(options satisfies DataRequest));
}

/** Saves all data of the stack to a snapshot, or loads one; otherwise like `loadStackData`. */
export async function transferStackData(
  socket: string,
  action: 'save' | 'load',
  file: string,
): Promise<DataCounts> {
  const request: DataRequest = { file };
  return (await send('POST', socket, `/data/${action}`, serialize(request))) as DataCounts;
}

async function send(method: string, socketPath: string, path: string, content?: Buffer): Promise<unknown> {
  const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
    const sent = request({ socketPath, method, path }, async (response) => {
      const chunks: Buffer[] = await response.toArray();
      resolve([response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8')]);
    });
    sent.once('error', (error) =>
      reject(new UserError(`The stack has ended (${error.message})`, 'Start it again.')),
    );
    sent.end(content);
  });
  const body = JSON.parse(text) as { message?: string };
  if (status !== 200) throw new UserError(body.message ?? `The stack responded with status ${status}`);
  return body;
}
