/**
 * RE2 regular expressions, linear in the length of the subject. Owns the cache of compiled ones and the bound
 * on their size; who calls them is the string methods' business.
 */
import { RE2JS } from 're2js';

/**
 * Repeats multiply the compiled program: `(x{1000})` a thousand times over would take seconds to compile and
 * gigabytes to hold. RE2 bounds its memory likewise.
 */
const MAXIMUM_PROGRAM_SIZE = 20_000;
const MAXIMUM_PATTERN_LENGTH = 10_000;
const MAXIMUM_CACHED = 200;

export class InvalidPattern {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const cache = new Map<string, RE2JS | InvalidPattern>();

/** The compiled pattern, or why there is none. Patterns stay compiled while they are in use. */
export function compilePattern(pattern: string): RE2JS | InvalidPattern {
  let compiled = cache.get(pattern);
  if (compiled === undefined) {
    compiled = compile(pattern);
    if (cache.size >= MAXIMUM_CACHED) cache.delete(cache.keys().next().value ?? '');
    cache.set(pattern, compiled);
  }
  return compiled;
}

function compile(pattern: string): RE2JS | InvalidPattern {
  if (programSize(pattern) > MAXIMUM_PROGRAM_SIZE || pattern.length > MAXIMUM_PATTERN_LENGTH) {
    return new InvalidPattern('pattern too large');
  }
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return new InvalidPattern(
      (error instanceof Error ? error.message : 'invalid').replace('error parsing regexp: ', ''),
    );
  }
}

/** An upper bound of the program's size: one per character, times the repeats that can apply to it. */
function programSize(pattern: string): number {
  let size = pattern.length;
  for (const [, low, high] of pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)) {
    size += Math.max(Number(low), Number(high ?? 0)) * repeatedLength(pattern);
    if (size > MAXIMUM_PROGRAM_SIZE) break;
  }
  return size;
}

/** A repeat of a group costs the group's length each time; outside groups only one atom is repeated. */
function repeatedLength(pattern: string): number {
  return pattern.includes('(') ? Math.min(pattern.length, 100) : 2;
}
