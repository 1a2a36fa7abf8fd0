// The kit's command line: picks the command, prints a complaint as one line, and turns everything into an exit code.

import type { Command } from './cli/command.ts';
import { parseInvocation } from './cli/command-line.ts';
import { UserError } from './user-error.ts';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  test: async () => (await import('./commands/test.ts')).test,
  reset: async () => (await import('./commands/reset.ts')).reset,
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshot,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  admin: async () => (await import('./commands/admin.ts')).admin,
  schedule: async () => (await import('./commands/schedule.ts')).schedule,
  deploy: async () => (await import('./commands/deploy.ts')).deploy,
  screenshots: async () => (await import('./commands/screenshots.ts')).screenshots,
  'bench-start': async () => (await import('./commands/bench-start.ts')).benchStart,
};

async function main(): Promise<number> {
  const [name, ...args] = process.argv.slice(2);
  const load = COMMANDS[name ?? ''];
  if (load === undefined) {
    throw new UserError(
      `"${name ?? ''}" is not a command`,
      `Known are: ${Object.keys(COMMANDS).join(', ')}.`,
    );
  }
  const command = await load();
  return command.run(parseInvocation(command, args));
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UserError) console.error(`savepoint: ${error.message}`);
  else console.error(error);
  process.exitCode = 1;
}
process.exit();
