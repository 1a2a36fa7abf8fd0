import type { DescMessage, JsonObject, JsonValue, MessageShape } from '@bufbuild/protobuf';
import { bindQuery, wantsNumericEnums } from '@savepoint/server/http/bind-query';
import {
  abortSignal,
  type HttpExchange,
  readBody,
  sendJson,
  traceparentOf,
} from '@savepoint/server/http/http-exchange';
import { errorBody, httpStatus } from '@savepoint/server/http/http-status';
import { parseJson } from '@savepoint/server/http/parse-json';
import { requestFromJson } from '@savepoint/server/http/request-json';
import { RpcError, StatusCode, toRpcError } from '../core/rpc-error.ts';
import type { CallContext, FirestoreService } from '../rpc/firestore-service.ts';
import { responseToJson } from './response-json.ts';
import { bindPath, type RestBinding } from './rest-binding.ts';

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

/**
 * The JSON of a request message: the body, overridden by fields from the path and the query string.
 */
function requestJson(binding: RestBinding, query: URLSearchParams, body: JsonObject): JsonObject {
  if (binding.body === '*') return { ...body, ...binding.pathFields };
  const json: JsonObject = {};
  bindQuery(binding.method, query, json);
  if (binding.body === 'none') return { ...json, ...binding.pathFields };
  const { document: pathDocument, ...fields } = binding.pathFields;
  return {
    ...json,
    ...fields,
    document: { ...body, ...(isObject(pathDocument ?? null) && (pathDocument as JsonObject)) },
  };
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
    traceparent: traceparentOf(request),
  };
}

/** A client that reads nothing from a full socket for this long is disconnected. */
const STALLED_READER_TIMEOUT_MS = 60_000;

/** Resolves when the response has drained or closed. Disconnects a stalled reader. */
function drained({ response }: HttpExchange): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => response.destroy(), STALLED_READER_TIMEOUT_MS);
    const finish = (): void => {
      clearTimeout(timer);
      response.off('drain', finish);
      response.off('close', finish);
      resolve();
    };
    response.once('drain', finish);
    response.once('close', finish);
  });
}

/**
 * Sends a stream as one JSON array. An error before the first message sets the HTTP status, on
 * which SDKs rely; a later one becomes the last element of the array.
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

/** The messages in the body of a bidirectional call: one object or an array. */
async function* bodyMessages<D extends DescMessage>(
  schema: D,
  text: string,
  pathFields: JsonObject,
  signal: AbortSignal,
): AsyncGenerator<MessageShape<D>> {
  const json = parseJson(text);
  for (const each of Array.isArray(json) ? json : [json]) {
    yield requestFromJson(schema, isObject(each) ? { ...each, ...pathFields } : each);
  }
  // Listen over REST lasts until the client disconnects: the end of the body does not end the
  // request stream.
  if (schema.typeName === 'google.firestore.v1.ListenRequest' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
}

type AnyMethod = (request: unknown, call: CallContext) => Promise<never> & AsyncIterable<never>;

/**
 * Handles a REST call. Resolves to false for other paths. Rejects with an RpcError if no response
 * has begun.
 */
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
