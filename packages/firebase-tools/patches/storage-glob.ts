// The patterns of `matchGlob`
// (https://cloud.google.com/storage/docs/json_api/v1/objects/list#list-object-glob). Those of
// minimatch and picomatch differ: there `**` crosses a slash only as a whole segment, but in Cloud
// Storage `foo**bar` matches `foo/bar`.
import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';

const SPECIAL = /\\?[\s\S]/gu;
const ESCAPES = /[\\^$.*+?()[\]{}|-]/g;

/** Undefined for an invalid pattern: an unclosed bracket or brace, or a range like `z-a`. */
export function compileGlob(glob: string): ((name: string) => boolean) | undefined {
  const source = sourceOf(glob.match(SPECIAL) ?? []);
  if (source === undefined) return undefined;
  // Matches in linear time, unlike a backtracking expression. Loaded lazily.
  const re2js: { RE2JS: typeof RE2JS } = createRequire(import.meta.url)('re2js');
  try {
    const pattern = re2js.RE2JS.compile(source, re2js.RE2JS.DOTALL);
    return (name) => pattern.matches(name);
  } catch {
    return undefined;
  }
}

/**
 * Converts the tokens of a pattern (characters, each with its backslash) to a regular expression.
 */
function sourceOf(tokens: string[]): string | undefined {
  let depth = 0;
  let source = '';
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token === '*') source += starOf(tokens);
    else if (token === '?') source += '[^/]';
    else if (token === '[') {
      const set = setOf(tokens);
      if (set === undefined) return undefined;
      source += set;
    } else if (token === '{') {
      depth++;
      source += '(?:';
    } else if (token === '}' && depth > 0) {
      depth--;
      source += ')';
    } else source += token === ',' && depth > 0 ? '|' : literal(token);
  }
  return depth === 0 ? source : undefined;
}

/**
 * `**` matches any text, including none together with the following slash: `**` + `/b` matches `b`.
 */
function starOf(tokens: string[]): string {
  if (tokens[0] !== '*') return '[^/]*';
  while (tokens[0] === '*') tokens.shift();
  if (tokens[0] !== '/') return '.*';
  tokens.shift();
  return '(?:.*/)?';
}

/** `[abc]`, `[a-z]`, and `[!a-z]` or `[^a-z]` for the complement. */
function setOf(tokens: string[]): string | undefined {
  const end = tokens.indexOf(']', ['!', '^'].includes(tokens[0] ?? '') ? 2 : 1);
  if (end === -1) return undefined;
  const [first = '', ...rest] = tokens.splice(0, end + 1).slice(0, -1);
  const isNegative = first === '!' || first === '^';
  const members = (isNegative ? rest : [first, ...rest]).map((token) =>
    token === '-' ? token : literal(token),
  );
  return isNegative ? `[^/${members.join('')}]` : `[${members.join('')}]`;
}

function literal(token: string): string {
  return token.replace(/^\\(?=[\s\S])/, '').replace(ESCAPES, '\\$&');
}
