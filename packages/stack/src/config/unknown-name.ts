import { UserError } from '../user-error.ts';

/**
 * The error for a misspelled command, flag, suite and so on. It lists all names, the most similar
 * one first.
 * @param kind the kind of name, in the singular: `command`
 */
export function unknownName(kind: string, name: string, known: readonly string[], remedy: string): UserError {
  const list =
    known.length === 0 ? 'there is none' : `expected one of: ${nearestFirst(name, known).join(', ')}`;
  return new UserError(`Unknown ${kind} "${name}", ${list}`, remedy);
}

/** Moves the most similar name to the front; the others keep their order. */
export function nearestFirst(name: string, known: readonly string[]): string[] {
  const distances = known.map((each) => editDistance(name, each.split(' ', 1)[0] as string));
  const nearest = distances.indexOf(Math.min(...distances));
  return known.length === 0
    ? []
    : [known[nearest] as string, ...known.filter((_, index) => index !== nearest)];
}

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbors
 * count one each.
 */
export function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const above = rows[i - 1] as number[];
      const substituted = (above[j - 1] as number) + (from[i - 1] === to[j - 1] ? 0 : 1);
      let distance = Math.min((above[j] as number) + 1, (row[j - 1] as number) + 1, substituted);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        distance = Math.min(distance, (rows[i - 2]?.[j - 2] as number) + 1);
      }
      row.push(distance);
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) as number;
}
