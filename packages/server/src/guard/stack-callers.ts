import type { AllowCommands, RequestGuardOptions } from './request-guard.ts';

/** The command that allows an origin in a stack whose start does not say how it was started. */
const START = { origin: 'savepoint start --allow-origin' };

/**
 * What `savepoint start --allow-origin` tells each server of a stack in its environment: the
 * origins whose pages may call, and the command that allows further ones.
 * @param allow what allows them without a stack
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
