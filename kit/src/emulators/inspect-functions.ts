import { UserError } from '../user-error.ts';

/** Read by preload/firebase-tools/inspect-ports.cjs. */
const VARIABLE = 'SAVEPOINT_INSPECT_FUNCTIONS';
/** What debuggers attach to when they are told no port. */
const DEFAULT_PORT = '9229';

/**
 * Applies the flag `--inspect-functions [PORT]` to the functions that are started from now on; its value is empty without PORT.
 * @throws UserError when it is no port
 */
export function inspectFunctions(flag: string | undefined): void {
  if (flag === undefined) return;
  const port = flag === '' ? DEFAULT_PORT : flag;
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1024 || Number(port) > 65_535) {
    throw new UserError(`--inspect-functions expects a port from 1024 to 65535, but got "${flag}"`);
  }
  process.env[VARIABLE] = port;
}
