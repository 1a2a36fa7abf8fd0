// `/.lp`: long polling, for browsers that cannot use a WebSocket. Responses are scripts that the
// SDK loads into a frame.

import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@savepoint/server/core/clock';
import type { Namespaces } from '../database/namespaces.ts';
import { LongPoll, type Segment } from './long-poll.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** The script that tells the SDK that its session is unknown. */
const CLOSE = "pLPCommand('close');\n";
const CALLBACK_ID = /^\w{1,20}$/;

interface Connections {
  readonly namespaces: Namespaces;
  readonly sessions: Sessions;
  readonly clock: Clock;
}

interface Connection {
  readonly session: Session;
  readonly poll: LongPoll;
}

/** The long-polling sessions. */
export class LongPolls {
  readonly #connections: Connections;
  readonly #polling = new Map<string, Connection>();

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Serves a request to `/.lp`. */
  serve(request: IncomingMessage, response: ServerResponse, parameters: URLSearchParams): void {
    if (parameters.get('start') === 't') {
      this.#start(request, response, parameters);
      return;
    }
    const connection = this.#find(parameters);
    if (connection === undefined) sendScript(response, CLOSE);
    else if (parameters.get('disconn') === 't') {
      this.#connections.sessions.end(connection.session);
      sendScript(response, '');
    } else if (parameters.get('dframe') === 't') sendFrame(response, parameters);
    else this.#poll(connection, response, parameters);
  }

  #start(request: IncomingMessage, response: ServerResponse, parameters: URLSearchParams): void {
    const { namespaces, sessions, clock } = this.#connections;
    const callback = parameters.get('cb') ?? '';
    if (!CALLBACK_ID.test(callback)) {
      response.writeHead(400).end();
      return;
    }
    const id = String(randomInt(1_000_000, 2 ** 40));
    const end = (): void => {
      this.#polling.delete(id);
      if (session.isLostWith(poll)) sessions.end(session);
    };
    const poll = new LongPoll(randomBytes(9).toString('base64url').slice(0, 10), clock, end);
    const host = request.headers.host ?? 'localhost';
    sessions.end(sessions.find(parameters.get('ls')));
    const session = sessions.start(namespaces.of(parameters.get('ns'), host), host, poll);
    this.#polling.set(id, { session, poll });
    sendScript(
      response,
      `function pLPCommand(c, a1, a2, a3, a4) {
  var f = parent.window["pLPCommand${callback}"];
  if (f) f(c, a1, a2, a3, a4);
}
function pRTLPCB(pN, data) {
  var f = parent.window["pRTLPCB${callback}"];
  if (f) f(pN, data);
}
pLPCommand('start','${id}','${poll.password}');
${poll.takeScript()}`,
    );
  }

  #find(parameters: URLSearchParams): Connection | undefined {
    const connection = this.#polling.get(parameters.get('id') ?? '');
    return connection?.poll.password === parameters.get('pw') ? connection : undefined;
  }

  #poll({ session, poll }: Connection, response: ServerResponse, parameters: URLSearchParams): void {
    for (const message of poll.receive(segmentsOf(parameters))) session.receive(message, poll);
    poll.poll((script) => sendScript(response, script));
  }
}

function segmentsOf(parameters: URLSearchParams): Segment[] {
  const segments: Segment[] = [];
  for (let index = 0; parameters.has(`seg${index}`); index += 1) {
    const [number, count] = [`seg${index}`, `ts${index}`].map((name) => Number(parameters.get(name)));
    segments.push({ number: number ?? 0, count: count ?? 1, data: parameters.get(`d${index}`) ?? '' });
  }
  return segments;
}

function sendScript(response: ServerResponse, script: string): void {
  response.writeHead(200, {
    'content-type': 'application/javascript; charset=utf-8',
    'content-length': Buffer.byteLength(script),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  response.end(script);
}

/** A page that ends the session when the user leaves the surrounding page. */
function sendFrame(response: ServerResponse, parameters: URLSearchParams): void {
  const query = new URLSearchParams({ disconn: 't' });
  for (const name of ['id', 'pw', 'ns']) query.set(name, parameters.get(name) ?? '');
  // URLSearchParams escapes quotes and angle brackets.
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  response.end(`<!doctype html><script>
addEventListener('pagehide', function () { navigator.sendBeacon('/.lp?${query}'); });
</script>`);
}
