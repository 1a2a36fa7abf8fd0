// Hosting matches a `regex` of firebase.json with RE2. superstatic uses the native package re2
// where npm has built it, and JavaScript's regular expressions elsewhere: `(?P<name>...)`, `(?i)`,
// `\A` and `\z` are errors there, and each request failed with them (firebase-tools#5541). This
// matches with re2js, which needs no build.

exports.module = 'superstatic/lib/utils/patterns';

exports.expected = {
  'configMatcher(path, config) and createRaw(pattern)': ({ configMatcher, createRaw }) =>
    configMatcher.length === 2 && createRaw.length === 1,
};

exports.apply = (patterns) => {
  const { configMatcher } = patterns;
  patterns.configMatcher = (path, config) =>
    config.regex && !(config.glob || config.source)
      ? compile(config.regex).exec(path) !== null
      : configMatcher(path, config);
  patterns.createRaw = compile;
};

const compiled = new Map();
/** Loaded for the first pattern: few projects have one. */
const parse = (pattern) => require('re2js').RE2JS.compile(pattern);

/** What redirects take from a RegExp: `exec`, with the groups by number and by name. */
function compile(pattern) {
  if (!compiled.has(pattern)) compiled.set(pattern, parse(pattern));
  const expression = compiled.get(pattern);
  return {
    exec(text) {
      const matcher = expression.matcher(text);
      if (!matcher.find()) return null;
      const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, index) =>
        orUndefined(matcher.group(index)),
      );
      const named = Object.entries(matcher.getNamedGroups()).map(([name, value]) => [
        name,
        orUndefined(value),
      ]);
      return Object.assign(groups, { groups: Object.fromEntries(named) });
    },
  };
}

/** A group without a match is undefined in JavaScript. */
const orUndefined = (group) => group ?? undefined;
