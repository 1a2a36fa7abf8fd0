// The interface by which commands control servers and data of a running stack: HTTP on
// a Unix socket in the folder of the run, which only its user can open and no web page can reach.
//
//   GET /servers                           {"servers": [{"name": "web", "ports": ["web"], "state":
//                                          "running"}]}
//   POST /servers/NAME/start|stop|restart  {"message": "..."}; status 400 when it failed
//   POST /data/reset|seed|save|load        the same, or what the operation resolves with. The body
//                                          is a DataRequest as node:v8 serializes it, because
//                                          accounts of the configuration may have dates
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { deserialize, serialize } from 'node:v8';
import { unknownName } from '../config/unknown-name.ts';
import type { DataCounts, DataOperations } from '../data/data-operations.ts';
import type { SeedOptions } from '../data/reset-data.ts';
import type { ServerProcess, ServerProcessState } from '../processes/server-process.ts';
import { UserError } from '../user-error.ts';

/** The actions on a server. */
export const SERVER_ACTIONS = ['start', 'stop', 'restart'] as const;
type ServerAction = (typeof SERVER_ACTIONS)[number];

const DONE: Readonly<Record<ServerAction, string>> = {
  start: 'responds',
  stop: 'is stopped',
  restart: 'responds',
};

/** The options of `reset` and `seed`, or the file of `save` and `load`. */
interface DataRequest extends Pick<SeedOptions, 'seed'> {
  /** Absolute path of a snapshot. */
  readonly file?: string;
}

const DATA_ACTIONS = ['reset', 'seed', 'save', 'load'] as const;
type DataAction = (typeof DATA_ACTIONS)[number];

/**
 * Accepts changes of these servers, and of the data, at the path of a socket until this process
 * ends.
 */
export function serveServerControl(
  socket: string,
  servers: readonly ServerProcess[],
  data?: DataOperations,
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
    // An operation on all data would find a part of them.
    const sentences = await (server.storesData && data !== undefined ? data.exclusively(act) : act());
    const { note } = server.state;
    return [`${server.name} ${DONE[known]}.`, ...(note === undefined ? [] : [note]), ...sentences].join(' ');
  };
  const control = createServer((incoming, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
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

/**
 * Whether it has the name: `eventLog`, `event-log`, or "Event log" as in the table of the start.
 */
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

/** The servers of a stack. */
export async function readServers(socket: string): Promise<readonly ServerProcessState[]> {
  const { servers } = (await send('GET', socket, '/servers')) as { servers: ServerProcessState[] };
  return servers;
}

/**
 * Resolves with a sentence about the outcome.
 * @throws UserError when the server is not one of those, or the change failed
 */
export async function changeServer(socket: string, name: string, action: string): Promise<string> {
  const { message } = (await send('POST', socket, `/servers/${encodeURIComponent(name)}/${action}`)) as {
    message: string;
  };
  return message;
}

/**
 * Returns the stack to its initial data, or loads them beside what it has. Once the stack has the
 * request, it runs to its end, also when this process is killed.
 * @throws UserError when it failed; the stack has its data from before then
 */
export async function loadStackData(
  socket: string,
  action: 'reset' | 'seed',
  options: Pick<SeedOptions, 'seed'>,
): Promise<void> {
  await send('POST', socket, `/data/${action}`, serialize(options satisfies DataRequest));
}

/**
 * Saves all data of the stack to a snapshot, or loads them from it; otherwise as `loadStackData`.
 */
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
