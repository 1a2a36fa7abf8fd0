import { kitPath } from '../config/kit-files.ts';
import type { Environment } from '../config/process-environment.ts';

/** The preload that makes a Node process fail connections to other hosts. */
export const OUTBOUND_GUARD = kitPath('stack', 'preload', 'loopback-only.cjs');

/** `--require FILE` as NODE_OPTIONS takes it. */
export function requireOption(file: string): string {
  return `--require ${JSON.stringify(file)}`;
}

/**
 * NODE_OPTIONS that load the guard first, in the process and in all Node processes that it starts.
 */
export function withOutboundGuard(nodeOptions = ''): string {
  const guard = requireOption(OUTBOUND_GUARD);
  const others = nodeOptions.replaceAll(guard, '').trim();
  return others === '' ? guard : `${guard} ${others}`;
}

/** The hosts, besides this machine, that processes may connect to. */
export function allowedHosts(environment: Environment): string[] {
  return (environment.SAVEPOINT_ALLOW_OUTBOUND ?? '').split(',').filter(Boolean);
}
