// The REST API is derived from the google.api.http options of the methods: `put:
// "/v1/{name=projects/*/topics/*}"` with `body: "*"`.

import {
  type DescMessage,
  getOption,
  type JsonObject,
  type JsonValue,
  type Message,
  toJson,
} from '@bufbuild/protobuf';
import { invalidArgument } from '@savepoint/server/core/rpc-error';
import { bindQuery, wantsNumericEnums } from '@savepoint/server/http/bind-query';
import { abortSignal, type HttpExchange, readBody, sendJson } from '@savepoint/server/http/http-exchange';
import { parseJson } from '@savepoint/server/http/parse-json';
import { requestFromJson } from '@savepoint/server/http/request-json';
import { http } from '../gen/google/api/annotations_pb.js';
import { MAX_REQUEST_BYTES } from './grpc.ts';
import type { ServiceMethod } from './methods.ts';

/** A REST path of a method. */
interface Route {
  readonly target: ServiceMethod;
  readonly httpMethod: string;
  readonly pattern: RegExp;
  /** The field path of each group of the pattern, such as ['topic', 'name']. */
  readonly fields: readonly (readonly string[])[];
  readonly hasBody: boolean;
}

/** Base64 makes a message of the maximum size longer. */
const MAX_BODY_BYTES = 2 * MAX_REQUEST_BYTES;

/** Creates a handler for REST calls of the methods. It resolves to false for other paths. */
export function createRest(methods: readonly ServiceMethod[]): (exchange: HttpExchange) => Promise<boolean> {
  const routes = methods.flatMap(routesOf);
  return async (exchange) => {
    const path = `/${exchange.segments.join('/')}`;
    const route = routes.find(
      ({ httpMethod, pattern }) => httpMethod === exchange.request.method && pattern.test(path),
    );
    if (route === undefined) return false;
    await respond(route, path, exchange);
    return true;
  };
}

function routesOf(target: ServiceMethod): Route[] {
  if (target.method.methodKind !== 'unary') return [];
  const { pattern, body } = getOption(target.method, http);
  if (pattern.case === undefined || pattern.case === 'custom') return [];
  const fields: string[][] = [];
  const source = pattern.value.replace(/\{([\w.]+)=([^}]+)\}|[^\w/:*]/g, (text, field, template) => {
    if (field === undefined) return `\\${text}`;
    fields.push(field.split('.'));
    return `(${template.replaceAll('*', '[^/:]+')})`;
  });
  return [
    {
      target,
      httpMethod: pattern.case.toUpperCase(),
      pattern: new RegExp(`^${source}$`),
      fields,
      hasBody: body === '*',
    },
  ];
}

async function respond({ target, pattern, fields, hasBody }: Route, path: string, exchange: HttpExchange) {
  const { query, request: incoming, response } = exchange;
  const { method, run } = target;
  const json: JsonObject = hasBody ? objectOf(await readBody(exchange, MAX_BODY_BYTES)) : {};
  bindQuery(method, query, json);
  const values = pattern.exec(path)?.slice(1) ?? [];
  for (const [index, field] of fields.entries()) setField(json, field, values[index] as string);
  const request = requestFromJson(method.input, json);
  const message = (await run(request, {
    signal: abortSignal(response),
    header: (name) => incoming.headersDistinct[name]?.[0],
  })) as Message;
  sendJson(
    response,
    toJson(method.output as DescMessage, message, { enumAsInteger: wantsNumericEnums(query) }),
  );
}

function objectOf(text: string): JsonObject {
  const json = parseJson(text);
  if (isObject(json)) return json;
  throw invalidArgument('Invalid JSON payload received. The body must be one JSON object.');
}

function isObject(json: JsonValue | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Sets a field from the path. It takes precedence over the body. */
function setField(json: JsonObject, [name = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    json[name] = value;
    return;
  }
  const inner = json[name];
  if (inner !== undefined && !isObject(inner)) {
    throw invalidArgument(`Invalid JSON payload received. "${name}" must be an object.`);
  }
  json[name] = inner ?? {};
  setField(json[name] as JsonObject, rest, value);
}
