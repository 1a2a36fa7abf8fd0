import type { AllowCommands, RequestGuardOptions } from './request-guard.ts';
/**
 * What `savepoint start --allow-origin` tells each server of a stack in its environment: the
 * origins whose pages may call, and the command that allows further ones.
 * @param allow what allows them without a stack
 */
export declare function stackCallers({ SAVEPOINT_ALLOW_ORIGIN: origins, SAVEPOINT_START_COMMAND: command }: NodeJS.ProcessEnv, allow?: AllowCommands): Required<Pick<RequestGuardOptions, 'allowedOrigins' | 'allow'>>;
