// Pub/Sub runs if something uses it: firebase.json names its emulator, or functions mention it. A
// restart loses all topics, subscriptions and messages except the subscriptions of functions.
import { hostAndPort } from '../config/environment.ts';
import { packagePath } from '../config/kit-files.ts';
import { listenHost } from '../config/listen-host.ts';
import { registerTriggers } from '../emulators/functions-reload.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { tracingVariables } from './event-log.ts';
import { functionsMention } from './functions-sources.ts';
import type { Server } from './server.ts';

/** `functions.pubsub` and `firebase-functions/pubsub`, and the package @google-cloud/pubsub. */
const MENTION = /pubsub/i;

/** Not needed if SAVEPOINT_PUBSUB_HOST names another server. */
export const pubsub: Server = {
  name: 'pubsub',
  label: 'Pub/Sub',
  isNeeded(project) {
    const { firebase, environment } = project;
    if (environment.SAVEPOINT_PUBSUB_HOST || !selectEmulators(project).includes('functions')) return false;
    return firebase.emulators.pubsub !== undefined || functionsMention(project, MENTION);
  },
  ports: () => [{ name: 'pubsub', label: 'Pub/Sub', note: 'gRPC and REST on one port' }],
  dependsOn: [],
  isAwaited: true,
  isRequired: 'always',
  environment: (_project, { ports }) => ({
    PUBSUB_EMULATOR_HOST: hostAndPort(ports.pubsub),
    // Read by packages/firebase-tools/patches/pubsub-server.ts.
    SAVEPOINT_PUBSUB_HOST: hostAndPort(ports.pubsub),
  }),
  start(stack) {
    return {
      command: process.execPath,
      args: [
        packagePath('savepoint-pubsub', 'bin', 'savepoint-pubsub.mjs'),
        ...['--host', listenHost(stack.project, 'pubsub'), '--port', String(stack.ports.pubsub)],
      ],
      cwd: stack.project.folder,
      env: { ...stack.environment, ...tracingVariables(stack) },
      afterStart: () => registerTriggers('pubsub', stack.ports.functions),
    };
  },
};
