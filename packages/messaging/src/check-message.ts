// FCM's requirements for a message:
// https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages
import { invalidJson, invalidMessage } from './fcm-error.ts';

/** The recipient of a message. */
export interface Target {
  readonly kind: 'token' | 'topic' | 'condition' | 'fid';
  readonly value: string;
}

type Fields = Readonly<Record<string, unknown>>;

const TARGETS = ['token', 'topic', 'condition', 'fid'] as const;
/** The JSON types of fields; `texts` is an object with string values. */
type FieldType = 'text' | 'flag' | 'object' | 'texts';
type FieldTypes = Readonly<Record<string, FieldType>>;

const PLATFORMS: Readonly<Record<string, FieldTypes>> = {
  android: {
    collapseKey: 'text',
    priority: 'text',
    ttl: 'text',
    restrictedPackageName: 'text',
    data: 'texts',
    notification: 'object',
    fcmOptions: 'object',
    directBootOk: 'flag',
    bandwidthConstrainedOk: 'flag',
    restrictedSatelliteOk: 'flag',
  },
  webpush: { headers: 'texts', data: 'texts', notification: 'object', fcmOptions: 'object' },
  apns: { headers: 'texts', payload: 'object', fcmOptions: 'object', liveActivityToken: 'text' },
};
const NOTIFICATION: FieldTypes = { title: 'text', body: 'text', image: 'text' };
const FIELDS: FieldTypes = {
  name: 'text',
  data: 'texts',
  notification: 'object',
  fcmOptions: 'object',
  android: 'object',
  webpush: 'object',
  apns: 'object',
  token: 'text',
  topic: 'text',
  condition: 'text',
  fid: 'text',
};
const TYPE_NAMES: Readonly<Record<FieldType, string>> = {
  text: 'TYPE_STRING',
  flag: 'TYPE_BOOL',
  object: 'TYPE_MESSAGE',
  texts: 'TYPE_MESSAGE',
};
const MAX_BYTES = 4096;
const MAX_TOPIC_BYTES = 2048;
const MAX_TTL_SECONDS = 2_419_200;
const MAX_TOPICS = 5;
/** Five names of 900 characters, the maximum length of a topic name, and the text between them. */
const MAX_CONDITION_LENGTH = 5_000;

/** Tokens have no documented format; these are the characters in all tokens issued by FCM. */
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
 * @throws RpcError with the API's error for a message that it refuses
 */
export function checkMessage(json: unknown): Target {
  const message = readObject(json, 'message', FIELDS);
  const target = readTarget(message);
  readObject(message.notification ?? {}, 'message.notification', NOTIFICATION);
  checkKeys(message.data, 'message.data');
  for (const [name, fields] of Object.entries(PLATFORMS)) {
    const platform = readObject(message[name] ?? {}, `message.${name}`, fields);
    checkKeys(platform.data, `message.${name}.data`);
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

/** @throws RpcError for an invalid topic name */
export function checkTopic(topic: string): void {
  if (!TOPIC.test(topic)) throw invalidMessage('message.topic', `Malformed topic name: ${topic}`);
}

function readTarget(message: Fields): Target {
  const [kind, other] = TARGETS.filter((name) => message[name] !== undefined);
  if (kind === undefined) throw invalidMessage('message', 'Recipient of the message is not set.');
  if (other !== undefined) {
    throw invalidJson('message', `oneof field 'target' is already set. Cannot set '${other}'`);
  }
  const value = message[kind] as string;
  if (kind === 'token') checkToken(value);
  if (kind === 'topic') checkTopic(value);
  if (kind === 'condition') checkCondition(value);
  return { kind, value };
}

/** `'a' in topics && ('b' in topics || 'c' in topics)`: reduced step by step to one term. */
function checkCondition(condition: string): void {
  if (condition.length > MAX_CONDITION_LENGTH)
    throw invalidMessage('message.condition', 'The condition expression is too long.');
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

function checkKeys(data: unknown, path: string): void {
  const key = Object.keys(data ?? {}).find((each) => RESERVED_KEY.test(each));
  if (key !== undefined) throw invalidMessage(path, `Invalid data payload key: ${key}`);
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

/** Keys and values count, in the form that one platform receives. */
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
 * An object with camelCase field names. Protobuf's JSON also allows the names in the .proto file.
 * Null fields count as absent.
 */
function readObject(json: unknown, path: string, known: FieldTypes): Fields {
  checkType(json, path, 'object');
  return Object.fromEntries(
    Object.entries(json as object)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => {
        const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
        const type = Object.hasOwn(known, name) ? known[name] : undefined;
        if (type === undefined) {
          throw invalidJson(
            path,
            `Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`,
          );
        }
        checkType(value, `${path}.${name}`, type);
        return [name, value];
      }),
  );
}

function checkType(value: unknown, path: string, type: FieldType): void {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const isOfType = {
    text: typeof value === 'string',
    flag: typeof value === 'boolean',
    object: isObject,
    texts: isObject,
  };
  if (!isOfType[type]) {
    const shown = JSON.stringify(value);
    throw invalidJson(path, `Invalid value at '${path}' (${TYPE_NAMES[type]}), ${shown}`);
  }
  if (type !== 'texts') return;
  for (const [index, each] of Object.values(value as object).entries())
    checkType(each, `${path}[${index}].value`, 'text');
}
