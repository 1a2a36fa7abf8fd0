/** Estimates the size of a regular expression's compiled program, even if it is invalid. */

/** Larger estimates are capped at this. */
const MAXIMUM_ESTIMATE = 1_000_000;

const REPETITION = /\{(\d{1,4})(?:(,)(\d{0,4}))?\}/y;

/**
 * An upper bound on the number of instructions: one per atom and two per group, multiplied by every
 * enclosing repetition. `(ab){3}c` is 3 * (2 + 2) + 1 = 13.
 */
export function estimateProgramSize(pattern: string): number {
  /**
   * Sizes of the open groups, innermost last. `atom` is the size that a following repetition
   * multiplies.
   */
  const groups: number[] = [0];
  let atom = 0;
  const add = (size: number): void => {
    groups.push(Math.min(MAXIMUM_ESTIMATE, (groups.pop() ?? 0) + size));
    atom = size;
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === '(') {
      groups.push(0);
    } else if (character === ')') {
      const size = groups.length > 1 ? (groups.pop() ?? 0) : 0;
      add(size + 2);
    } else if (character === '{') {
      const repetition = repetitionAt(pattern, at);
      add(repetition === undefined ? 1 : atom * Math.max(0, repetition.times - 1));
      at += (repetition?.length ?? 1) - 1;
    } else if (character === '[') {
      at = endOfClass(pattern, at);
      add(1);
    } else {
      if (character === '\\') at++;
      add(1);
    }
  }
  return groups.reduce((sum, size) => sum + size, 0);
}

/** The repetition at the offset of its brace; undefined if the brace is a literal character. */
function repetitionAt(pattern: string, at: number): { length: number; times: number } | undefined {
  REPETITION.lastIndex = at;
  const found = REPETITION.exec(pattern);
  if (found === null) return undefined;
  const [text, low, comma, high] = found;
  const times = comma === undefined ? Number(low) : high === '' ? Number(low) + 1 : Number(high);
  return { length: text.length, times };
}

function endOfClass(pattern: string, start: number): number {
  for (let at = start + 2; at < pattern.length; at++) {
    if (pattern.charAt(at) === '\\') at++;
    else if (pattern.charAt(at) === ']') return at;
  }
  return start;
}
