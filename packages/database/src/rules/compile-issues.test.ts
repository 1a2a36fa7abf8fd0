import { cpuMilliseconds } from '@savepoint/server/rules/cpu-time.test-support';
import { describe, expect, it } from 'vitest';
import { compileRuleset, formatIssues } from './ruleset.ts';

/** The errors in a file, formatted as in server responses. */
function errorsOf(text: string): string[] {
  return formatIssues(compileRuleset(text).issues).split('\n').filter(Boolean);
}

/** The errors in an expression, without positions. */
function errorsIn(expression: string, kind = '.write'): string[] {
  const text = JSON.stringify({ rules: { $k: { [kind]: expression } } });
  return errorsOf(text).map((line) => line.replace(/^\d+:\d+: /, ''));
}

describe('positions of errors', () => {
  it.each([
    [
      '{\n  "rules": {\n    ".read": "tr",\n    ".write": "auth != null"\n  }\n}',
      ["3:15: Unknown variable 'tr'."],
    ],
    [
      '{"rules": {".read": "a", ".write": "b"}}',
      ["1:22: Unknown variable 'a'.", "1:37: Unknown variable 'b'."],
    ],
    ['{"rules": {\n  ".read": "auth != null &&\n   nobody"\n}}', ["3:4: Unknown variable 'nobody'."]],
    // Escape sequences and surrogates count as they are written.
    ['{"rules":{".read":"\'\\u00e9\\\\n\' == x"}}', ["1:35: Unknown variable 'x'."]],
    ['{"rules":{".read":"\'😀\' == x"}}', ["1:27: Unknown variable 'x'."]],
  ])('refer to the token in %j', (text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });
});

describe('a file', () => {
  it.each([
    ['invalid json %{!@[', ['1:1: Parse error.']],
    ['', ['1:1: Parse error.']],
    ['{"rules": {', ['1:12: Parse error.']],
    ['{"rules": {} "x": 1}', ["1:14: Expected ',' or '}'."]],
    ['{"rules" {}}', ["1:10: Expected ':'."]],
    ['{"rules": {".read": tru}}', ['1:21: Parse error.']],
    ['{"rules": {".read": "a}}', ['1:21: Parse error. The string is never closed.']],
    ['{"rules": {}} /*', ['1:15: Parse error. The comment is never closed.']],
    ['{"rules": {".read": "\\d"}}', ['1:22: Parse error. Write \\\\ for a backslash.']],
    ['{}', ["1:2: Expected 'rules' property."]],
    ['"wut"', ["1:1: Expected 'rules' property."]],
    ['{"rules": null}', ["1:11: Expected an object with the rules of 'rules'."]],
    ['{"rules": {"a": []}}', ["1:17: Expected an object with the rules of 'a'."]],
    ['{"rules": {}, "x": 1}', ["1:15: Unexpected property 'x': 'rules' is the only property of a file."]],
    ['{"rules": {".read": 1}}', ['1:21: .read must be a string or a boolean.']],
    [
      '{"rules": {".reed": true}}',
      ["1:12: Unknown rule '.reed': expected .read, .write, .validate or .indexOn."],
    ],
    [
      '{"rules": {".indexOn": 7}}',
      ['1:24: Invalid indexOn expression. Must be either a string or an array of strings'],
    ],
    ['{"rules": {"$a": {}, "$b": {}}}', ["1:22: A node can have only one variable: it already has '$a'."]],
    ['{"rules": {"$a": {"b": {"$a": {}}}}}', ["1:25: '$a' is already the variable of a node above."]],
    ['{"rules": {"$": {}}}', ["1:12: Invalid variable '$': a name must follow the $."]],
  ])('with the text %j has errors', (text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });

  it('may have comments, line breaks and tabs in strings, and commas at the end', () => {
    const text =
      '{ // head\n "rules": { /* all */ ".read": "auth\n\t!= null", ".indexOn": ["a/b", ".value",], }, }';
    const { ruleset, issues } = compileRuleset(text);
    expect(issues).toEqual([]);
    expect(ruleset?.json).toEqual({ rules: { '.read': 'auth\n\t!= null', '.indexOn': ['a/b', '.value'] } });
    expect([...(ruleset?.indexesAt([]) ?? [])]).toEqual(['a/b', '.value']);
  });

  it('causes warnings for impossible keys and for duplicates', () => {
    const { ruleset, issues } = compileRuleset('{"rules": {"a/b": {}, "c": {}, "c": {".read": true}}}');
    expect(ruleset).toBeDefined();
    expect(issues.map(({ severity, description }) => `${severity} ${description}`)).toEqual([
      "WARNING 'a/b' is not a valid key, so these rules never apply.",
      "WARNING 'c' is defined twice: the last one applies.",
    ]);
  });

  it('has indexes at the location covered by an exact key, or else by the variable', () => {
    const rules = { rules: { a: { $x: { '.indexOn': 'n' }, b: {} } } };
    const { ruleset } = compileRuleset(JSON.stringify(rules));
    expect([...(ruleset?.indexesAt(['a', 'z']) ?? [])]).toEqual(['n']);
    expect([...(ruleset?.indexesAt(['a', 'b']) ?? [])]).toEqual([]);
    expect([...(ruleset?.indexesAt(['c', 'd']) ?? [])]).toEqual([]);
  });
});

