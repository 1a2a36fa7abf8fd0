// The operations on a queue and its tasks. CreateQueue and the registration of a function's queue,
// which need no existing queue, are in api-routes.ts.

import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import { activeSpan } from '@savepoint/server/core/tracing';
import { readMessage, readText } from '../core/read-message.ts';
import type { NamedQueue, Queues, TaskRequest } from '../queue/queues.ts';
import type { Task, TaskQueue } from '../queue/task-queue.ts';
import { readTask } from './check-task.ts';
import { listPage } from './list-page.ts';
import { queueResource, type TaskView, taskResource } from './resources.ts';

/** A call of an operation. */
interface Call {
  readonly queues: Queues;
  readonly target: NamedQueue;
  /** '' for an operation on the queue. */
  readonly taskId: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Operation = (call: Call) => object | Promise<object>;

/** By method, resource and verb: `POST task:run`. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET queue': ({ target }) => queueResource(target),
  'DELETE queue': deleteQueue,
  'POST queue:pause': changeQueue((queue) => queue.pause()),
  'POST queue:resume': changeQueue((queue) => queue.resume()),
  'POST queue:purge': changeQueue((queue) => queue.purge()),
  'POST queue:drain': drainQueue,
  'GET tasks': listTasks,
  'POST tasks': createTask,
  'GET task': (call) => taskResource(call.target.name, findTask(call), readView(call.query.responseView)),
  'DELETE task': deleteTask,
  'POST task:run': runTask,
};

function changeQueue(change: (queue: TaskQueue<TaskRequest>) => void): Operation {
  return ({ target, body }) => {
    readMessage(body, '', { read: [] });
    change(target.queue);
    return queueResource(target);
  };
}

function deleteQueue({ queues, target }: Call): object {
  queues.delete(target.name);
  return {};
}

/** For tests: Google's APIs have no such operation. */
function drainQueue({ target: { name, queue } }: Call): Promise<object> {
  if (queue.isPaused) {
    throw new RpcError(StatusCode.FAILED_PRECONDITION, `${name} is paused; resume it first`);
  }
  return new Promise((resolve) => queue.drain(resolve));
}

function listTasks({ target: { name, queue }, query }: Call): object {
  const view = readView(query.responseView);
  const { items, ...page } = listPage(queue.list(), query, 1000);
  return { tasks: items.map((task) => taskResource(name, task, view)), ...page };
}

function createTask({ queues, target, body }: Call): object {
  const request = readMessage(body, '', { read: ['task', 'responseView'] });
  const view = readView(request.responseView);
  const { id, request: sent, dueMs } = readTask(request.task, target, queues.clock.nowMs());
  const task = target.queue.create(id, { ...sent, traceparent: activeSpan()?.traceparent }, dueMs);
  if (task !== undefined) return taskResource(target.name, task, view);
  throw new RpcError(
    StatusCode.ALREADY_EXISTS,
    `${target.name}/tasks/${id} exists, or was executed or deleted within the last hour`,
  );
}

function deleteTask(call: Call): object {
  findTask(call);
  call.target.queue.delete(call.taskId);
  return {};
}

function runTask(call: Call): object {
  const view = readView(readMessage(call.body, '', { read: ['responseView'] }).responseView);
  const task = findTask(call);
  call.target.queue.run(call.taskId);
  return taskResource(call.target.name, task, view);
}

function findTask({ target: { name, queue }, taskId }: Call): Task<TaskRequest> {
  const task = queue.find(taskId);
  if (task !== undefined) return task;
  throw new RpcError(StatusCode.NOT_FOUND, `There is no task ${name}/tasks/${taskId}`);
}

function readView(value: unknown): TaskView {
  const view = readText(value, 'responseView');
  if (view === '' || view === 'VIEW_UNSPECIFIED') return 'BASIC';
  if (view === 'BASIC' || view === 'FULL') return view;
  throw invalidArgument(`responseView is ${JSON.stringify(view)}; expected BASIC or FULL`);
}
