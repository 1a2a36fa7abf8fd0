// Finds bodies that the Auth and Eventarc emulators and the hub cannot process: they would exhaust
// the stack, be stored unchecked, or make a handler throw after it has responded.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** The limit of Protocol Buffers, which Google's APIs share. */
const MAX_DEPTH = 100;
const JSON_TYPE = /^\s*application\/([a-z0-9.-]+\+)?json\s*(;\s*charset="?utf-8"?\s*)?$/i;
/** The Auth emulator's operations read the body without checking that there is one. */
const AUTH_PATH = /^\/(identitytoolkit|www)\.googleapis\.com\//;
/** OAuth's token endpoint accepts forms. */
const FORM_PATH = /^\/securetoken\.googleapis\.com\//;
const HALF_A_PAIR = /\\ud[89a-f]/i;
const [QUOTE, BACKSLASH] = Buffer.from('"\\');
const OPENING = new Set(Buffer.from('[{'));
const CLOSING = new Set(Buffer.from(']}'));

/** JSON whose shape has not been validated. */
type Json = Readonly<Record<string, unknown>>;

interface Shape {
  readonly path: RegExp;
  readonly defaultType?: string;
  find(json: Json): string | undefined;
}

/** Requests whose JSON must have a certain shape, which their handlers do not check. */
const SHAPES: readonly Shape[] = [
  { path: /^\/google\/publishEvents\/?$/i, find: ({ events }) => findEventsProblem(events, []) },
  {
    path: /\/channels\/[^/]*:publishEvents\/?$/i,
    // firebase-admin sends no content type.
    defaultType: 'application/json',
    find: ({ events }) => findEventsProblem(events, ['id', 'specVersion', 'source']),
  },
  {
    path: /^\/emulator\/v1\/(remove\/)?projects\/[^/]*\/triggers\//i,
    find: ({ eventTrigger }) =>
      typeof fieldOf(eventTrigger, 'eventType') === 'string'
        ? undefined
        : 'eventTrigger.eventType must be a string.',
  },
];

/**
 * Describes in a sentence why an emulator cannot process a body; undefined if no problem was found.
 * @param request of an emulator that parses bodies
 * @param body complete
 */
export function findBodyProblem(
  { method, headers, url = '' }: Pick<IncomingMessage, 'method' | 'headers' | 'url'>,
  body: Buffer,
): string | undefined {
  const pathname = url.replace(/\?.*/s, '');
  const shape = SHAPES.find(({ path }) => path.test(pathname));
  if (body.length === 0) {
    const needsBody = method === 'PATCH' || shape !== undefined || AUTH_PATH.test(url);
    return needsBody ? 'The request needs a JSON body: send at least {}.' : undefined;
  }
  const type = headers['content-type'] ?? shape?.defaultType;
  if (type === undefined) return 'The request has a body but no Content-Type: send application/json.';
  if (!JSON_TYPE.test(type) && !FORM_PATH.test(url)) {
    return `The Content-Type ${JSON.stringify(type.slice(0, 100))} is not supported: send application/json in UTF-8.`;
  }
  if (headers['content-encoding'] !== undefined)
    return 'Compressed bodies are not supported: send the body uncompressed.';
  if (depthOf(body) > MAX_DEPTH) return `The JSON is nested more than ${MAX_DEPTH} levels deep.`;
  if (!isUtf8(body)) return 'The body is not UTF-8.';
  const text = body.toString();
  if (shape === undefined && !HALF_A_PAIR.test(text)) return undefined;
  const json = parse(text);
  if (json === undefined) return shape === undefined ? undefined : 'The body is not JSON.';
  if (hasHalfAPair(json)) return 'The JSON contains half of a surrogate pair, which is not valid Unicode.';
  return shape?.find(isJson(json) ? json : {});
}

/**
 * The nesting depth of brackets outside strings. Counted in bytes, because a recursive parser would
 * already overflow.
 */
function depthOf(body: Buffer): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0;
    if (isInString && byte === BACKSLASH) index += 1;
    else if (byte === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (OPENING.has(byte)) deepest = Math.max(deepest, ++depth);
    else if (CLOSING.has(byte)) depth -= 1;
  }
  return deepest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Recursive: the depth has already been checked. */
function hasHalfAPair(json: unknown): boolean {
  if (typeof json === 'string') return !json.isWellFormed();
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([name, value]) => !name.isWellFormed() || hasHalfAPair(value));
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function fieldOf(value: unknown, name: string): unknown {
  return isJson(value) ? value[name] : undefined;
}

/**
 * Events of a channel are CloudEvents in Eventarc's own format; Google's events have the plain
 * format.
 */
function findEventsProblem(events: unknown, names: readonly string[]): string | undefined {
  if (!Array.isArray(events)) return 'events must be a list of events.';
  for (const [index, event] of events.entries()) {
    if (!isJson(event)) return `events[${index}] must be an event.`;
    const missing = ['type', ...names].find((name) => typeof event[name] !== 'string' || event[name] === '');
    if (missing !== undefined) return `events[${index}].${missing} must be a string.`;
    if (names.length === 0) continue;
    const problem = findChannelEventProblem(event, `events[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findChannelEventProblem(event: Json, label: string): string | undefined {
  const { attributes, textData } = event;
  if (!isJson(attributes) || typeof fieldOf(attributes.time, 'ceTimestamp') !== 'string') {
    return `${label}.attributes.time.ceTimestamp must be a string.`;
  }
  if (event.binaryData !== undefined || event.protoData !== undefined) {
    return `${label} has data that are not textData, which this emulator does not support.`;
  }
  if (textData !== undefined && typeof textData !== 'string') return `${label}.textData must be a string.`;
  const type = fieldOf(attributes.datacontenttype, 'ceString');
  const claimsJson = /^application\/([\w.-]+\+)?json(;|$)/i.test(String(type));
  if (claimsJson && textData !== undefined && parse(textData) === undefined) {
    return `${label}.textData is not JSON.`;
  }
  const other = Object.keys(attributes).find(
    (name) => name !== 'time' && typeof fieldOf(attributes[name], 'ceString') !== 'string',
  );
  return other === undefined ? undefined : `${label}.attributes.${other}.ceString must be a string.`;
}
