// The REST interface of the Cloud Tasks emulator: what firebase-admin and the Functions emulator
// call, the part of the Cloud Tasks API v2 that concerns tasks and a queue's state, and `:drain`,
// which only an emulator has. Paths are accepted with and without /v2.
const { randomUUID } = require('node:crypto');
const { DEFAULT_SETTINGS, TaskQueue, burstSize } = require('./task-queue.cjs');

const QUEUE_ID = /^[A-Za-z0-9-]{1,100}$/;
const TASK_ID = /^[A-Za-z0-9_-]{1,500}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SCHEDULE_DAYS = 30;
const MAX_BODY_BYTES = 1024 * 1024;
const DEADLINE_SECONDS = { default: 600, min: 15, max: 1800 };
/** What the API accepts; a deployment with other values fails. */
const RANGES = {
  maxConcurrentDispatches: { min: 1, max: 5000, whole: true },
  maxDispatchesPerSecond: { min: 0.001, max: 500 },
  maxAttempts: { min: -1, max: 2 ** 31 - 1, whole: true, not: 0 },
  maxRetrySeconds: { min: 0, max: Number.MAX_SAFE_INTEGER },
  minBackoffSeconds: { min: 0, max: Number.MAX_SAFE_INTEGER },
  maxBackoffSeconds: { min: 0, max: Number.MAX_SAFE_INTEGER },
  maxDoublings: { min: 0, max: 2 ** 31 - 1, whole: true },
};
const HTTP_STATUS = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  UNIMPLEMENTED: 501,
};

/** An error as Google's APIs respond with it. */
class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** @param {ApiError} error */
function errorResponse({ status, message }) {
  const code = HTTP_STATUS[status];
  return { status: code, body: { error: { code, status, message } } };
}

/** The queues of all projects, and the operations on them. */
class TasksApi {
  /** @type {Map<string, { queue: TaskQueue, defaultUri: string }>} by resource name */
  #queues = new Map();
  #clock;
  #dispatch;
  #log;
  #traceparent;

  /**
   * @param {object} options
   * @param {ConstructorParameters<typeof TaskQueue>[0]['clock']} options.clock
   * @param {(attempt: object, done: (status: number | undefined) => void) => void} options.dispatch
   *   sends one request
   * @param {(line: string) => void} options.log
   * @param {() => string | undefined} [options.traceparent] of the request that creates a task: its
   *   attempts belong to that trace
   */
  constructor({ clock, dispatch, log, traceparent = () => undefined }) {
    this.#traceparent = traceparent;
    this.#clock = clock;
    this.#dispatch = dispatch;
    this.#log = log;
  }

  /**
   * Responds to one request.
   * @param {string} method
   * @param {string} path
   * @param {string} text the body
   * @returns {Promise<{ status: number, body: object }>}
   */
  async handle(method, path, text) {
    try {
      return {
        status: 200,
        body: await this.#route(method, path.replace(/^\/v2(?=\/)/, ''), parseBody(text)),
      };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return errorResponse(error);
    }
  }

