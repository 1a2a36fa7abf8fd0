import { toRpcError } from '@savepoint/server/core/rpc-error';
import { runInSpan, type SpanSink, startTrace } from '@savepoint/server/core/tracing';
import type { ServiceMethod } from './methods.ts';

/**
 * Methods with side effects. Pulls and acknowledgements begin and end a delivery's span instead.
 */
const RECORDED = /^(publish|create|update|delete|detach|seek)/;

/** Wraps the methods so that each call is a span in the trace of its `traceparent`. */
export function traceMethods(methods: readonly ServiceMethod[], sink: SpanSink): ServiceMethod[] {
  return methods.map((target) => {
    const { method, run } = target;
    if (method.methodKind !== 'unary' || !RECORDED.test(method.localName)) return target;
    return {
      method,
      async run(request, call) {
        const { topic, subscription, name } = request as Readonly<Record<string, unknown>>;
        const resource = [topic, subscription, name].find((value) => typeof value === 'string');
        const span = startTrace(sink, method.localName, call.header?.('traceparent'), {
          kind: 'server',
          attributes: { 'messaging.system': 'gcp_pubsub', resource: resource as string | undefined },
        });
        try {
          // Unary methods return a promise.
          return await runInSpan(
            span,
            () => run(request, call) as ReturnType<ServiceMethod['run']> & Promise<never>,
          );
        } catch (error) {
          span.fail(toRpcError(error).message);
          throw error;
        } finally {
          span.end();
        }
      },
    };
  });
}
