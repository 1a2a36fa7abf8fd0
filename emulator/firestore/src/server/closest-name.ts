/** The Levenshtein distance: how many insertions, deletions and substitutions turn `left` into `right`. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] as number) + Number(left[row - 1] !== right[column - 1]);
      const deletion = (previous[column] as number) + 1;
      const insertion = (current[column - 1] as number) + 1;
      current.push(Math.min(substitution, deletion, insertion));
    }
    previous = current;
  }
  return previous[right.length] as number;
}

/** The one of `names`, which must not be empty, that is most similar to `name`; one that begins with `name` wins. */
export function closestName(name: string, names: readonly string[]): string {
  const distance = (candidate: string): number =>
    name !== '' && candidate.startsWith(name) ? 0 : editDistance(name, candidate);
  return names.reduce((best, candidate) => (distance(candidate) < distance(best) ? candidate : best));
}
