import { kitPath } from '../config/kit-files.ts';
import { commandText } from '../config/project.ts';
import { UserError } from '../user-error.ts';

/** The preload that makes the dev server reject requests of other origins (kit/preload/inbound-guard.cjs). */
export const DEV_SERVER_PRELOAD = kitPath('preload', 'dev-server.cjs');

const VARIABLE = 'SAVEPOINT_ALLOW_ORIGIN';

/**
 * Applies the flag `--allow-origin ORIGIN,...`, or else the variable SAVEPOINT_ALLOW_ORIGIN, to all servers
 * that are started from now on, and tells them the command that allows further ones.
 * @throws UserError when an entry is not the origin of a web page
 */
export function allowOrigins(origins: string | undefined): void {
  const name = origins === undefined ? VARIABLE : '--allow-origin';
  const entries = (origins ?? process.env[VARIABLE] ?? '').split(',').filter(Boolean);
  for (const entry of entries) {
    if (!isOrigin(entry)) {
      throw new UserError(
        `${name} expects origins, but got "${entry}"`,
        'An origin is scheme, host and port without a path: https://app.example or http://phone.lan:5173.',
      );
    }
  }
  process.env[VARIABLE] = entries.join(',');
  process.env.SAVEPOINT_START_COMMAND = commandText('start', '--allow-origin');
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text;
}
