// The APIs that firebase-admin calls: FCM v1, and the topics of the Instance ID API, which its
// older versions use.
import { invalidArgument, RpcError, StatusCode, toRpcError } from '@savepoint/server/core/rpc-error';
import { isUnsampled, type SpanSink, startTrace } from '@savepoint/server/core/tracing';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import { errorBody, httpStatus } from '@savepoint/server/http/http-status';
import { parseJsonObject } from '@savepoint/server/http/parse-json';
import { Hono } from 'hono';
import { checkToken, checkTopic } from './check-message.ts';
import type { Outbox } from './outbox.ts';

export function createApi(outbox: Outbox, onSpan: SpanSink | undefined): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>();
  app.post('/v1/projects/:project/:method{messages:send}', (context) => {
    const { message, ...others } = parseJsonObject(context.var.body);
    const isDryRun = (others.validate_only ?? others.validateOnly) === true;
    const header = context.req.header('traceparent');
    const span =
      onSpan === undefined || isUnsampled(header)
        ? undefined
        : startTrace(onSpan, 'messaging.send', header, { kind: 'server' });
    try {
      const traceId = span?.traceparent.split('-')[1];
      const sent = outbox.send({ project: context.req.param('project'), message, isDryRun, traceId });
      span?.set({ 'messaging.destination.name': `${sent.target?.kind} ${sent.target?.value}` });
      return context.json({ name: sent.name });
    } catch (error) {
      span?.fail((error as Error).message);
      throw error;
    } finally {
      span?.end();
    }
  });
  app.post('/v1/projects/:project/registrations/:token/topicSubscriptions', (context) => {
    const { project, token } = context.req.param();
    const topic = context.req.query('topic_name') ?? context.req.query('topicName') ?? '';
    checkToken(token);
    checkTopic(topic);
    outbox.subscribe(token, topic);
    return context.json({ name: `projects/${project}/registrations/${token}/topicSubscriptions/${topic}` });
  });
  app.delete('/v1/projects/:project/registrations/:token/topicSubscriptions/:topic', (context) => {
    const { token, topic } = context.req.param();
    checkToken(token);
    checkTopic(topic);
    if (!outbox.unsubscribe(token, topic) && context.req.query('allow_missing') !== 'true') {
      throw new RpcError(StatusCode.NOT_FOUND, 'Requested entity was not found.');
    }
    return context.json({});
  });
  app.post('/iid/:method{v1:batch(Add|Remove)}', (context) => {
    const { to, registration_tokens: tokens } = parseJsonObject(context.var.body);
    const topic = typeof to === 'string' ? to.replace(/^\/topics\//, '') : '';
    if (!Array.isArray(tokens)) throw invalidArgument('registration_tokens must be an array');
    checkTopic(topic);
    const isAdded = context.req.path.endsWith('Add');
    return context.json({ results: tokens.map((token) => changeTopic(outbox, { token, topic, isAdded })) });
  });
  return app;
}

interface TopicChange {
  readonly token: unknown;
  readonly topic: string;
  readonly isAdded: boolean;
}

/** The result for one token: `{"error": "NOT_FOUND"}` for an unregistered one. */
function changeTopic(outbox: Outbox, { token, topic, isAdded }: TopicChange): object {
  try {
    checkToken(String(token));
    if (isAdded) outbox.subscribe(String(token), topic);
    else outbox.unsubscribe(String(token), topic);
    return {};
  } catch (error) {
    return { error: (error as RpcError).code === StatusCode.NOT_FOUND ? 'NOT_FOUND' : 'INVALID_ARGUMENT' };
  }
}

/** Converts an error to an API response. */
export function errorResponse(cause: unknown): Response {
  const error = toRpcError(cause);
  return Response.json(errorBody(error), { status: httpStatus(error) });
}
