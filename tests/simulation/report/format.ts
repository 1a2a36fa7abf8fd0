/** A whole number with its thousands separated. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Milliseconds in a readable unit. */
export function time(ms: number): string {
  if (ms < 1000) return `${ms.toFixed(0)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}
