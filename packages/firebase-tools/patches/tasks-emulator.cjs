// The Cloud Tasks emulator ignores schedule times, makes one attempt too many, keeps its place
// while a task waits for a retry, loses its tasks when the functions are loaded again and names its
// queues as nobody else does. This replaces its queues and its server by ours (tasks-api.cjs,
// task-queue.cjs); its address, start and stop stay with firebase-tools.
const http = require('node:http');
const https = require('node:https');
const { awaitBody, MAX_BODY_BYTES } = require('@savepoint/server/guard/preload');
const { findBodyProblem } = require('./find-body-problem.ts');
const { isMetadataRequest, respondWithMetadata } = require('./metadata-api.ts');
const { ApiError, errorResponse, TasksApi } = require('./tasks-api.cjs');
const { tracer } = require('./tracer.ts');

exports.module = 'lib/emulator/tasksEmulator.js';

exports.expected = {
  'TasksEmulator.start() that lets createHubServer() listen': ({ TasksEmulator }) =>
    /this\.createHubServer\(\)\.listen\(port, host\)/.test(TasksEmulator.prototype.start),
  'TasksEmulator.stop() that closes the server and the controller': ({ TasksEmulator }) =>
    /this\.destroyServer\(\)/.test(TasksEmulator.prototype.stop) &&
    /this\.controller\.stop\(\)/.test(TasksEmulator.prototype.stop),
};

const clock = {
  nowMs: Date.now,
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

exports.apply = ({ TasksEmulator }) => {
  TasksEmulator.prototype.createHubServer = function createServer() {
    const log = (line) => this.logger.logLabeled('WARN', 'tasks', line);
    const api = new TasksApi({
      clock,
      dispatch: (attempt, done) => traceAttempt(attempt, done, log),
      log,
      traceparent: () => tracer?.activeSpan()?.traceparent,
    });
    this.controller = api;
    return http.createServer((request, response) => respond(api, request, response));
  };
};

function respond(api, request, response) {
  if (isMetadataRequest(request)) return respondWithMetadata(request, response);
  const reject = (message) => send(errorResponse(new ApiError('INVALID_ARGUMENT', message)));
  const send = ({ status, body }) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body));
  return awaitBody(
    request,
    async (body) => {
      const path = decodePath(request.url);
      const problem = path === undefined ? 'The path is not valid.' : findBodyProblem(request, body);
      if (problem !== undefined) reject(problem);
      else send(await api.handle(request.method, path, body.toString('utf8')));
    },
    () => reject(`The body has more than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`),
  );
}

/** The path of a request; undefined when it cannot be decoded. */
function decodePath(url) {
  try {
    return decodeURI(url.split('?', 1)[0]);
  } catch {
    return undefined;
  }
}

/** Makes one attempt in a span of its own, in the trace in which the task was created. */
function traceAttempt(attempt, done, log) {
  if (tracer === undefined) return sendAttempt(attempt, done, log);
  const queue = /\/queues\/([^/]+)/.exec(attempt.name)?.[1];
  const span = tracer.startSpan('tasks', `attempt ${queue}`, attempt.traceparent, {
    kind: 'producer',
    attributes: { 'tasks.queue': queue, 'tasks.task': attempt.name, 'tasks.attempt': attempt.attempt },
  });
  const finish = (status) => {
    span.set({ 'http.response.status_code': status });
    if (status === undefined || status >= 300)
      span.fail(status === undefined ? 'no response' : `status ${status}`);
    span.end();
    done(status);
  };
  return tracer.runInSpan(span, () =>
    sendAttempt({ ...attempt, headers: { ...attempt.headers, traceparent: span.traceparent } }, finish, log),
  );
}

/**
 * Makes one attempt. Not with fetch, which waits five minutes for a response; a task may take
 * thirty.
 */
function sendAttempt({ url, method, headers, body, deadlineMs }, done, log) {
  let isDone = false;
  const finish = (status, problem) => {
    if (isDone) return;
    isDone = true;
    if (problem !== undefined) log(`${headers['x-cloudtasks-taskname']}: ${problem}`);
    done(status);
  };
  try {
    const { request } = url.startsWith('https:') ? https : http;
    const attempt = request(url, {
      method,
      headers: { ...headers, 'content-length': body.length },
      signal: AbortSignal.timeout(deadlineMs),
    });
    attempt.on('response', (response) => {
      response.on('error', () => undefined);
      response.on('close', () => finish(response.complete ? response.statusCode : undefined));
      response.resume();
    });
    attempt.on('error', (error) => {
      const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
      finish(undefined, isLate ? `no response within ${deadlineMs / 1000} s` : error.message);
    });
    attempt.end(body);
  } catch (error) {
    // A URL or a header that Node refuses.
    setImmediate(() => finish(undefined, error.message));
  }
}
