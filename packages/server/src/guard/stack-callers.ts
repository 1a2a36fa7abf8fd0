import type { AllowCommands, RequestGuardOptions } from './request-guard.ts';

/**
 * The default command for allowing an origin, if the environment does not name the command that
 * started the stack.
 */
const START = { origin: 'savepoint start --allow-origin' };

/**
 * Reads the environment that `savepoint start --allow-origin` sets for each server of a stack: the
 * origins whose pages may call, and the command that allows more.
 * @param allow the commands without a stack
 */
export function stackCallers(
  { SAVEPOINT_ALLOW_ORIGIN: origins = '', SAVEPOINT_START_COMMAND: command }: NodeJS.ProcessEnv,
  allow: AllowCommands = START,
): Required<Pick<RequestGuardOptions, 'allowedOrigins' | 'allow'>> {
  return {
    allowedOrigins: origins.split(',').filter((origin) => URL.canParse(origin)),
    allow: command === undefined ? allow : { origin: command },
  };
}
