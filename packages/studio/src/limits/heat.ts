/** The color of a cell: none, up to half the limit, up to the limit, up to five times, above. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4;

/** The heat of this many writes in this many seconds, relative to production's limit. */
export function heatLevel(writes: number, seconds: number, limitPerSecond: number): HeatLevel {
  if (writes === 0) return 0;
  const factor = writes / seconds / limitPerSecond;
  if (factor <= 0.5) return 1;
  if (factor <= 1) return 2;
  return factor <= 5 ? 3 : 4;
}

/** The columns from the first one with writes in any row. */
export function usedColumns(
  rows: readonly (readonly number[])[],
  columns: number,
  minimum = 12,
): { readonly first: number; readonly count: number } {
  const first = Math.min(columns - minimum, ...rows.map((counts) => positionOf(counts, columns)));
  return { first: Math.max(0, first), count: columns - Math.max(0, first) };
}

function positionOf(counts: readonly number[], columns: number): number {
  const at = counts.findIndex((count) => count > 0);
  return at < 0 ? columns : at;
}
