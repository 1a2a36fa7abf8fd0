// One attempt of a task over HTTP. Does not use fetch, which waits at most five minutes for a
// response, because a task may take thirty.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type SpanSink, startTrace } from '@savepoint/server/core/tracing';
import type { Attempt, Dispatch } from './queue/queues.ts';

type Done = Parameters<Dispatch>[1];

/**
 * Creates a function that sends attempts; `log` receives a line about each one without a response.
 * With a sink, each attempt is a span in the trace that created its task.
 */
export function createDispatch(log: (line: string) => void, onSpan?: SpanSink): Dispatch {
  if (onSpan === undefined) return (attempt, done) => sendAttempt(attempt, log, done);
  return (attempt, done) => {
    const { queueId, taskName, number, traceparent } = attempt;
    const span = startTrace(onSpan, `attempt ${queueId}`, traceparent, {
      kind: 'producer',
      attributes: { 'tasks.queue': queueId, 'tasks.task': taskName, 'tasks.attempt': number },
    });
    const headers = { ...attempt.headers, traceparent: span.traceparent };
    sendAttempt({ ...attempt, headers }, log, (status) => {
      span.set({ 'http.response.status_code': status });
      if (status === undefined) span.fail('no response');
      else if (status >= 300) span.fail(`status ${status}`);
      span.end();
      done(status);
    });
  };
}

function sendAttempt(attempt: Attempt, log: (line: string) => void, done: Done): void {
  const { taskName, url, method, headers, body, deadlineMs } = attempt;
  let isDone = false;
  const finish = (status: number | undefined, problem?: string) => {
    if (isDone) return;
    isDone = true;
    if (problem !== undefined) log(`${taskName}: ${problem}`);
    done(status);
  };
  try {
    const request = url.startsWith('https:') ? requestHttps : requestHttp;
    const sent = request(url, {
      method,
      headers: { ...headers, 'content-length': body.length },
      signal: AbortSignal.timeout(deadlineMs),
    });
    sent.on('response', (response) => {
      response.on('error', () => undefined);
      response.on('close', () => finish(response.complete ? response.statusCode : undefined));
      response.resume();
    });
    sent.on('error', (error) => {
      const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
      finish(undefined, isLate ? `no response within ${deadlineMs / 1000} s` : error.message);
    });
    sent.end(body);
  } catch (error) {
    // Node rejects a header.
    setImmediate(() => finish(undefined, (error as Error).message));
  }
}
