const UNITS = ['kB', 'MB', 'GB'] as const;

/** Formats a number of bytes: `740 bytes`, `1.2 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length);
  const scaled = bytes / 1000 ** power;
  return `${scaled.toFixed(scaled < 10 ? 1 : 0)} ${UNITS[power - 1]}`;
}
