import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { toRpcError } from '@savepoint/server/core/rpc-error';
import type { SpanRecord } from '@savepoint/server/core/tracing';
import { createApp } from '@savepoint/server/http/app';
import { errorBody, httpStatus } from '@savepoint/server/http/http-status';
import { describe, expect, it } from 'vitest';
import { type Attempt, Queues } from '../queue/queues.ts';
import { createApi } from './api-routes.ts';

const LOCATION = '/projects/demo/locations/us-central1';
const QUEUE = `${LOCATION}/queues/send`;
const URL = 'http://127.0.0.1:5001/send';

interface Reply {
  readonly status: number;
  readonly body: {
    readonly error?: { readonly status: string; readonly message: string };
    readonly [field: string]: unknown;
  };
}

/** The API with a function's queue. Attempts get the statuses in order, then 200. */
async function startApi(statuses: readonly number[] = []) {
  const clock = new Clock(frozenTime(1_000_000_000_000));
  const attempts: Attempt[] = [];
  const spans: SpanRecord[] = [];
  const queues = new Queues({
    clock,
    log: () => undefined,
    dispatch: (attempt, done) => done(statuses[attempts.push(attempt) - 1] ?? 200),
  });
  const app = createApp({
    bodyLimitBytes: 2_000_000,
    onBadBody: () => new Response(),
    onError: (cause) => {
      const error = toRpcError(cause);
      return Response.json(errorBody(error), { status: httpStatus(error) });
    },
    onNotFound: () => new Response(),
  });
  app.route(
    '/',
    createApi(queues, (span) => spans.push(span)),
  );
  const call = async (method: string, path: string, json?: unknown, headers = {}): Promise<Reply> => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const response = await app.request(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...body,
    });
    return { status: response.status, body: (await response.json()) as Reply['body'] };
  };
  await call('POST', QUEUE, { defaultUri: URL });
  return {
    clock,
    attempts,
    spans,
    call,
    /** Creates a task with these fields. */
    create: (task: object, queue = QUEUE) => call('POST', `${queue}/tasks`, { task }),
  };
}

