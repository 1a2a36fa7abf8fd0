// Actions for tests and developers that clients of the real API cannot take.

import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import { type HttpExchange, readBody, sendJson } from '@savepoint/server/http/http-exchange';
import { parseJson } from '@savepoint/server/http/parse-json';
import type { Broker } from '../broker/broker.ts';

const MAX_ADVANCE_SECONDS = 31_536_000;

/**
 * Handles `GET /`, which reports that the server runs, and `POST /_savepoint/...`. Resolves to
 * false for other paths.
 */
export async function handleControl(broker: Broker, exchange: HttpExchange): Promise<boolean> {
  const { request, response, segments } = exchange;
  const [first, ...rest] = segments;
  if (request.method === 'GET' && segments.length === 1 && first === '') {
    // Clients of Google's emulator wait for this text.
    response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' }).end('Ok\n');
    return true;
  }
  if (first !== '_savepoint') return false;
  const call = `${request.method} /${rest.join('/')}`;
  if (call === 'GET /deliveries') {
    const traceparent = broker.traceparent(exchange.query.get('ackId') ?? '');
    sendJson(response, traceparent === undefined ? {} : { traceparent });
    return true;
  }
  if (call === 'POST /reset') {
    await readFields(exchange, []);
    broker.clearMessages();
    sendJson(response, { reset: true });
  } else if (call === 'POST /clock/advance') {
    const { seconds } = await readFields(exchange, ['seconds']);
    if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= MAX_ADVANCE_SECONDS)) {
      throw invalidArgument(`Expected {"seconds": N} with 0 to ${MAX_ADVANCE_SECONDS}.`);
    }
    await broker.clock.advance(seconds * 1000);
    sendJson(response, { now: new Date(broker.clock.nowMs()).toISOString() });
  } else {
    throw new RpcError(
      StatusCode.NOT_FOUND,
      `There is no ${request.method} /_savepoint/${rest.join('/')}. There are: POST reset, POST clock/advance, GET deliveries.`,
    );
  }
  return true;
}

async function readFields(
  exchange: HttpExchange,
  names: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const body = parseJson(await readBody(exchange));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidArgument('The body must be one JSON object.');
  }
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalidArgument(`There is no field "${unknown}".`);
  return body;
}
