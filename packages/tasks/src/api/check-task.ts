// Validates a task passed to CreateTask.
import { randomUUID } from 'node:crypto';
import { isTimestamp } from '@savepoint/server/core/rfc3339';
import { invalidArgument } from '@savepoint/server/core/rpc-error';
import { durationSeconds, readMessage, readText } from '../core/read-message.ts';
import type { NamedQueue, TaskRequest } from '../queue/queues.ts';

const TASK_ID = /^[A-Za-z0-9_-]{1,500}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SCHEDULE_DAYS = 30;
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_URL_LENGTH = 2083;
const DEADLINE_SECONDS = { default: 600, min: 15, max: 1800 };
const METHODS = ['POST', 'GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** A task that can be created. */
interface NewTask {
  readonly id: string;
  readonly request: Omit<TaskRequest, 'traceparent'>;
  readonly dueMs: number;
}

/** Parses a Task of the API for a queue. */
export function readTask(json: unknown, queue: NamedQueue, nowMs: number): NewTask {
  const task = readMessage(json ?? {}, 'task', {
    read: ['name', 'httpRequest', 'scheduleTime', 'dispatchDeadline'],
    ignored: ['createTime', 'dispatchCount', 'responseCount', 'firstAttempt', 'lastAttempt', 'view'],
    unsupported: ['appEngineHttpRequest'],
  });
  if (task.httpRequest === undefined) {
    throw invalidArgument('Expected a body {"task": {"httpRequest": {...}}}');
  }
  const name = readText(task.name, 'task.name');
  return {
    id: name === '' ? randomUUID() : readTaskId(queue.name, name),
    request: {
      ...readHttpRequest(task.httpRequest, queue),
      deadlineSeconds: readDeadline(task.dispatchDeadline),
    },
    dueMs: readScheduleTime(task.scheduleTime, nowMs),
  };
}

function readHttpRequest(
  json: unknown,
  { name, defaultUrl }: NamedQueue,
): Pick<TaskRequest, 'url' | 'method' | 'headers' | 'body'> {
  const path = 'task.httpRequest';
  const message = readMessage(json, path, {
    read: ['url', 'httpMethod', 'headers', 'body'],
    // No token is sent, because nothing on this machine verifies it.
    ignored: ['oidcToken'],
    unsupported: ['oauthToken'],
  });
  const url = readText(message.url, `${path}.url`);
  if (url === '' && defaultUrl === undefined) {
    throw invalidArgument(`${path}.url is required: ${name} is not the queue of a function`);
  }
  if (url !== '' && !isHttpUrl(url)) {
    throw invalidArgument(
      `${path}.url must begin with http:// or https:// and have at most ${MAX_URL_LENGTH} characters`,
    );
  }
  const method = readText(message.httpMethod, `${path}.httpMethod`, 'POST');
  if (!METHODS.includes(method)) {
    throw invalidArgument(`${path}.httpMethod is ${JSON.stringify(method)}; expected ${METHODS.join(', ')}`);
  }
  const body = Buffer.from(readText(message.body, `${path}.body`), 'base64');
  if (body.length > MAX_BODY_BYTES) {
    throw invalidArgument(`The body has ${body.length} bytes; the limit is ${MAX_BODY_BYTES}`);
  }
  if (body.length > 0 && !METHODS_WITH_BODY.includes(method)) {
    throw invalidArgument(`A task with the method ${method} must not have a body`);
  }
  return { url, method, headers: readHeaders(message.headers, `${path}.headers`), body };
}

function isHttpUrl(url: string): boolean {
  return /^https?:\/\//.test(url) && url.length <= MAX_URL_LENGTH && URL.canParse(url);
}

function readHeaders(json: unknown, path: string): Record<string, string> {
  if (json === undefined) return {};
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalidArgument(`${path} must be an object`);
  }
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, readText(value ?? undefined, `${path}.${name}`)]),
  );
}

function readTaskId(queueName: string, name: string): string {
  const prefix = `${queueName}/tasks/`;
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  if (id !== undefined && TASK_ID.test(id)) return id;
  throw invalidArgument(
    `Expected a name ${prefix}ID with 1 to 500 letters, digits, hyphens and underscores; it is "${name}"`,
  );
}

function readScheduleTime(time: unknown, nowMs: number): number {
  if (time === undefined) return nowMs;
  if (typeof time !== 'string' || !isTimestamp(time)) {
    throw invalidArgument(`scheduleTime is not a timestamp: ${JSON.stringify(time)}`);
  }
  const ms = Date.parse(time);
  if (ms <= nowMs + MAX_SCHEDULE_DAYS * DAY_MS) return ms;
  throw invalidArgument(`scheduleTime ${time} is more than ${MAX_SCHEDULE_DAYS} days ahead`);
}

function readDeadline(deadline: unknown): number {
  if (deadline === undefined) return DEADLINE_SECONDS.default;
  const seconds = durationSeconds(deadline);
  if (seconds >= DEADLINE_SECONDS.min && seconds <= DEADLINE_SECONDS.max) return seconds;
  throw invalidArgument(
    `dispatchDeadline is ${JSON.stringify(deadline)}; expected from "${DEADLINE_SECONDS.min}s" to "${DEADLINE_SECONDS.max}s"`,
  );
}
