import { UserError } from '../user-error.ts';

/** The port that debuggers attach to by default. */
export const DEFAULT_INSPECT_PORT = '9229';

/**
 * The first debugger port for functions, from `--inspect-functions [PORT]`. The flag is empty
 * without PORT.
 * @throws UserError when it is not a port
 */
export function parseInspectPort(flag: string): string {
  const port = flag === '' ? DEFAULT_INSPECT_PORT : flag;
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1024 || Number(port) > 65_535) {
    throw new UserError(`--inspect-functions expects a port from 1024 to 65535, but got "${flag}"`);
  }
  return port;
}
