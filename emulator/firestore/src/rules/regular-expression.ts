/**
 * RE2 regular expressions, linear in the length of the subject. Owns the cache of compiled ones and the bound
 * on their size; who calls them is the string methods' business.
 */
import { RE2JS } from 're2js';
import { estimateProgramSize } from './regular-expression-size.ts';

/**
 * Repeats multiply the compiled program: `x{1000}` a thousand times over would take seconds to compile and a
 * gigabyte to hold. RE2 bounds its memory likewise.
 */
const MAXIMUM_PATTERN_SIZE = 10_000;
/** Instructions of all cached patterns together. */
const MAXIMUM_CACHED_SIZE = 500_000;

export class InvalidRegularExpression {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

interface Cached {
  readonly compiled: RE2JS | InvalidRegularExpression;
  readonly size: number;
}

/** In the order of compilation: the oldest goes first when the cache is full. */
const cache = new Map<string, Cached>();
let cachedSize = 0;

/** The compiled pattern, or why there is none. */
export function compileRegularExpression(pattern: string): RE2JS | InvalidRegularExpression {
  const known = cache.get(pattern);
  if (known !== undefined) return known.compiled;
  const size = estimateProgramSize(pattern);
  if (size > MAXIMUM_PATTERN_SIZE) return new InvalidRegularExpression('pattern too large');
  const compiled = compile(pattern);
  cache.set(pattern, { compiled, size: size + 1 });
  cachedSize += size + 1;
  for (const [oldest, entry] of cache) {
    if (cachedSize <= MAXIMUM_CACHED_SIZE) break;
    cache.delete(oldest);
    cachedSize -= entry.size;
  }
  return compiled;
}

function compile(pattern: string): RE2JS | InvalidRegularExpression {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const text = error instanceof Error ? error.message : 'not a pattern';
    return new InvalidRegularExpression(text.replace('error parsing regexp: ', ''));
  }
}
