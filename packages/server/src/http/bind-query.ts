import type { DescField, DescMessage, DescMethod, JsonObject, JsonValue } from '@bufbuild/protobuf';
import { invalidArgument } from '../core/rpc-error.ts';

/** The system parameters of Google APIs, which are not message fields. */
const SYSTEM_PARAMETERS: ReadonlySet<string> = new Set([
  'access_token',
  'alt',
  'callback',
  'fields',
  'key',
  'oauth_token',
  'prettyPrint',
  'quotaUser',
  'uploadType',
  'upload_protocol',
]);

function fieldNamed(message: DescMessage, name: string): DescField | undefined {
  return message.fields.find((field) => field.jsonName === name || field.name === name);
}

/**
 * Converts a query parameter to the JSON value of its field: a list for a repeated field, a boolean
 * for `true` and `false`.
 */
function parameterValue(field: DescField, values: readonly string[]): JsonValue {
  if (field.fieldKind === 'list') return [...values];
  const value = values.at(-1) as string;
  const isBoolean = field.fieldKind === 'scalar' && (value === 'true' || value === 'false');
  return isBoolean ? value === 'true' : value;
}

function setParameter(
  message: DescMessage,
  into: JsonObject,
  path: readonly string[],
  values: string[],
): boolean {
  const [head, ...rest] = path as [string, ...string[]];
  const field = fieldNamed(message, head);
  if (field === undefined) return false;
  if (rest.length === 0) {
    into[field.jsonName] = parameterValue(field, values);
    return true;
  }
  if (field.fieldKind !== 'message') return false;
  into[field.jsonName] ??= {};
  const inner = into[field.jsonName] as JsonObject;
  if (typeof inner !== 'object') return false;
  return setParameter(field.message, inner, rest, values);
}

/**
 * Sets message fields from the query string, e.g. `mask.fieldPaths=a&mask.fieldPaths=b`. Throws
 * INVALID_ARGUMENT for an unknown field.
 */
export function bindQuery(method: DescMethod, query: URLSearchParams, into: JsonObject): void {
  for (const name of new Set(query.keys())) {
    if (SYSTEM_PARAMETERS.has(name) || name.startsWith('$')) continue;
    if (!setParameter(method.input, into, name.split('.'), query.getAll(name))) {
      throw invalidArgument(
        `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
      );
    }
  }
}

/** Returns whether the client requests enums as numbers, e.g. by `?$alt=json;enum-encoding=int`. */
export function wantsNumericEnums(query: URLSearchParams): boolean {
  return (query.get('$alt') ?? query.get('alt') ?? '').includes('enum-encoding=int');
}
