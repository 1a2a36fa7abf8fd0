// Tools that run commands of the kit.
import { execFile } from 'node:child_process';
import { UserError } from 'savepoint-stack/user-error';
import { z } from 'zod';
import type { AgentTools } from './agent-tools.ts';

/** Name of a snapshot or function. It must not look like a flag. */
const NAME = z.string().regex(/^\w[\w.-]*$/, 'A name begins with a letter, a digit or "_".');
export function registerCommandTools({ server, respond, stackFlags }: AgentTools): void {
  const command = (name: string, args: readonly string[], page: string) =>
    respond(async () => ({ text: await runCommand([name, ...args, ...stackFlags]), page }));

  server.registerTool(
    'snapshot',
    {
      description:
        'Save or load all documents, accounts and files of the local stack under a name, or list the names.',
      inputSchema: z.strictObject({
        action: z.enum(['save', 'load', 'list']),
        name: NAME.optional(),
        overwrite: z.boolean().optional().describe('Save over a snapshot of this name.'),
      }),
      annotations: { destructiveHint: true },
    },
    ({ action, name, overwrite }) => {
      const named = action === 'list' || name === undefined ? [] : [name];
      return command('snapshot', [action, ...named, ...(overwrite ? ['--force'] : [])], '/data');
    },
  );

  server.registerTool(
    'reset',
    {
      description: 'Reset the local stack to its seed data and test accounts. Everything else is deleted.',
      inputSchema: z.strictObject({}),
      annotations: { destructiveHint: true },
    },
    () => command('reset', [], '/data'),
  );

  server.registerTool(
    'schedule',
    {
      description: 'Run a scheduled function now; without a name, list them.',
      inputSchema: z.strictObject({ name: NAME.optional() }),
    },
    ({ name }) => command('schedule', name === undefined ? [] : [name], '/functions'),
  );
}

/**
 * Runs a command of the kit as a process, because commands print to standard output, which here
 * carries the protocol.
 * @throws UserError with the command's output when it fails
 */
function runCommand(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const main = process.argv[1] as string;
    execFile(process.execPath, [...process.execArgv, main, ...args], (error, stdout, stderr) => {
      const text = `${stdout}${stderr}`.trim();
      if (error === null) resolve(text);
      else
        reject(
          new UserError(
            text.replace(/^savepoint: /, '') || error.message,
            `The command was: ${args.join(' ')}.`,
          ),
        );
    });
  });
}
