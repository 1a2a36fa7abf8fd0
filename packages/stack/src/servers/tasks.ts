import { hostAndPort } from '../config/environment.ts';
import { packagePath } from '../config/kit-files.ts';
import { registerTriggers } from '../emulators/functions-reload.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { tracingVariables } from './event-log.ts';
import type { Server } from './server.ts';

/**
 * Cloud Tasks. firebase-tools waits for it and registers the functions' queues each time it loads
 * them (packages/firebase-tools/patches/tasks-server.ts).
 */
export const tasks: Server = {
  name: 'tasks',
  label: 'Cloud Tasks',
  isNeeded: (project) => selectEmulators(project).includes('functions'),
  ports: () => [{ name: 'tasks', label: 'Cloud Tasks', note: 'dispatches the tasks of functions' }],
  dependsOn: [],
  isAwaited: true,
  isRequired: 'always',
  environment: (_project, { ports }) => ({ CLOUD_TASKS_EMULATOR_HOST: hostAndPort(ports.tasks) }),
  start(stack) {
    const { project, ports } = stack;
    return {
      command: process.execPath,
      args: [packagePath('savepoint-tasks', 'bin', 'savepoint-tasks.mjs'), '--port', String(ports.tasks)],
      cwd: project.folder,
      env: { ...stack.environment, ...tracingVariables(stack) },
      afterStart: () => registerTriggers('tasks', ports.functions),
    };
  },
};
