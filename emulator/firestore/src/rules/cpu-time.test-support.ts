/** How much work something is. Processor time, unlike time on the clock, does not depend on what else the machine does. */

/** Milliseconds of processor time that a call took. */
export function cpuMilliseconds(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
