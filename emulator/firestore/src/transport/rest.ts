// Owns one REST call: decode, call the method, encode. Knows no sockets, no database, no streams but JSON arrays.

import type { DescMessage, JsonObject, JsonValue, MessageShape } from '@bufbuild/protobuf';
import { RpcError, StatusCode, toRpcError } from '../core/rpc-error.ts';
import type { CallContext, FirestoreService } from '../rpc/firestore-service.ts';
import { abortSignal, type HttpExchange, readBody, sendJson } from './http-exchange.ts';
import { errorBody, httpStatus } from './http-status.ts';
import { parseJson, requestFromJson } from './request-json.ts';
import { responseToJson } from './response-json.ts';
import { bindPath, bindQuery, type RestBinding, wantsNumericEnums } from './rest-binding.ts';

function isObject(json: JsonValue): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function objectBody(text: string): JsonObject {
  const json = parseJson(text);
  if (isObject(json)) return json;
  throw new RpcError(
    StatusCode.INVALID_ARGUMENT,
    'Invalid JSON payload received. The body must be one JSON object.',
  );
}

/** The message's JSON: the body, then what path and query say, which wins. */
function requestJson(binding: RestBinding, query: URLSearchParams, body: JsonObject): JsonObject {
  if (binding.body === 'whole') return { ...body, ...binding.pathFields };
  const json: JsonObject = {};
  bindQuery(binding.method, query, json);
  if (binding.body === 'none') return { ...json, ...binding.pathFields };
  const { document: fixed, ...fields } = binding.pathFields;
  return { ...json, ...fields, document: { ...body, ...(isObject(fixed ?? null) && (fixed as JsonObject)) } };
}

function callContext({ request, response, query }: HttpExchange, binding: RestBinding): CallContext {
  const token = query.get('access_token');
  const prefix = request.headers['google-cloud-resource-prefix'];
  const named = binding.pathFields.database;
  return {
    authorization: request.headers.authorization ?? (token === null ? undefined : `Bearer ${token}`),
    databaseName: typeof named === 'string' ? named : typeof prefix === 'string' ? prefix : undefined,
    signal: abortSignal(response),
    transport: 'rest',
  };
}

/** How long a reader may leave a full socket untouched before its stream is closed. */
const STALLED_LIMIT_MS = 60_000;

/** Waits until a slow reader took what it was sent, or left; one that does neither is cut off. */
function drained({ response }: HttpExchange): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), STALLED_LIMIT_MS);
    const settle = (): void => {
      clearTimeout(timer);
      response.off('drain', settle);
      response.off('close', settle);
      resolve();
    };
    response.once('drain', settle);
    response.once('close', settle);
  });
}

/**
 * Answers a stream as one JSON array. A refusal before the first message sets the HTTP status, as SDKs need it;
 * a later one is the array's last element.
 */
async function sendStream<D extends DescMessage>(
  exchange: HttpExchange,
  schema: D,
  messages: AsyncIterable<MessageShape<D>>,
  enumsAsNumbers: boolean,
): Promise<void> {
  const { response } = exchange;
  let separator = '[';
  const begin = (status: number): void => {
    if (!response.headersSent)
      response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  };
  try {
    for await (const message of messages) {
      begin(200);
      const isRoomLeft = response.write(
        separator + JSON.stringify(responseToJson(schema, message, enumsAsNumbers)),
      );
      separator = ',\n';
      if (response.destroyed) return;
      if (!isRoomLeft) await drained(exchange);
    }
    begin(200);
    response.end(separator === '[' ? '[]' : ']');
  } catch (cause) {
    const error = toRpcError(cause);
    begin(httpStatus(error));
    response.end(`${separator}${JSON.stringify(errorBody(error))}]`);
  }
}

/** The messages that the body of a bidirectional call carries: one object or an array of them. */
async function* bodyMessages<D extends DescMessage>(
  schema: D,
  text: string,
  fixed: JsonObject,
  signal: AbortSignal,
): AsyncGenerator<MessageShape<D>> {
  const json = parseJson(text);
  for (const each of Array.isArray(json) ? json : [json]) {
    yield requestFromJson(schema, isObject(each) ? { ...each, ...fixed } : each);
  }
  // A listen over REST goes on until its reader leaves: the end of the body is not the end of the call.
  if (schema.typeName === 'google.firestore.v1.ListenRequest' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
}

type AnyMethod = (request: unknown, call: CallContext) => Promise<never> & AsyncIterable<never>;

/** Answers a REST call; false when the path is none. Refusals that come before an answer are thrown. */
export async function handleRest(service: FirestoreService, exchange: HttpExchange): Promise<boolean> {
  const binding = bindPath(exchange.request.method ?? 'GET', exchange.segments);
  if (binding === undefined) return false;
  const { method } = binding;
  const call = callContext(exchange, binding);
  const numeric = wantsNumericEnums(exchange.query);
  const text = binding.body === 'none' ? '' : await readBody(exchange);
  const invoke = (service[method.localName as keyof FirestoreService] as unknown as AnyMethod).bind(service);
  if (method.methodKind === 'bidi_streaming') {
    const requests = bodyMessages(method.input, text, binding.pathFields, call.signal);
    await sendStream(exchange, method.output, invoke(requests, call), numeric);
    return true;
  }
  const body = binding.body === 'none' ? {} : objectBody(text);
  const request = requestFromJson(method.input, requestJson(binding, exchange.query, body));
  if (method.methodKind === 'server_streaming') {
    await sendStream(exchange, method.output, invoke(request, call), numeric);
  } else {
    sendJson(
      exchange.response,
      responseToJson(method.output as DescMessage, await invoke(request, call), numeric),
    );
  }
  return true;
}
