import { kitPath } from '../config/kit-files.ts';

/** The preload that makes a Node process fail connections to other hosts (see the file). */
export const OUTBOUND_GUARD = kitPath('preload', 'loopback-only.cjs');

/** `--require FILE` as NODE_OPTIONS takes it. */
export function requireOption(file: string): string {
  return `--require ${JSON.stringify(file)}`;
}

/** NODE_OPTIONS that load the guard before everything else, in the process and in all Node processes that it starts. */
export function withOutboundGuard(nodeOptions: string | undefined = process.env.NODE_OPTIONS): string {
  const guard = requireOption(OUTBOUND_GUARD);
  const others = (nodeOptions ?? '').replaceAll(guard, '').trim();
  return others === '' ? guard : `${guard} ${others}`;
}

/**
 * Applies the flag `--allow-outbound HOST,...`, or else the variable SAVEPOINT_ALLOW_OUTBOUND, or else the hosts of the configuration to
 * all processes that are started from now on.
 */
export function allowOutbound(hosts: string | undefined, configured: readonly string[] = []): void {
  process.env.SAVEPOINT_ALLOW_OUTBOUND = hosts ?? process.env.SAVEPOINT_ALLOW_OUTBOUND ?? configured.join();
}

/** The hosts that processes may connect to in addition to this machine. */
export function allowedHosts(): string[] {
  return (process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '').split(',').filter(Boolean);
}
