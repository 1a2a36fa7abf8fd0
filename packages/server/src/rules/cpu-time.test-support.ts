/**
 * The CPU time of a call in milliseconds. Unlike elapsed time, it does not depend on the machine's
 * load.
 */
export function cpuMilliseconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
