// Validates the settings of a queue, as registered by the Functions emulator or passed to
// CreateQueue.
import { invalidArgument } from '@savepoint/server/core/rpc-error';
import { durationSeconds, readMessage, readText } from '../core/read-message.ts';
import { DEFAULT_SETTINGS, type QueueSettings } from '../queue/queue-settings.ts';

const QUEUE_ID = /^[A-Za-z0-9-]{1,100}$/;
/** CreateQueue's default. */
const MAX_ATTEMPTS = 100;

interface Range {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
  readonly not?: number;
}

/** The ranges that the API accepts; a deployment with other values fails. */
const RANGES = {
  maxConcurrentDispatches: { min: 1, max: 5000, isWhole: true },
  maxDispatchesPerSecond: { min: 0.001, max: 500 },
  maxAttempts: { min: -1, max: 2 ** 31 - 1, isWhole: true, not: 0 },
  maxRetrySeconds: { min: 0, max: Number.MAX_SAFE_INTEGER },
  minBackoffSeconds: { min: 0, max: Number.MAX_SAFE_INTEGER },
  maxBackoffSeconds: { min: 0, max: Number.MAX_SAFE_INTEGER },
  maxDoublings: { min: 0, max: 2 ** 31 - 1, isWhole: true },
} satisfies Readonly<Record<string, Range>>;

const RATE_LIMITS = ['maxConcurrentDispatches', 'maxDispatchesPerSecond'] as const;

/** Checks the id of a new queue. */
export function checkQueueId(id: string): void {
  if (QUEUE_ID.test(id)) return;
  throw invalidArgument(`A queue's id has 1 to 100 letters, digits and hyphens; it is "${id}"`);
}

/**
 * Parses the Functions emulator's registration: the settings of a function's queue, with a
 * deployment's defaults, and its URL.
 */
export function readFunctionQueue(json: unknown): {
  settings: QueueSettings;
  defaultUrl: string | undefined;
} {
  const body = readMessage(json, '', {
    read: ['retryConfig', 'rateLimits', 'defaultUri'],
    ignored: ['retry', 'timeoutSeconds'],
  });
  const retryConfig = readMessage(body.retryConfig ?? {}, 'retryConfig', {
    read: ['maxAttempts', 'maxRetrySeconds', 'minBackoffSeconds', 'maxBackoffSeconds', 'maxDoublings'],
  });
  const rateLimits = readMessage(body.rateLimits ?? {}, 'rateLimits', { read: RATE_LIMITS });
  const settings = checkSettings(
    { ...DEFAULT_SETTINGS.retryConfig, ...defined(retryConfig) },
    { ...DEFAULT_SETTINGS.rateLimits, ...defined(rateLimits) },
  );
  return { settings, defaultUrl: readText(body.defaultUri, 'defaultUri') || undefined };
}

/** Parses a Queue of the API. */
export function readQueue(json: unknown): { name: string; settings: QueueSettings } {
  const queue = readMessage(json, 'queue', {
    read: ['name', 'rateLimits', 'retryConfig'],
    ignored: ['state', 'purgeTime'],
    unsupported: ['appEngineRoutingOverride', 'httpTarget', 'stackdriverLoggingConfig'],
  });
  const rateLimits = readMessage(queue.rateLimits ?? {}, 'queue.rateLimits', {
    read: RATE_LIMITS,
    ignored: ['maxBurstSize'],
  });
  const retryConfig = readMessage(queue.retryConfig ?? {}, 'queue.retryConfig', {
    read: ['maxAttempts', 'maxRetryDuration', 'minBackoff', 'maxBackoff', 'maxDoublings'],
  });
  const { maxAttempts = MAX_ATTEMPTS, maxDoublings, maxRetryDuration, minBackoff, maxBackoff } = retryConfig;
  const durations = {
    maxRetrySeconds: readDuration(maxRetryDuration, 'maxRetryDuration'),
    minBackoffSeconds: readDuration(minBackoff, 'minBackoff'),
    maxBackoffSeconds: readDuration(maxBackoff, 'maxBackoff'),
  };
  const settings = checkSettings(
    { ...DEFAULT_SETTINGS.retryConfig, ...defined({ maxAttempts, maxDoublings, ...durations }) },
    { ...DEFAULT_SETTINGS.rateLimits, ...defined(rateLimits) },
  );
  return { name: readText(queue.name, 'queue.name'), settings };
}

function readDuration(value: unknown, name: string): number | undefined {
  const seconds = durationSeconds(value);
  if (value === undefined || !Number.isNaN(seconds)) return value === undefined ? undefined : seconds;
  throw invalidArgument(
    `queue.retryConfig.${name} is ${JSON.stringify(value)}; expected a duration such as "1.5s"`,
  );
}

/** Removes undefined fields. */
function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

type Fields<Section> = { readonly [Name in keyof Section]: unknown };

function checkSettings(
  retryConfig: Fields<QueueSettings['retryConfig']>,
  rateLimits: Fields<QueueSettings['rateLimits']>,
): QueueSettings {
  const retry = (name: keyof typeof retryConfig) => inRange('retryConfig', name, retryConfig[name]);
  const rate = (name: keyof typeof rateLimits) => inRange('rateLimits', name, rateLimits[name]);
  const settings = {
    retryConfig: {
      maxAttempts: retry('maxAttempts'),
      maxRetrySeconds: retry('maxRetrySeconds'),
      minBackoffSeconds: retry('minBackoffSeconds'),
      maxBackoffSeconds: retry('maxBackoffSeconds'),
      maxDoublings: retry('maxDoublings'),
    },
    rateLimits: {
      maxConcurrentDispatches: rate('maxConcurrentDispatches'),
      maxDispatchesPerSecond: rate('maxDispatchesPerSecond'),
    },
  };
  const { minBackoffSeconds, maxBackoffSeconds } = settings.retryConfig;
  if (minBackoffSeconds <= maxBackoffSeconds) return settings;
  throw invalidArgument(
    `retryConfig.minBackoffSeconds (${minBackoffSeconds}) is more than maxBackoffSeconds (${maxBackoffSeconds})`,
  );
}

function inRange(section: string, name: keyof typeof RANGES, value: unknown): number {
  const { min, max, isWhole = false, not }: Range = RANGES[name];
  const isValid = typeof value === 'number' && value >= min && value <= max && value !== not;
  if (isValid && (!isWhole || Number.isInteger(value))) return value;
  const kind = isWhole ? 'a whole number' : 'a number';
  const except = not === undefined ? '' : ` other than ${not}`;
  throw invalidArgument(
    `${section}.${name} is ${JSON.stringify(value)}; expected ${kind} from ${min} to ${max}${except}`,
  );
}
