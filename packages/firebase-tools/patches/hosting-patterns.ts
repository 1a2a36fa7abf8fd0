// Hosting matches a `regex` in firebase.json with RE2. superstatic uses the native package re2 if
// npm has built it, and otherwise JavaScript's regular expressions, in which `(?P<name>...)`,
// `(?i)`, `\A` and `\z` are errors that failed each request. This matches with re2js, which needs
// no build.
import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { patchModule } from '../patch.ts';

interface Rule {
  readonly regex?: string;
  readonly glob?: string;
  readonly source?: string;
}

/** The part of a RegExp that redirects use: `exec`, with groups by number and by name. */
interface Pattern {
  exec(text: string): (Groups & { groups: Readonly<Record<string, string | undefined>> }) | null;
}
type Groups = (string | undefined)[];

interface Patterns {
  configMatcher(path: string, config: Rule): boolean;
  createRaw(pattern: string): Pattern;
}

export const hostingPatterns = patchModule<Patterns>('superstatic/lib/utils/patterns', {
  expected: {
    'configMatcher(path, config) and createRaw(pattern)': ({ configMatcher, createRaw }) =>
      configMatcher.length === 2 && createRaw.length === 1,
  },
  apply(patterns) {
    const { configMatcher } = patterns;
    patterns.configMatcher = (path, config) =>
      config.regex && !(config.glob || config.source)
        ? compile(config.regex).exec(path) !== null
        : configMatcher(path, config);
    patterns.createRaw = compile;
  },
});

const compiled = new Map<string, RE2JS>();

/** Loads re2js for the first pattern, because few projects have one. */
function parse(pattern: string): RE2JS {
  const re2js: { RE2JS: typeof RE2JS } = createRequire(import.meta.url)('re2js');
  return re2js.RE2JS.compile(pattern);
}

function compile(pattern: string): Pattern {
  const expression = compiled.get(pattern) ?? parse(pattern);
  compiled.set(pattern, expression);
  return {
    exec(text) {
      const matcher = expression.matcher(text);
      if (!matcher.find()) return null;
      // In JavaScript, an unmatched group is undefined.
      const groups: Groups = Array.from(
        { length: matcher.groupCount() + 1 },
        (_, index) => matcher.group(index) ?? undefined,
      );
      const named = Object.entries(matcher.getNamedGroups()).map(([name, value]) => [
        name,
        value ?? undefined,
      ]);
      return Object.assign(groups, { groups: Object.fromEntries(named) });
    },
  };
}
