// Cloud Messaging runs if functions mention it. firebase-admin has no variable for its address, so
// the functions' workers redirect its requests
// (packages/firebase-tools/functions-worker/local-services.ts).
import { kitPath, kitProgram } from '../config/kit-files.ts';
import { allowedHosts } from '../processes/outbound-guard.ts';
import { tracingVariables } from './event-log.ts';
import { functionsMention, NODE_SOURCES } from './functions-sources.ts';
import type { Server } from './server.ts';

/** `firebase-admin/messaging`, and `admin.messaging()`. */
const MENTION = /messaging\b/i;
const HOST = 'fcm.googleapis.com';

/** Not needed if `--allow-outbound` lets functions send real messages. */
export const messaging: Server = {
  name: 'messaging',
  label: 'Cloud Messaging',
  isNeeded(project) {
    const allowed = allowedHosts(project.environment);
    if (allowed.includes('*') || allowed.includes(HOST)) return false;
    return functionsMention(project, MENTION, NODE_SOURCES);
  },
  ports: () => [{ name: 'messaging', label: 'Cloud Messaging', note: 'an outbox, on a page of Studio' }],
  dependsOn: [],
  isAwaited: true,
  isRequired: 'never',
  environment: (_project, { ports }) => ({ SAVEPOINT_MESSAGING_PORT: String(ports.messaging) }),
  start(stack) {
    return {
      command: process.execPath,
      args: [kitProgram('messaging', 'src', 'main'), '--port', String(stack.ports.messaging)],
      cwd: kitPath('messaging'),
      env: { ...stack.environment, ...tracingVariables(stack) },
    };
  },
};
