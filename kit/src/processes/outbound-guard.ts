import { repositoryPath } from '../config/repository.ts';

/** The preload that makes a Node process fail connections to other hosts (see the file). */
export const OUTBOUND_GUARD = repositoryPath('kit', 'preload', 'loopback-only.cjs');

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

/** Applies the flag `--allow-outbound HOST,...` to all processes that are started from now on. */
export function allowOutbound(hosts: string | undefined): void {
  if (hosts !== undefined) process.env.SAVEPOINT_ALLOW_OUTBOUND = hosts;
}

/** The hosts that processes may connect to in addition to this machine. */
export function allowedHosts(): string[] {
  return (process.env.SAVEPOINT_ALLOW_OUTBOUND ?? '').split(',').filter(Boolean);
}
