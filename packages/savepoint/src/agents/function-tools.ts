import { describeTrigger, listBackends } from 'savepoint-stack/emulators/loaded-functions';
import { z } from 'zod';
import type { AgentTools } from './agent-tools.ts';
import { callFunction } from './call-function.ts';

export function registerFunctionTools({ server, respond }: AgentTools): void {
  server.registerTool(
    'list_functions',
    {
      description: 'List the functions of the local stack: their names, regions and what triggers them.',
      inputSchema: z.strictObject({}),
      annotations: { readOnlyHint: true },
    },
    () =>
      respond(async (stack) => {
        const backends = await listBackends(stack);
        const loaded = backends
          .flatMap(({ functionTriggers }) => functionTriggers)
          .map((trigger) => `${trigger.entryPoint} (${trigger.region}): ${describeTrigger(trigger)}`);
        const unloaded = backends
          .flatMap((backend) => backend.unloaded ?? [])
          .map(({ reason, remedy }) => `Not loaded: ${reason}. ${remedy}`);
        const lines = [...loaded, ...unloaded];
        return { text: lines.join('\n') || 'No functions are loaded.', page: '/functions' };
      }),
  );

  server.registerTool(
    'run_function',
    {
      description: 'Call a callable or HTTP function of the local stack, signed out or as an account.',
      inputSchema: z.strictObject({
        name: z.string().min(1),
        data: z.unknown().optional().describe('data of a callable, or the body of another HTTP function'),
        uid: z.string().optional().describe('the account that calls'),
      }),
    },
    ({ name, data, uid }) =>
      respond(async ({ ports, projectId }) => {
        const { status, body, traceId } = await callFunction(
          { functions: ports.functions, auth: ports.auth },
          projectId,
          { name, data, uid },
        );
        return { text: `${status} ${body}\ntrace ${traceId}`, page: `/traces/${traceId}` };
      }),
  );
}