  stop() {
    for (const { queue } of this.#queues.values()) queue.stop();
  }

  #route(method, path, body) {
    if (method === 'GET' && path === '/queueStats') return this.#statistics();
    const cleared = /^\/emulator\/v1\/projects\/([^/]+)\/tasks$/.exec(path);
    if (cleared !== null && method === 'DELETE') return this.#clear(cleared[1]);
    if (!path.startsWith('/projects/')) throw new ApiError('NOT_FOUND', `There is nothing at ${path}`);
    const match = /^\/(projects\/[^/]+\/locations\/[^/]+)\/queues(?:\/([^/:]+)(.*))?$/.exec(path);
    const [, location, id, rest] = match ?? [];
    if (match !== null && id === undefined && method === 'GET') return this.#listQueues(location);
    const name = `${location}/queues/${id}`;
    if (id !== undefined && method === 'POST' && rest === '') return this.#register(name, id, body);
    const [, taskId, verb] = /^(?:\/tasks(?:\/([^/:]+))?)?(?::(\w+))?$/.exec(rest ?? '') ?? [];
    const isOfTasks = rest?.startsWith('/tasks') ?? false;
    const key = `${method} ${isOfTasks ? (taskId === undefined ? 'tasks' : 'task') : 'queue'}${verb === undefined ? '' : `:${verb}`}`;
    const operation = id === undefined ? undefined : this.#operations()[key];
    if (operation === undefined) {
      throw new ApiError('UNIMPLEMENTED', `The Cloud Tasks emulator does not support ${method} ${path}`);
    }
    const found = this.#queues.get(name);
    if (found === undefined) {
      const known = [...this.#queues.keys()].join(', ') || 'none';
      throw new ApiError('NOT_FOUND', `There is no queue ${name}. Functions with a queue: ${known}`);
    }
    return operation({ ...found, name, taskId, body });
  }

  #operations() {
    const changed = (change) => (context) => {
      change(context.queue);
      return queueResource(context);
    };
    return {
      'GET queue': queueResource,
      'POST queue:pause': changed((queue) => queue.pause()),
      'POST queue:resume': changed((queue) => queue.resume()),
      'POST queue:purge': changed((queue) => queue.purge()),
      'POST queue:drain': drain,
      'GET tasks': ({ queue, name }) => ({ tasks: queue.list().map((task) => taskResource(name, task)) }),
      'POST tasks': (context) => this.#createTask(context),
      'GET task': ({ queue, name, taskId }) => taskResource(name, required(queue.find(taskId), name, taskId)),
      'POST task:run': ({ queue, name, taskId }) => {
        const task = required(queue.find(taskId), name, taskId);
        queue.run(taskId);
        return taskResource(name, task);
      },
      'DELETE task': ({ queue, name, taskId }) => {
        required(queue.delete(taskId) || undefined, name, taskId);
        return {};
      },
    };
  }

  /**
   * What the Functions emulator calls for each function with a queue, again when the functions are
   * loaded again.
   */
  #register(name, id, body) {
    if (!QUEUE_ID.test(id)) {
      throw new ApiError(
        'INVALID_ARGUMENT',
        `A queue's id has 1 to 100 letters, digits and hyphens; it is "${id}"`,
      );
    }
    const settings = readSettings(body);
    const existing = this.#queues.get(name);
    if (existing !== undefined) {
      existing.defaultUri = body.defaultUri;
      existing.queue.update(settings);
      return { taskQueueConfig: settings };
    }
    const queue = new TaskQueue({
      settings,
      clock: this.#clock,
      dispatch: (task, done) => this.#attempt(name, task, done),
      onGivenUp: (task) => this.#log(givenUpLine(name, task)),
    });
    this.#queues.set(name, { queue, defaultUri: body.defaultUri });
    return { taskQueueConfig: settings };
  }

  #attempt(name, task, done) {
    const { url, headers, body, deadlineSeconds, method, traceparent } = task.request;
    this.#dispatch(
      {
        // Read at each attempt: a function that was loaded again may have another URL.
        url: url === '' ? this.#queues.get(name).defaultUri : url,
        method,
        headers: { ...headers, ...attemptHeaders(name, task) },
        body,
        deadlineMs: deadlineSeconds * 1000,
        traceparent,
        name: `${name}/tasks/${task.id}`,
        attempt: task.attempts,
      },
      done,
    );
  }

  #createTask({ queue, name, body }) {
    const nowMs = this.#clock.nowMs();
    const { id, request, dueMs } = readTask(name, body.task, nowMs);
    const task = queue.create(id, { ...request, traceparent: this.#traceparent() }, dueMs);
    if (task === undefined) {
      throw new ApiError(
        'ALREADY_EXISTS',
        `${name}/tasks/${id} exists, or was executed or deleted within the last hour`,
      );
    }
    return taskResource(name, task);
  }

  #listQueues(location) {
    const queues = [...this.#queues].filter(([name]) => name.startsWith(`${location}/`));
    return { queues: queues.map(([name, { queue }]) => queueResource({ name, queue })) };
  }

  #clear(project) {
    for (const [name, { queue }] of this.#queues) if (name.startsWith(`projects/${project}/`)) queue.clear();
    return {};
  }

  #statistics() {
    return Object.fromEntries(
      [...this.#queues].map(([name, { queue }]) => {
        const { maxConcurrentDispatches, maxDispatchesPerSecond } = queue.settings.rateLimits;
        return [
          name,
          {
            numberOfTasks: queue.list().length - queue.dispatchedCount,
            runningTasks: queue.dispatchedCount,
            completedTasks: queue.counts.succeeded,
            failedTasks: queue.counts.failed,
            maxRate: maxDispatchesPerSecond,
            maxConcurrent: maxConcurrentDispatches,
          },
        ];
      }),
    );
  }
}

