// Queues and tasks in the API's format.
import { burstSize } from '../queue/queue-settings.ts';
import type { NamedQueue, TaskRequest } from '../queue/queues.ts';
import type { Task } from '../queue/task-queue.ts';

/** The view of a task: FULL includes its body. */
export type TaskView = 'BASIC' | 'FULL';

/** A Queue. */
export function queueResource({ name, queue }: NamedQueue): object {
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

/** A Task. */
export function taskResource(queueName: string, task: Task<TaskRequest>, view: TaskView): object {
  const { url, headers, method, body, deadlineSeconds } = task.request;
  const { firstAttemptMs, lastAttemptMs } = task;
  return {
    name: `${queueName}/tasks/${task.id}`,
    httpRequest: {
      url,
      httpMethod: method,
      headers,
      ...(view === 'FULL' && { body: body.toString('base64') }),
    },
    scheduleTime: timestamp(task.dueMs),
    createTime: timestamp(task.createdMs),
    dispatchDeadline: `${deadlineSeconds}s`,
    dispatchCount: task.attempts,
    responseCount: task.executions,
    ...(firstAttemptMs !== undefined && { firstAttempt: { dispatchTime: timestamp(firstAttemptMs) } }),
    ...(lastAttemptMs !== undefined && { lastAttempt: { dispatchTime: timestamp(lastAttemptMs) } }),
    view,
  };
}

/** Statistics by queue name, in the format of firebase-tools' emulator. */
export function queueStatistics(queues: readonly NamedQueue[]): object {
  return Object.fromEntries(
    queues.map(({ name, queue }) => {
      const { maxConcurrentDispatches, maxDispatchesPerSecond } = queue.settings.rateLimits;
      const statistics = {
        numberOfTasks: queue.list().length - queue.dispatchedCount,
        runningTasks: queue.dispatchedCount,
        completedTasks: queue.counts.succeeded,
        failedTasks: queue.counts.failed,
        maxRate: maxDispatchesPerSecond,
        maxConcurrent: maxConcurrentDispatches,
      };
      return [name, statistics];
    }),
  );
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
