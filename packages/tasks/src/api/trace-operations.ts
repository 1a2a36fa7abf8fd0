import { isUnsampled, runInSpan, type SpanSink, startTrace } from '@savepoint/server/core/tracing';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import type { MiddlewareHandler } from 'hono';

/** A change of a task. */
const TASKS = /\/queues\/([^/:]+)\/tasks(?:\/[^/:]+)?(?::(\w+))?$/;

/**
 * Records a span for each creation, deletion and manual run of a task, in the trace of its
 * `traceparent`. Attempts have their own spans.
 */
export function traceOperations(onSpan: SpanSink): MiddlewareHandler<EmulatorEnv> {
  return async (context, next) => {
    const { method, path } = context.req;
    const traceparent = context.req.header('traceparent');
    const [, queue, verb = method === 'DELETE' ? 'delete' : 'create'] = TASKS.exec(path) ?? [];
    if (queue === undefined || !['POST', 'DELETE'].includes(method) || isUnsampled(traceparent)) {
      return next();
    }
    const attributes = { 'http.request.method': method, 'url.path': path, 'tasks.queue': queue };
    const span = startTrace(onSpan, `tasks.${verb} ${queue}`, traceparent, { kind: 'server', attributes });
    try {
      await runInSpan(span, next);
      const { status } = context.res;
      span.set({ 'http.response.status_code': status });
      if (status >= 400) span.fail(`status ${status}`);
    } finally {
      span.end();
    }
  };
}
