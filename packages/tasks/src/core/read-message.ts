import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';

/** The field names of a message: read, ignored (output only) and unsupported ones. */
interface MessageFields<Name extends string> {
  readonly read: readonly Name[];
  readonly ignored?: readonly string[];
  readonly unsupported?: readonly string[];
}

/** The fields of a message by name. Null fields count as absent. */
type Message<Name extends string> = { readonly [Each in Name]?: unknown };

/**
 * Parses a message of a Google API from JSON, with field names in camelCase or as in the .proto
 * file.
 * @throws RpcError INVALID_ARGUMENT if it is not an object or has an unknown field, UNIMPLEMENTED
 * for an unsupported field
 */
export function readMessage<Name extends string>(
  json: unknown,
  path: string,
  { read, ignored = [], unsupported = [] }: MessageFields<Name>,
): Message<Name> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalidArgument(`Invalid JSON payload received. ${path || 'The body'} must be an object.`);
  }
  const message: { [Each in Name]?: unknown } = {};
  for (const [key, value] of Object.entries(json)) {
    const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const known = read.find((each) => each === name);
    if (known !== undefined) message[known] = value ?? undefined;
    else if (unsupported.includes(name)) throw notSupported(path === '' ? name : `${path}.${name}`);
    else if (!ignored.includes(name)) throw unknownName(key, path);
  }
  return message;
}

/** UNIMPLEMENTED for an unsupported request or field. */
export function notSupported(what: string): RpcError {
  return new RpcError(StatusCode.UNIMPLEMENTED, `The Cloud Tasks emulator does not support ${what}`);
}

function unknownName(name: string, path: string): RpcError {
  const place = path === '' ? '' : ` at '${path}'`;
  return invalidArgument(
    `Invalid JSON payload received. Unknown name ${JSON.stringify(name)}${place}: Cannot find field.`,
  );
}

/** A string field; `fallback` if it is absent. */
export function readText(value: unknown, path: string, fallback = ''): string {
  if (value === undefined) return fallback;
  if (typeof value === 'string') return value;
  throw invalidArgument(`${path} must be a string`);
}

/** The seconds of a Duration such as `"1.5s"`; NaN for anything else. */
export function durationSeconds(value: unknown): number {
  return typeof value === 'string' ? Number(/^(\d+(?:\.\d{1,9})?)s$/.exec(value)?.[1]) : Number.NaN;
}
