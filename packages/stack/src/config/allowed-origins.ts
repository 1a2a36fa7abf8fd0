import { UserError } from '../user-error.ts';
import type { Environment } from './process-environment.ts';

const VARIABLE = 'SAVEPOINT_ALLOW_ORIGIN';

/**
 * The origins whose pages may call the servers of a stack, from the comma-separated flag
 * `--allow-origin ORIGIN,...` or else from SAVEPOINT_ALLOW_ORIGIN.
 * @throws UserError when an entry is not a web origin
 */
export function allowedOrigins(flag: string | undefined, environment: Environment): string {
  const name = flag === undefined ? VARIABLE : '--allow-origin';
  const entries = (flag ?? environment[VARIABLE] ?? '').split(',').filter(Boolean);
  for (const entry of entries) {
    if (!isOrigin(entry)) {
      throw new UserError(
        `${name} expects origins, but got "${entry}"`,
        'An origin is scheme, host and port without a path: https://app.example or http://phone.lan:5173.',
      );
    }
  }
  return entries.join(',');
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text;
}