describe('CreateTask', () => {
  it.each(['1970-02-30T12:00:00Z', '1970-01-01T24:00:00Z', '1970-01-01', 'soon', 7])(
    'refuses a scheduleTime %j that does not exist',
    async (scheduleTime) => {
      const { create } = await startApi();
      const { status, body } = await create({ scheduleTime, httpRequest: { url: URL } });
      expect(status).toBe(400);
      expect(body.error?.message).toContain('scheduleTime is not a timestamp');
    },
  );

  it('accepts a scheduleTime with a fraction and an offset', async () => {
    const { create } = await startApi();
    const scheduleTime = '1970-01-02T00:00:00.5+01:00';
    expect((await create({ scheduleTime, httpRequest: { url: URL } })).status).toBe(200);
  });

  it('accepts the .proto field names, which the Admin SDK for Python sends', async () => {
    const { create, attempts } = await startApi();
    const http_request = { url: '', oidc_token: { service_account_email: 'a@b.example' }, body: 'e30=' };
    expect((await create({ http_request, dispatch_deadline: '60s' })).status).toBe(200);
    expect(attempts).toMatchObject([{ url: URL, deadlineMs: 60_000, body: Buffer.from('{}') }]);
  });

  it.each([
    ['task.appEngineHttpRequest', { appEngineHttpRequest: { relativeUri: '/' } }],
    ['task.httpRequest.oauthToken', { httpRequest: { url: URL, oauthToken: {} } }],
  ])('refuses the unsupported %s by name', async (name, task) => {
    const { create } = await startApi();
    const { status, body } = await create(task);
    expect(status).toBe(501);
    expect(body.error).toMatchObject({ status: 'UNIMPLEMENTED' });
    expect(body.error?.message).toContain(name);
  });

  it.each([
    ['an unknown field', { retries: 3, httpRequest: { url: URL } }, /Unknown name "retries" at 'task'/],
    ['no httpRequest', {}, /Expected a body \{"task": \{"httpRequest"/],
    ['an unknown method', { httpRequest: { url: URL, httpMethod: 'PURGE' } }, /httpMethod is "PURGE"/],
    [
      'a body with GET',
      { httpRequest: { url: URL, httpMethod: 'GET', body: 'e30=' } },
      /must not have a body/,
    ],
    ['a URL of another scheme', { httpRequest: { url: 'file:///etc/passwd' } }, /begin with http:/],
    [
      'a header that is no text',
      { httpRequest: { url: URL, headers: { a: 1 } } },
      /headers\.a must be a string/,
    ],
    ['a short deadline', { dispatchDeadline: '14s', httpRequest: { url: URL } }, /from "15s" to "1800s"/],
    ['a name of another queue', { name: 'q/tasks/t', httpRequest: { url: URL } }, /Expected a name projects/],
  ])('refuses %s', async (_, task, message) => {
    const { create, attempts } = await startApi();
    const { status, body } = await create(task);
    expect(status).toBe(400);
    expect(body.error?.message).toMatch(message);
    expect(attempts).toEqual([]);
  });

  it('returns the body of a task only in the view FULL', async () => {
    const { call } = await startApi();
    const task = { httpRequest: { url: URL, body: 'e30=' } };
    const basic = await call('POST', `${QUEUE}/tasks`, { task });
    expect(basic.body).toMatchObject({ view: 'BASIC', httpRequest: { url: URL, httpMethod: 'POST' } });
    expect(basic.body.httpRequest).not.toHaveProperty('body');
    const full = await call('POST', `${QUEUE}/tasks`, { task, responseView: 'FULL' });
    expect(full.body).toMatchObject({ view: 'FULL', httpRequest: { body: 'e30=' } });
  });

  it('puts each attempt into the trace of the request that created the task, not of a later one', async () => {
    const { call, clock, attempts, spans } = await startApi([500, 500]);
    const traceparent = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
    const name = `${QUEUE.slice(1)}/tasks/t1`;
    const task = { name, httpRequest: { url: URL } };
    await call('POST', `${QUEUE}/tasks`, { task }, { traceparent: traceparent('1') });
    const again = await call('POST', `${QUEUE}/tasks`, { task }, { traceparent: traceparent('2') });
    expect(again.status).toBe(409);
    await clock.advance(60_000);
    expect(attempts.map(({ number, taskName }) => [number, taskName])).toEqual([
      [1, name],
      [2, name],
      [3, name],
    ]);
    const [created, refused] = spans;
    expect(created).toMatchObject({ name: 'tasks.create send', traceId: '1'.repeat(32) });
    expect(refused).toMatchObject({ traceId: '2'.repeat(32), error: 'status 409' });
    for (const attempt of attempts) {
      expect(attempt.traceparent).toBe(`00-${created?.traceId}-${created?.spanId}-01`);
    }
  });
});

describe('CreateQueue', () => {
  it('creates a queue with the defaults of the API, for tasks with a URL', async () => {
    const { call, create, attempts } = await startApi();
    const name = `${LOCATION.slice(1)}/queues/mail`;
    const retryConfig = { minBackoff: '1.5s', maxRetryDuration: '60s' };
    const queue = { name, rateLimits: { maxDispatchesPerSecond: 10 }, retryConfig };
    const created = await call('POST', `/v2${LOCATION}/queues`, queue);
    expect(created).toEqual({
      status: 200,
      body: {
        name,
        state: 'RUNNING',
        rateLimits: { maxConcurrentDispatches: 1000, maxDispatchesPerSecond: 10, maxBurstSize: 2 },
        retryConfig: {
          maxAttempts: 100,
          maxDoublings: 16,
          maxRetryDuration: '60s',
          minBackoff: '1.5s',
          maxBackoff: '3600s',
        },
      },
    });
    expect((await call('POST', `/v2${LOCATION}/queues`, queue)).status).toBe(409);
    expect((await create({ httpRequest: {} }, `/v2/${name}`)).body.error?.message).toContain(
      'url is required',
    );
    expect((await create({ httpRequest: { url: URL } }, `/v2/${name}`)).status).toBe(200);
    expect(attempts).toHaveLength(1);
    expect((await call('DELETE', `/v2/${name}`)).body).toEqual({});
    expect((await call('GET', `/v2/${name}`)).status).toBe(404);
  });

  it.each([
    ['queue.httpTarget', { httpTarget: {} }, 501],
    ['maxAttempts is 0', { retryConfig: { maxAttempts: 0 } }, 400],
    ['minBackoff is "soon"', { retryConfig: { minBackoff: 'soon' } }, 400],
    ['Unknown name "color"', { color: 'red' }, 400],
  ])('refuses a queue with the error %s', async (text, fields, expected) => {
    const { call } = await startApi();
    const name = `${LOCATION.slice(1)}/queues/mail`;
    const { status, body } = await call('POST', `/v2${LOCATION}/queues`, { name, ...fields });
    expect(status).toBe(expected);
    expect(body.error?.message).toContain(text);
  });
});

describe('ListTasks', () => {
  it('returns pages of pageSize tasks', async () => {
    const { call, create } = await startApi();
    await call('POST', `${QUEUE}:pause`);
    for (const id of ['a', 'b', 'c']) {
      await create({ name: `${QUEUE.slice(1)}/tasks/${id}`, httpRequest: {} });
    }
    const list = async (query: string) => {
      const { body } = await call('GET', `${QUEUE}/tasks?${query}`);
      const names = (body.tasks as { name: string }[]).map(({ name }) => name.at(-1));
      return [names.join(), body.nextPageToken];
    };
    expect(await list('')).toEqual(['a,b,c', undefined]);
    expect(await list('pageSize=2')).toEqual(['a,b', '2']);
    expect(await list('pageSize=2&pageToken=2')).toEqual(['c', undefined]);
    expect((await call('GET', `${QUEUE}/tasks?pageToken=x`)).status).toBe(400);
  });
});

describe('The API', () => {
  it.each([
    ['PATCH', QUEUE],
    ['POST', `${QUEUE}:getIamPolicy`],
    ['POST', `${QUEUE}/tasks/t:buffer`],
    ['GET', LOCATION],
    ['GET', `${LOCATION}/cmekConfig`],
  ])('refuses the unsupported %s %s by name', async (method, path) => {
    const { call } = await startApi();
    const { status, body } = await call(method, path);
    expect(status).toBe(501);
    expect(body.error?.message).toContain(`${method} ${path}`);
  });

  it.each([{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }])(
    'refuses a body with %j',
    async (headers) => {
      const { call } = await startApi();
      expect((await call('POST', `${QUEUE}/tasks`, { task: {} }, headers)).status).toBe(400);
    },
  );
});
