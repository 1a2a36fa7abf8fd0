/** How large a regular expression's program gets. Owns the estimate; needs no valid pattern. */

/** Beyond this nobody asks how large exactly. */
const ENOUGH = 1_000_000;

const REPEAT = /\{(\d{1,4})(?:(,)(\d{0,4}))?\}/y;

/**
 * An upper bound of the instructions a pattern compiles to: one per atom, times every repeat around it.
 * `(ab){3}c` has 3 * 2 + 1.
 */
export function estimateProgramSize(pattern: string): number {
  /** Sizes of the open groups, innermost last; `atom` is what a repeat would multiply. */
  const groups: number[] = [0];
  let atom = 0;
  const add = (size: number): void => {
    groups.push(Math.min(ENOUGH, (groups.pop() ?? 0) + size));
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
      const repeat = repeatAt(pattern, at);
      add(repeat === undefined ? 1 : atom * Math.max(0, repeat.times - 1));
      at += (repeat?.length ?? 1) - 1;
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

/** The repeat whose brace stands at an offset; a brace that begins none stands for itself. */
function repeatAt(pattern: string, at: number): { length: number; times: number } | undefined {
  REPEAT.lastIndex = at;
  const found = REPEAT.exec(pattern);
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
