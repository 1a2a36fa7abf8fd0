// Tests the emulator over HTTP; the test takes the role of the function.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { frozenTime } from '@savepoint/server/core/clock';
import { expect, it } from 'vitest';
import { startTasksEmulator } from './server.ts';

const QUEUE = '/projects/demo/locations/us-central1/queues/send';

/** An emulator with a stopped clock and a function's queue. */
async function startQueue(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const lines: string[] = [];
  const target = createServer(handle).listen(0, '127.0.0.1');
  await once(target, 'listening');
  const emulator = await startTasksEmulator({
    time: frozenTime(1_000_000_000_000),
    log: (line) => lines.push(line),
  });
  const call = (method: string, path: string, body?: object) =>
    fetch(`http://${emulator.host}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const defaultUri = `http://127.0.0.1:${(target.address() as AddressInfo).port}/send`;
  await call('POST', QUEUE, { defaultUri, retryConfig: { maxAttempts: 2, minBackoffSeconds: 60 } });
  return {
    emulator,
    lines,
    call,
    async [Symbol.asyncDispose]() {
      await emulator.close();
      target.close();
    },
  };
}

it('an attempt sends the method, headers and body of the task, and the headers of Cloud Tasks', async () => {
  const received = Promise.withResolvers<object>();
  await using queue = await startQueue(async (request, response) => {
    const { method, url, headers } = request;
    received.resolve({ method, url, headers, body: await text(request) });
    response.end();
  });
  const httpRequest = { httpMethod: 'PUT', headers: { 'X-Shop': 'a' }, body: btoa('{"a":1}') };
  const name = `${QUEUE.slice(1)}/tasks/t1`;
  await queue.call('POST', `${QUEUE}/tasks`, { task: { name, httpRequest } });
  expect(await received.promise).toMatchObject({
    method: 'PUT',
    url: '/send',
    body: '{"a":1}',
    headers: {
      'x-shop': 'a',
      'user-agent': 'Google-Cloud-Tasks',
      'x-cloudtasks-queuename': 'send',
      'x-cloudtasks-taskname': 't1',
      'x-cloudtasks-taskretrycount': '0',
      'x-cloudtasks-taskexecutioncount': '0',
      'x-cloudtasks-tasketa': '1000000000.000000',
    },
  });
});

it('a task is retried when the clock is advanced, and its end is logged', async () => {
  let attempts = 0;
  await using queue = await startQueue((_request, response) => {
    attempts += 1;
    response.writeHead(503).end();
  });
  const task = { name: `${QUEUE.slice(1)}/tasks/t1`, httpRequest: {} };
  await queue.call('POST', `${QUEUE}/tasks`, { task });
  const dispatched = () => expect.poll(async () => (await queue.call('GET', '/queueStats')).json());
  await dispatched().toMatchObject({ [QUEUE.slice(1)]: { numberOfTasks: 1, runningTasks: 0 } });
  const advanced = await queue.call('POST', '/_savepoint/clock/advance', { seconds: 60 });
  expect(await advanced.json()).toEqual({ now: '2001-09-09T01:47:40.000Z' });
  await dispatched().toMatchObject({ [QUEUE.slice(1)]: { numberOfTasks: 0, failedTasks: 1 } });
  expect(attempts).toBe(2);
  expect(queue.lines).toEqual(['task t1 of send abandoned after 2 attempts: response 503']);
});

it('reset deletes tasks and releases their names, but keeps queues', async () => {
  await using queue = await startQueue((_request, response) => response.end());
  const task = { name: `${QUEUE.slice(1)}/tasks/t1`, scheduleTime: '2001-09-10T00:00:00Z', httpRequest: {} };
  const create = async () => (await queue.call('POST', `${QUEUE}/tasks`, { task })).status;
  expect([await create(), await create()]).toEqual([200, 409]);
  expect(await (await queue.call('POST', '/_savepoint/reset')).json()).toEqual({ reset: true });
  expect(await create()).toBe(200);
});

it('a request from a page of another origin is rejected', async () => {
  await using queue = await startQueue((_request, response) => response.end());
  const headers = { origin: 'https://evil.example' };
  const response = await fetch(`http://${queue.emulator.host}${QUEUE}`, { method: 'DELETE', headers });
  expect(response.status).toBe(403);
  expect((await queue.call('GET', QUEUE)).status).toBe(200);
});
