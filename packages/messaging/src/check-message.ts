// What FCM requires of a message:
// https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
import { invalidJson, invalidMessage } from './fcm-error.ts';

/** To whom a message is sent. */
export interface Target {
  readonly kind: 'token' | 'topic' | 'condition' | 'fid';
  readonly value: string;
}

type Fields = Readonly<Record<string, unknown>>;

const TARGETS = ['token', 'topic', 'condition', 'fid'] as const;
const PLATFORMS: Readonly<Record<string, readonly string[]>> = {
  android: [
    'collapseKey',
    'priority',
    'ttl',
    'restrictedPackageName',
    'data',
    'notification',
    'fcmOptions',
    'directBootOk',
    'bandwidthConstrainedOk',
    'restrictedSatelliteOk',
  ],
  webpush: ['headers', 'data', 'notification', 'fcmOptions'],
  apns: ['headers', 'payload', 'fcmOptions', 'liveActivityToken'],
};
const FIELDS = ['name', 'data', 'notification', 'fcmOptions', ...Object.keys(PLATFORMS), ...TARGETS];
const MAX_BYTES = 4096;
const MAX_TOPIC_BYTES = 2048;
const MAX_TTL_SECONDS = 2_419_200;
const MAX_TOPICS = 5;

/** Tokens have no documented form; these are the characters of all that FCM issues. */
const TOKEN = /^[\w:-]+$/;
const TOPIC = /^[\w.~%-]+$/;
const TERM = String.raw`'[\w.~%-]+'\s+in\s+topics`;
const TERMS = new RegExp(TERM, 'g');
const ONE_TERM = new RegExp(`^${TERM}$`);
const COMPOUND = new RegExp(String.raw`!\s*${TERM}|\(\s*${TERM}\s*\)|${TERM}\s*(?:&&|\|\|)\s*${TERM}`, 'g');
const RESERVED_KEY = /^(from$|message_type$|google|gcm)/;
const SECONDS = /^\d+(\.\d{1,9})?s$/;

/**
 * The target of a message.
 * @throws RpcError as the API responds, for a message that it refuses
 */
export function checkMessage(json: unknown): Target {
  const message = readObject(json, 'message', FIELDS);
  const target = readTarget(message);
  readObject(message.notification ?? {}, 'message.notification', ['title', 'body', 'image']);
  checkData(message.data, 'message.data');
  for (const [name, fields] of Object.entries(PLATFORMS)) {
    const platform = readObject(message[name] ?? {}, `message.${name}`, fields);
    checkData(platform.data, `message.${name}.data`);
    checkTtl(platform.ttl);
  }
  checkSize(message, target);
  return target;
}

/** @throws RpcError for a token that FCM cannot have issued */
export function checkToken(token: string): void {
  if (!TOKEN.test(token)) {
    throw invalidMessage('message.token', 'The registration token is not a valid FCM registration token');
  }
}

/** @throws RpcError for a name that no topic has */
export function checkTopic(topic: string): void {
  if (!TOPIC.test(topic)) throw invalidMessage('message.topic', `Malformed topic name: ${topic}`);
}

function readTarget(message: Fields): Target {
  const [kind, other] = TARGETS.filter((name) => message[name] !== undefined);
  if (kind === undefined) throw invalidMessage('message', 'Recipient of the message is not set.');
  if (other !== undefined) {
    throw invalidJson('message', `oneof field 'target' is already set. Cannot set '${other}'`);
  }
  const value = message[kind];
  if (typeof value !== 'string') throw wrongType(`message.${kind}`, value);
  if (kind === 'token') checkToken(value);
  if (kind === 'topic') checkTopic(value);
  if (kind === 'condition') checkCondition(value);
  return { kind, value };
}

/** `'a' in topics && ('b' in topics || 'c' in topics)`: reduced step by step to one term. */
function checkCondition(condition: string): void {
  let rest = condition.trim();
  for (let length = 0; length !== rest.length; ) {
    length = rest.length;
    rest = rest.replace(COMPOUND, "'t' in topics");
  }
  if (!ONE_TERM.test(rest))
    throw invalidMessage('message.condition', 'Invalid condition expression provided.');
  if ([...condition.matchAll(TERMS)].length > MAX_TOPICS) {
    throw invalidMessage('message.condition', `A condition has at most ${MAX_TOPICS} topics.`);
  }
}

function checkData(data: unknown, path: string): void {
  const entries = Object.entries(readObject(data ?? {}, path));
  for (const [index, [key, value]] of entries.entries()) {
    if (typeof value !== 'string') throw wrongType(`${path}[${index}].value`, value);
    if (RESERVED_KEY.test(key)) throw invalidMessage(path, `Invalid data payload key: ${key}`);
  }
}

function checkTtl(ttl: unknown): void {
  if (ttl === undefined) return;
  const isDuration = typeof ttl === 'string' && SECONDS.test(ttl);
  if (!isDuration || Number.parseFloat(ttl) > MAX_TTL_SECONDS) {
    throw invalidMessage(
      'message.android.ttl',
      `Invalid value (Duration): "${ttl}" is not a number of seconds from 0s to ${MAX_TTL_SECONDS}s`,
    );
  }
}

/** Keys and values count, as one platform receives them. */
function checkSize(message: Fields, { kind }: Target): void {
  const limit = kind === 'topic' || kind === 'condition' ? MAX_TOPIC_BYTES : MAX_BYTES;
  for (const name of Object.keys(PLATFORMS)) {
    const { data = {}, payload } = (message[name] ?? {}) as Fields;
    const common = { ...(message.data as object), ...(data as object) };
    const bytes = bytesOf(common) + bytesOf(message.notification) + (payload ? jsonBytes(payload) : 0);
    if (bytes <= limit) continue;
    throw invalidMessage(
      'message',
      `Message too big: ${bytes} bytes of payload, at most ${limit} are allowed`,
    );
  }
}

function bytesOf(fields: unknown): number {
  const entries = Object.entries((fields ?? {}) as Fields);
  return entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(`${key}${value}`), 0);
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/**
 * An object with its fields in camelCase, as JSON of protocol buffers has them beside the names of
 * the .proto file. Without `known`, all names are as they are.
 */
function readObject(json: unknown, path: string, known?: readonly string[]): Fields {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw wrongType(path, json);
  if (known === undefined) return json as Fields;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => {
        const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
        if (known.includes(name)) return [name, value];
        throw invalidJson(
          path,
          `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`,
        );
      }),
  );
}

function wrongType(path: string, value: unknown): Error {
  const type = /value$|token$|topic$|condition$|fid$/.test(path) ? 'TYPE_STRING' : 'TYPE_MESSAGE';
  return invalidJson(path, `Invalid value at '${path}' (${type}), ${JSON.stringify(value)}`);
}