function parseBody(text) {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError('INVALID_ARGUMENT', `The body is not JSON: ${error.message}`);
  }
}

function required(value, queueName, taskId) {
  if (value === undefined) throw new ApiError('NOT_FOUND', `There is no task ${queueName}/tasks/${taskId}`);
  return value;
}

function drain({ queue, name }) {
  if (queue.isPaused) throw new ApiError('FAILED_PRECONDITION', `${name} is paused; resume it first`);
  return new Promise((resolve) => queue.drain(resolve));
}

/** The settings of a function's queue: its own, and the defaults for what it leaves out. */
function readSettings(body) {
  const read = (section) => {
    const values = { ...DEFAULT_SETTINGS[section] };
    for (const name of Object.keys(values)) values[name] = body[section]?.[name] ?? values[name];
    for (const [name, value] of Object.entries(values))
      assertInRange(`${section}.${name}`, value, RANGES[name]);
    return values;
  };
  const settings = { retryConfig: read('retryConfig'), rateLimits: read('rateLimits') };
  const { minBackoffSeconds, maxBackoffSeconds } = settings.retryConfig;
  if (minBackoffSeconds > maxBackoffSeconds) {
    throw new ApiError(
      'INVALID_ARGUMENT',
      `retryConfig.minBackoffSeconds (${minBackoffSeconds}) is more than maxBackoffSeconds (${maxBackoffSeconds})`,
    );
  }
  return settings;
}

function assertInRange(name, value, { min, max, whole, not }) {
  const isValid = typeof value === 'number' && value >= min && value <= max && value !== not;
  if (isValid && (!whole || Number.isInteger(value))) return;
  const kind = whole ? 'a whole number' : 'a number';
  const except = not === undefined ? '' : ` other than ${not}`;
  throw new ApiError(
    'INVALID_ARGUMENT',
    `${name} is ${JSON.stringify(value)}; expected ${kind} from ${min} to ${max}${except}`,
  );
}

/** A task as CreateTask takes it. */
function readTask(queueName, task, nowMs) {
  if (typeof task?.httpRequest !== 'object' || task.httpRequest === null) {
    throw new ApiError('INVALID_ARGUMENT', 'Expected a body {"task": {"httpRequest": {...}}}');
  }
  const { url = '', headers = {}, httpMethod = 'POST', body: base64 = '' } = task.httpRequest;
  const texts = {
    name: task.name ?? '',
    'httpRequest.url': url,
    'httpRequest.httpMethod': httpMethod,
    'httpRequest.body': base64,
  };
  const wrong = Object.keys(texts).find((field) => typeof texts[field] !== 'string');
  if (wrong !== undefined) throw new ApiError('INVALID_ARGUMENT', `task.${wrong} must be a text`);
  const body = Buffer.from(base64, 'base64');
  if (body.length > MAX_BODY_BYTES) {
    throw new ApiError(
      'INVALID_ARGUMENT',
      `The body has ${body.length} bytes; a task may have ${MAX_BODY_BYTES}`,
    );
  }
  return {
    id: readTaskId(queueName, task.name),
    request: { url, headers, body, method: httpMethod, deadlineSeconds: readDeadline(task.dispatchDeadline) },
    dueMs: readScheduleTime(task.scheduleTime, nowMs),
  };
}

function readTaskId(queueName, name) {
  if (name === undefined) return randomUUID();
  const prefix = `${queueName}/tasks/`;
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
  if (id !== undefined && TASK_ID.test(id)) return id;
  throw new ApiError(
    'INVALID_ARGUMENT',
    `Expected a name ${prefix}ID with 1 to 500 letters, digits, hyphens and underscores; it is "${name}"`,
  );
}

