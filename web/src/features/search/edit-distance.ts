/**
 * The number of letters to insert, delete, replace or swap with their neighbor to turn one word
 * into the other (optimal string alignment distance).
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (beforePrevious[j - 2] as number) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, (previous[j] as number) + 1, (row[j - 1] as number) + 1));
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] as number;
}
