import { SIZES } from '@savepoint/model/limits';

/** Sorts sizes from XS to 3XL; unknown sizes come last, by name. */
export function sortSizes(sizes: Iterable<string>): string[] {
  const rank = (size: string) => {
    const index = (SIZES as readonly string[]).indexOf(size);
    return index < 0 ? SIZES.length : index;
  };
  return [...sizes].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}
