import { open } from 'node:inspector';

/**
 * `--inspect-functions`: lets a debugger attach to this worker at the port that firebase-tools has
 * chosen.
 */
export function openDebugger(): void {
  const { SAVEPOINT_INSPECT_PORT: port } = process.env;
  if (port !== undefined) open(Number(port), '127.0.0.1');
}