describe('an expression', () => {
  it.each([
    ['', 'Unexpected end of expression'],
    ['auth !=', 'Unexpected end of expression'],
    ["newData.hasChildren(['a', 'b']", 'Unexpected end of expression'],
    ['var foo = 8', 'Rule expressions may not contain var operator'],
    ['true | false', 'Rule expressions may not contain | operator'],
    ['2 ** 2 == 4', 'Rule expressions may not contain ** operator'],
    ["auth.uid = 'a'", 'Rule expressions may not contain = operator'],
    ['true; true', "Rule expressions may not contain ';': a rule is one expression."],
    ['true false', 'missing ; before statement'],
    ["auth.uid == 'a", 'The string is never closed.'],
    ['auth.uid.matches(/a)', 'The regular expression is never closed: write \\\\/ for a slash.'],
    ['1a == 1', "Unexpected 'a'."],
    ['auth # 1', "Unexpected '#'."],
    ['7', 'Expression must evaluate to a boolean.'],
    ['auth.admin', 'Expression must evaluate to a boolean.'],
    ['auth.x == 1 ? 7 : true', 'Expression must evaluate to a boolean.'],
    ['auth.foo && true', 'Left operand of && must be boolean.'],
    ['true || data.val()', 'Right operand of || must be boolean.'],
    ["!newData.child('x').val()", '! only operates on booleans.'],
    ['auth.a ? true : false', 'condition of ? must be boolean.'],
    [
      "root.child('foo') != null",
      'Invalid != expression: Left operand is not a string, number, boolean or null',
    ],
    ['root.val() > true', 'Invalid > expression: Right operand is not a string or number'],
    ["1 < 'a'", 'Invalid < expression: Right operand is not a number'],
    ['auth.uid + null == 1', 'Invalid + expression: Right operand is not a string or number'],
    ["-'a' == 1", '- only operate on number'],
    ["data.val() * 'a' == 1", 'Invalid * expression: Right operand is not a number'],
    ['newData.numChildren() < 4', "No such method/property 'numChildren'."],
    ['data.key == 1', "No such method/property 'key'."],
    ['data.exists', "'exists' is a method: write exists()."],
    ['data.val().toFixed(0) == 1', "No such method/property 'toFixed'."],
    ["newData.val()['k'] == 1", "No such method/property 'k'."],
    ['auth.foo.notFound() == 1', "No such method/property 'notFound'."],
    ['root[$k]()', 'Invalid property access.'],
    ['auth.x()', "No such method/property 'x'."],
    ['$k.length()', 'Type error: Function call on target that is not a function.'],
    ['(true)()', 'Type error: Function call on target that is not a function.'],
    ['data.child(7).exists()', 'child takes a string.'],
    ["$k.contains('a', 'b')", 'method expects 1 arguments, but got 2 instead'],
    ["$k.matches('a')", 'matches takes a regular expression: /.../.'],
    ['data.hasChildren([])', 'hasChildren got an empty array, expected some strings in there'],
    ["data.hasChildren('a')", 'hasChildren takes 1 argument: an array of strings'],
    ['data.hasChildren([1])', 'hasChildren takes 1 argument: an array of strings'],
    ["data.hasChildren(['a'], ['b'])", 'Too many arguments to hasChildren'],
    [
      "query.orderByChild == 'm/' + auth.uid",
      'Invalid == expression: right operand must be an ordering or string literal when comparing against an ordering.',
    ],
    ['query.foo == 1', "No such method/property 'foo'."],
    ['$other == 1', "Unknown variable '$other'."],
    ['$k.matches(/a/g)', "Invalid regular expression: the only flag is i, not 'g'."],
    [
      '$k.matches(/(^a|b)/)',
      'Invalid regular expression: ^ must be the first and $ the last character, unless escaped with a backslash.',
    ],
    ['$k.matches(/^(a|)$/)', 'Invalid regular expression: an alternative is empty.'],
    ['$k.matches(/a(b/)', 'Invalid regular expression: a group is never closed.'],
    ['$k.matches(/\\b/)', 'Invalid regular expression: \\b is not supported.'],
    ['$k.matches(/((a{1000}){1000}){9}/)', 'Invalid regular expression: pattern too large.'],
  ])('%j is rejected', (expression, error) => {
    expect(errorsIn(expression)).toEqual([error]);
  });

  it('cannot use newData in a .read', () => {
    expect(errorsIn('newData.exists()', '.read')).toEqual(["Unknown variable 'newData'."]);
    expect(errorsIn('newData.exists()', '.validate')).toEqual([]);
  });

  it.each([
    'query.orderByChild == null',
    "'a' === query.orderByChild",
    "root['exists']()",
    "auth['a'][0] == $k['length']",
  ])('%j is accepted', (expression) => expect(errorsIn(expression)).toEqual([]));
});

describe('an expensive file', () => {
  it.each([
    ['nested objects', `{"rules": ${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    ['nested parentheses', JSON.stringify({ rules: { '.read': `${'('.repeat(10_000)}true` } })],
    ['negations', JSON.stringify({ rules: { '.read': `${'!'.repeat(10_000)}true` } })],
    ['a chain of members', JSON.stringify({ rules: { '.read': `auth${'.a'.repeat(10_000)} == 1` } })],
    ['a chain of operators', JSON.stringify({ rules: { '.read': `true${' && true'.repeat(10_000)}` } })],
    ['a pattern of groups', JSON.stringify({ rules: { '.read': `'a'.matches(/${'('.repeat(10_000)}a/)` } })],
  ])('of %s is rejected quickly', (_name, text) => {
    const milliseconds = cpuMilliseconds(() => expect(compileRuleset(text).ruleset).toBeUndefined());
    expect(milliseconds).toBeLessThan(500);
  });
});