function readScheduleTime(time, nowMs) {
  if (time === undefined) return nowMs;
  const ms = readTimestamp(time);
  if (Number.isNaN(ms)) throw new ApiError('INVALID_ARGUMENT', `scheduleTime is not a timestamp: "${time}"`);
  if (ms > nowMs + MAX_SCHEDULE_DAYS * DAY_MS) {
    throw new ApiError(
      'INVALID_ARGUMENT',
      `scheduleTime ${time} is more than ${MAX_SCHEDULE_DAYS} days ahead`,
    );
  }
  return ms;
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * NaN for what is no time of RFC 3339, and for one that does not exist, which Date.parse moves:
 * February 30, 24:00.
 */
function readTimestamp(time) {
  const [, local] = TIMESTAMP.exec(time) ?? [];
  const ms = Date.parse(`${local}Z`);
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${local}.`);
  return exists ? Date.parse(time) : Number.NaN;
}

function readDeadline(deadline) {
  if (deadline === undefined) return DEADLINE_SECONDS.default;
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(deadline)?.[1]);
  if (seconds >= DEADLINE_SECONDS.min && seconds <= DEADLINE_SECONDS.max) return seconds;
  throw new ApiError(
    'INVALID_ARGUMENT',
    `dispatchDeadline is "${deadline}"; expected from "${DEADLINE_SECONDS.min}s" to "${DEADLINE_SECONDS.max}s"`,
  );
}

/** The headers from which firebase-functions makes the context of a task. */
function attemptHeaders(queueName, { id, attempts, executions, dueMs, previousResponse }) {
  return {
    'user-agent': 'Google-Cloud-Tasks',
    'x-cloudtasks-queuename': queueName.slice(queueName.lastIndexOf('/') + 1),
    'x-cloudtasks-taskname': id,
    'x-cloudtasks-taskretrycount': String(attempts - 1),
    'x-cloudtasks-taskexecutioncount': String(executions),
    // Seconds since 1970.
    'x-cloudtasks-tasketa': (dueMs / 1000).toFixed(6),
    ...(previousResponse === undefined
      ? {}
      : { 'x-cloudtasks-taskpreviousresponse': String(previousResponse) }),
  };
}

function givenUpLine(queueName, { id, attempts, previousResponse }) {
  const last = previousResponse === undefined ? 'no response' : `response ${previousResponse}`;
  const name = queueName.slice(queueName.lastIndexOf('/') + 1);
  return `task ${id} of ${name} abandoned after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${last}`;
}

const timestamp = (ms) => new Date(ms).toISOString();

/** A Queue of the API. */
function queueResource({ name, queue }) {
  const { retryConfig, rateLimits } = queue.settings;
  return {
    name,
    state: queue.isPaused ? 'PAUSED' : 'RUNNING',
    rateLimits: { ...rateLimits, maxBurstSize: burstSize(rateLimits) },
    retryConfig: {
      maxAttempts: retryConfig.maxAttempts,
      maxDoublings: retryConfig.maxDoublings,
      maxRetryDuration: `${retryConfig.maxRetrySeconds}s`,
      minBackoff: `${retryConfig.minBackoffSeconds}s`,
      maxBackoff: `${retryConfig.maxBackoffSeconds}s`,
    },
  };
}

/** A Task of the API in its view BASIC, which leaves out the body. */
function taskResource(queueName, task) {
  const { url, headers, method, deadlineSeconds } = task.request;
  const attempt = (ms) => (ms === undefined ? {} : { dispatchTime: timestamp(ms) });
  return {
    name: `${queueName}/tasks/${task.id}`,
    httpRequest: { url, httpMethod: method, headers },
    scheduleTime: timestamp(task.dueMs),
    createTime: timestamp(task.createdMs),
    dispatchDeadline: `${deadlineSeconds}s`,
    dispatchCount: task.attempts,
    responseCount: task.executions,
    ...(task.attempts === 0
      ? {}
      : { firstAttempt: attempt(task.firstAttemptMs), lastAttempt: attempt(task.lastAttemptMs) }),
    view: 'BASIC',
  };
}

module.exports = { ApiError, errorResponse, TasksApi };
