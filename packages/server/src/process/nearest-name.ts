/** The most edits between a mistyped name and the one that is suggested for it. */
const MAX_DISTANCE = 3;

/**
 * The name that a mistyped one most likely stands for, or null when none is near: one that it
 * abbreviates (by two characters or more), else the one with the smallest Levenshtein distance, at
 * most 3 and less than its length.
 */
export function nearestName(mistyped: string, names: readonly string[]): string | null {
  const abbreviated = mistyped.length < 2 ? undefined : names.find((name) => name.startsWith(mistyped));
  if (abbreviated !== undefined) return abbreviated;
  let nearest: string | null = null;
  let best = Math.min(MAX_DISTANCE, mistyped.length - 1) + 1;
  for (const name of names) {
    const distance = levenshtein(mistyped, name);
    if (distance < best) [nearest, best] = [name, distance];
  }
  return nearest;
}

/**
 * The number of insertions, deletions and substitutions of one character that turn `a` into `b`.
 */
function levenshtein(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
