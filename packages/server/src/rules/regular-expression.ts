/** Compiles and caches RE2 regular expressions, which match in linear time. */
import { RE2JS } from 're2js';
import { estimateProgramSize } from './regular-expression-size.ts';

/**
 * The maximum program size of one regular expression. Repetitions multiply the program: `x{1000}`
 * repeated a thousand times would take seconds to compile and a gigabyte of memory. RE2 has a
 * similar limit on memory.
 */
const MAXIMUM_PATTERN_SIZE = 10_000;
/** The maximum program size of all cached regular expressions. */
const MAXIMUM_CACHED_SIZE = 500_000;

/** The result of compiling an invalid regular expression. */
export class InvalidRegularExpression {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The message of an invalid regular expression. */
export function invalidPattern(pattern: string, reason: string): string {
  return `Invalid regular expression pattern. Pattern: ${pattern}. (${reason})`;
}

interface CacheEntry {
  readonly compiled: RE2JS | InvalidRegularExpression;
  readonly size: number;
}

/** In insertion order: the oldest entry is evicted first. */
const cache = new Map<string, CacheEntry>();
let cachedSize = 0;

/** Compiles a regular expression, or returns it from the cache. */
export function compileRegularExpression(pattern: string): RE2JS | InvalidRegularExpression {
  const cached = cache.get(pattern);
  if (cached !== undefined) return cached.compiled;
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

/**
 * The cost of matching `text` in value-cost units, proportional to the size of the program. Finding
 * all matches costs more than one match of the whole text.
 */
export function matchingCost(pattern: string, text: string, findsAll: boolean): number {
  const size = cache.get(pattern)?.size ?? estimateProgramSize(pattern);
  return text.length * (findsAll ? 64 : 16) * Math.max(1, size / 100);
}

function compile(pattern: string): RE2JS | InvalidRegularExpression {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const text = error instanceof Error ? error.message : 'not a regular expression';
    return new InvalidRegularExpression(text.replace('error parsing regexp: ', ''));
  }
}
