// How other commands stop and start single servers of a running stack: HTTP on a Unix socket in the folder of the run, which only its user
// can open and no web page can reach.
//
//   GET  /servers                            {"servers": [{"name": "web", "state": "running"}]}
//   POST /servers/NAME/start|stop|restart    {"message": "..."}; status 400 when it failed
import { createServer, request, type Server } from 'node:http';
import { unknownName } from '../cli/unknown-name.ts';
import type { ServerProcess, ServerProcessState } from '../processes/server-process.ts';
import { UserError } from '../user-error.ts';

/** What can be done with a server. */
export const SERVER_ACTIONS = ['start', 'stop', 'restart'] as const;
type ServerAction = (typeof SERVER_ACTIONS)[number];

const DONE: Readonly<Record<ServerAction, string>> = {
  start: 'responds',
  stop: 'is stopped',
  restart: 'responds',
};

/** Accepts changes of these servers at the path of a socket until this process ends. */
export function serveServerControl(socket: string, servers: readonly ServerProcess[]): Server {
  const change = async (path: string) => {
    const [, , name = '', action] = path.split('/');
    const server = servers.find((each) => each.name === name);
    const known = SERVER_ACTIONS.find((each) => each === action);
    const names = servers.map((each) => each.name);
    if (server === undefined) {
      throw unknownName(
        'server that can be stopped by itself',
        name,
        names,
        'The others end with the stack.',
      );
    }
    if (known === undefined)
      throw unknownName('action', action ?? '', SERVER_ACTIONS, 'Expected POST /servers/NAME/ACTION.');
    await server[known]();
    return `${name} ${DONE[known]}.`;
  };
  const control = createServer((incoming, response) => {
    const respond = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (incoming.method === 'GET') return respond(200, { servers: servers.map(({ state }) => state) });
    return change(incoming.url ?? '').then(
      (message) => respond(200, { message }),
      (error: Error) => respond(400, { message: error.message }),
    );
  });
  return control.listen(socket).unref();
}

/** The servers of a stack that can be stopped by themselves. */
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

async function send(method: string, socketPath: string, path: string): Promise<unknown> {
  const [status, text] = await new Promise<[number, string]>((resolve, reject) => {
    const sent = request({ socketPath, method, path }, async (response) => {
      const chunks: Buffer[] = await response.toArray();
      resolve([response.statusCode ?? 0, Buffer.concat(chunks).toString('utf8')]);
    });
    sent.once('error', reject);
    sent.end();
  });
  const body = JSON.parse(text) as { message?: string };
  if (status !== 200) throw new UserError(body.message ?? `The stack responded with status ${status}`);
  return body;
}
