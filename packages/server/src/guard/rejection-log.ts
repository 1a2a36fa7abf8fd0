const INTERVAL_MS = 60_000;
const LINES_PER_INTERVAL = 5;

/**
 * Returns a log that prints each kind of rejection once a minute, and only a few a minute in total,
 * so that a page in a loop does not flood the terminal.
 */
export function createRejectionLog(
  print: (line: string) => void,
  nowMs: () => number,
): (kind: string, line: string) => void {
  const printed = new Set<string>();
  let startedMs = Number.NEGATIVE_INFINITY;
  return (kind, line) => {
    if (nowMs() - startedMs >= INTERVAL_MS) {
      printed.clear();
      startedMs = nowMs();
    }
    if (printed.size > LINES_PER_INTERVAL || printed.has(kind)) return;
    printed.add(kind);
    if (printed.size <= LINES_PER_INTERVAL) print(line);
    else print('Rejected further requests; more are printed in a minute.');
  };
}
