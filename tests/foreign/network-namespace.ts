// A separate network for a command. The ports that a project's tests expect are free in it,
// whatever else this machine runs, and no connection leaves it: a test that needs the internet
// fails.
import { spawnSync } from 'node:child_process';

const IN_NAMESPACE = [
  'unshare',
  '--map-root-user',
  '--net',
  'sh',
  '-c',
  'ip link set lo up && exec "$@"',
  'sh',
];

/**
 * The prefix that runs a command in a network with only the loopback interface; undefined on
 * systems without one, that is, everything except Linux with user namespaces.
 */
export function networkNamespace(): readonly [string, ...string[]] | undefined {
  const [program, ...args] = IN_NAMESPACE as [string, ...string[]];
  return spawnSync(program, [...args, 'true']).status === 0 ? [program, ...args] : undefined;
}
