import { cpuMilliseconds } from '@savepoint/server/rules/cpu-time.test-support';
import { describe, expect, it } from 'vitest';
import { rulesFile } from './fixtures.test-support.ts';
import { compileRuleset } from './ruleset.ts';

function issuesOf(text: string): string[] {
  return compileRuleset(text).issues.map(
    ({ severity, description, sourcePosition: { line, column } }) =>
      `${severity} L${line}:${column} ${description}`,
  );
}

function issuesIn(members: string): string[] {
  return issuesOf(rulesFile(members));
}

function condition(text: string): string {
  return rulesFile(`match /c/{id} { allow get: if ${text}; }`);
}

function nestedMatches(count: number): string {
  return `${'match /a/{b} {'.repeat(count)} allow get; ${'}'.repeat(count)}`;
}

describe('positions of issues', () => {
  it('are those of the invalid token', () => {
    expect(issuesIn('match /c/{id} { allow get: if ; }')).toEqual([
      "ERROR L4:31 Missing conditional expression after 'if'.",
    ]);
    expect(issuesIn("match /c/{id} { allow get: if 'a' is bogus; }")).toEqual([
      'ERROR L4:38 Invalid type name: bogus.',
    ]);
  });

  it('count characters instead of UTF-16 units and include the last character', () => {
    const { issues } = compileRuleset(rulesFile("match /c/{id} { allow get: if '😀' == nothing; }"));
    expect(issues[0]).toMatchObject({
      description: 'Invalid variable name: nothing.',
      severity: 'WARNING',
      sourcePosition: { line: 4, column: 38 },
    });
    const position = issues[0]?.sourcePosition;
    expect((position?.endOffset ?? 0) - (position?.currentOffset ?? 0)).toBe('nothing'.length - 1);
  });

  it('cover both the declaration and the uses of a variable named like a namespace', () => {
    expect(issuesIn('function f(timestamp) { return timestamp > 1; }')).toEqual([
      'ERROR L4:12 timestamp is a package and cannot be used as variable name.',
      'ERROR L4:32 timestamp is a package and cannot be used as variable name.',
    ]);
  });

  it('cover every broken statement and no other', () => {
    const members = `
    function f() { let x = 1 return x; }
    function g() { return true; }
    match /a/{id} { allow get: if (; allow list: if g(); }
    match /b/{id} { allow get: if g() }
    match /c/ { allow get; }
    match /d/{id} { permit get; }`;
    expect(issuesIn(members)).toEqual([
      "ERROR L5:30 Unexpected 'return'.",
      "ERROR L7:36 Unexpected ';'.",
      'ERROR L9:14 Missing path segment: a path has a name, {capture} or $(expression) after each slash.',
      "ERROR L10:21 Unexpected 'permit'.",
    ]);
  });
});

describe('compileRuleset', () => {
  it.each([
    [
      'an unclosed block',
      "rules_version = '2'; service cloud.firestore { match /a/{b} {",
      "Unexpected '<EOF>'",
    ],
    ['an unclosed comment', "rules_version = '2'; /* service", 'the comment is never closed'],
    ['an unclosed string', rulesFile("match /c/{id} { allow get: if 'a; }"), 'Missing end quote'],
    ['a bad escape', rulesFile("match /c/{id} { allow get: if 'a\\d' == 'b'; }"), 'Invalid escape sequence'],
    [
      'an int out of range',
      rulesFile('match /c/{id} { allow get: if 9223372036854775808 == 1; }'),
      'Integer out of range',
    ],
    [
      'a namespace as a value',
      rulesFile('match /c/{id} { allow get: if duration == 1; }'),
      'duration is a package',
    ],
    [
      'a parameter with the name of a namespace',
      rulesFile('function f(timestamp) { return true; }'),
      'timestamp is a package',
    ],
    [
      'a let variable with the name of a namespace',
      rulesFile('function f() { let math = 1; return true; }'),
      'math is a package',
    ],
    [
      'a wildcard with the name of a namespace',
      rulesFile('match /c/{latlng} { allow get; }'),
      'latlng is a package',
    ],
    ['a hexadecimal number', rulesFile('match /c/{id} { allow get: if 0x10 == 16; }'), "Unexpected 'x10'"],
    ['an exponent', condition('1.5e3 == 1500.0'), "Unexpected 'e3'"],
    ['a method of a number literal', condition('31.size() == 1'), "Unexpected 'size'"],
    ['a leading zero', condition('007 == 7'), "Unexpected '07'"],
    ['a double minus', condition('--1 == 1'), 'Increment (++) and decrement (--)'],
    ['a minus after a minus', condition('- -1 == 1'), "Unexpected '-'"],
    ['a negation after a minus', condition('-!true == 1'), "Unexpected '!'"],
    ['a reserved word as a variable', condition('rules_version == 1'), "Unexpected 'rules_version'"],
    [
      'white space before a literal segment of a path',
      condition('exists(/databases/$(database)/ documents/c/x)'),
      'Missing path segment',
    ],
    [
      'white space before the first segment of a path',
      rulesFile('match / c/{id} { allow get; }'),
      'Missing path segment',
    ],
    ['a slash at the end of a path', rulesFile('match /c/{id}/ { allow get; }'), 'Missing path segment'],
    ['white space in a segment', condition('exists(/databases/$(database)/documents/c d/x)'), 'Unexpected'],
    ['a division without white space after it', condition('4/2 == 2'), 'Unexpected path'],
    ['a division right before a parenthesis', condition('4 /(2) == 2'), 'Unexpected path'],
    ['an escaped slash', condition("'\\/' == '/'"), 'Invalid escape sequence'],
    ['a character by number in bytes', condition("b'\\u0041' == b'A'"), 'Invalid escape sequence'],
    ['a bad pattern in parentheses', condition("id.matches(('['))"), 'Invalid regular expression pattern'],
    ['a match block without a statement', rulesFile('match /c/{id} { }'), "The 'match' body must contain"],
    ['a service without a statement', 'service cloud.firestore { }', "The 'service' body must contain"],
    [
      'a variable bound twice in one path',
      rulesFile('match /c/{x}/d/{x} { allow get; }'),
      'Variable x already exists',
    ],
    ['a reserved word as a wildcard', rulesFile('match /c/{if} { allow get; }'), "Unexpected 'if'"],
    [
      'a recursive wildcard inside another',
      rulesFile('match /{a=**} { match /c/{b=**} { allow get; } }'),
      'Only one glob match is permitted',
    ],
    [
      'a let variable in rules_version 1',
      rulesFile('function f() { let a = 1; return a; }').replace("'2'", "'1'"),
      'Let bindings are not allowed',
    ],
    [
      'a service declared twice',
      `${condition('true')} service cloud.firestore { function f() { return true; } }`,
      'Duplicate service name declaration',
    ],
    ['a byte order mark', `\ufeff${condition('true')}`, 'byte order mark'],
    ['a no-break space', condition('\u00a0true'), 'Unexpected character U+00A0'],
    ['an unknown rules_version', "rules_version = '3'; service cloud.firestore {}", 'Invalid rules_version'],
    ['an empty file', '', 'Missing service'],
    ['a module import', "rules_version = '2'; import 'x'; service cloud.firestore {}", "Unexpected 'import'"],
    [
      'mutual recursion',
      rulesFile('function f() { return g(); } function g() { return f(); }'),
      'Recursive call',
    ],
    ['a stray brace', `${rulesFile('')}}`, "Unexpected '}'"],
    [
      'eight parameters',
      rulesFile('function f(a, b, c, d, e, f, g, h) { return true; }'),
      'parameter count of 7',
    ],
    ['a parameter bound twice', rulesFile('function f(a, a) { return a; }'), '[a] is already bound'],
    ['eleven nested matches', rulesFile(nestedMatches(10)), 'match depth of 10'],
  ])('rejects %s', (_name, text, expected) => {
    const { ruleset, issues } = compileRuleset(text);
    expect(ruleset).toBeUndefined();
    expect(issues.map(({ description }) => description).join('\n')).toContain(expected);
  });

  it.each([
    ['a wildcard with a single asterisk', rulesFile('match /{document=*} { allow get; }')],
    ['white space in a wildcard', rulesFile('match /c/{ rest = ** } { allow get; }')],
    ['a variable bound again in a nested match', rulesFile('match /c/{x} { match /d/{x} { allow get; } }')],
    ['a file of functions', "rules_version = '2'; function f() { return true; }"],
    [
      'a function after the service',
      `${rulesFile('match /c/{id} { allow get; }')} function f() { return true; }`,
    ],
    ['a bad pattern of replace', condition("'a'.replace('[', 'x') == 'x'")],
    ['floats without a digit on one side', condition('.5 + 1. == 1.5')],
    ['slices without bounds', condition("[1, 2][1:] == [2] && 'ab'[:1] == 'a'")],
    ['a comma after the last argument', condition('math.abs(1,) == 1')],
    ['the characters of a URL in a path', condition("/a/b~c@d:e%20f == path('/a/b~c@d:e%20f')")],
  ])('accepts %s', (_name, text) => {
    expect(compileRuleset(text).issues.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
  });

  it('accepts ten nested matches and seven parameters', () => {
    expect(compileRuleset(rulesFile(nestedMatches(9))).ruleset).toBeDefined();
    expect(
      compileRuleset(rulesFile('function f(a, b, c, d, e, f, g) { return true; }')).ruleset,
    ).toBeDefined();
  });
});

describe('compileRuleset with a hostile file', () => {
  const chain = (count: number, link: string): string => Array.from({ length: count }, () => link).join('');
  it.each([
    ['unclosed parentheses', condition('('.repeat(100_000))],
    ['closed parentheses', condition(`${'('.repeat(50_000)}1${')'.repeat(50_000)}`)],
    ['nested lists', condition('['.repeat(100_000))],
    ['nested maps', condition('{1:'.repeat(60_000))],
    ['repeated negations', condition('!'.repeat(200_000))],
    ['nested ternaries', condition(chain(50_000, '1?'))],
    ['ternaries nested in the last operand', condition(`${chain(30_000, '1?2:')}3`)],
    ['a chain of members', condition(`a${chain(100_000, '.b')}`)],
    ['a chain of indexes', condition(`a${chain(60_000, '[0]')}`)],
    ['a chain of calls', condition(`a${chain(60_000, '.b()')}`)],
    ['a long conjunction', condition(chain(30_000, 'true && ').concat('true'))],
    ['paths nested in paths', condition('/$('.repeat(60_000))],
    ['nested match blocks', `service cloud.firestore {${'match /a/{b} {'.repeat(10_000)}`],
    ['one long path', rulesFile(`match ${'/a'.repeat(100_000)} { allow get; }`)],
    ['unclosed comments', '/*'.repeat(100_000)],
    ['escaped quotes', condition('"\\'.repeat(80_000))],
    ['more than 256 KB', ' '.repeat(300_000)],
    ['large regular expressions', condition(chain(2000, "x.matches('a{1000}') || ").concat('true'))],
    [
      'many distinct regular expressions',
      rulesFile(
        Array.from({ length: 3000 }, (_, i) => `function f${i}() { return ''.matches('${i}a{1000}'); }`).join(
          '\n',
        ),
      ),
    ],
    ['a regular expression of nested repetitions', condition("''.matches('((a{100}){100}){100}')")],
    [
      'a long chain of function calls',
      rulesFile(Array.from({ length: 7000 }, (_, i) => `function f${i}(){return f${i + 1}();}`).join('\n')),
    ],
    [
      'a long cycle of function calls',
      rulesFile(
        Array.from({ length: 7000 }, (_, i) => `function f${i}(){return f${(i + 1) % 7000}();}`).join('\n'),
      ),
    ],
    ['ten thousand errors', rulesFile('allow get: x;\n'.repeat(10_000))],
  ])('rejects %s within 1.5 s of CPU time', (_name, text) => {
    let compiled: ReturnType<typeof compileRuleset> | undefined;
    const milliseconds = cpuMilliseconds(() => {
      compiled = compileRuleset(text);
    });
    expect(milliseconds).toBeLessThan(1500);
    const { ruleset, issues = [] } = compiled ?? {};
    expect(ruleset).toBeUndefined();
    expect(issues.length).toBeGreaterThan(0);
    const isTooLarge = text.length > 256_000;
    expect(issues.some(({ description }) => description.startsWith('Rules are too large'))).toBe(isTooLarge);
    expect(issues.length).toBeLessThanOrEqual(100);
  });

  it.each([
    ['allow statements', 'allow read;\n'.repeat(20_000)],
    ['match blocks', 'match /a/{b} { allow read; }\n'.repeat(8000)],
    [
      'functions',
      Array.from({ length: 6000 }, (_, i) => `function f${i}() { return f${i % 7}x(); }`).join('\n'),
    ],
  ])('compiles thousands of %s within 1.5 s of CPU time', (_name, members) => {
    const milliseconds = cpuMilliseconds(() =>
      expect(compileRuleset(rulesFile(members)).ruleset).toBeDefined(),
    );
    expect(milliseconds).toBeLessThan(1500);
  });

  it('compiles rules that make 2^20 calls within 0.5 s of CPU time', () => {
    const functions = Array.from(
      { length: 20 },
      (_, i) => `function f${i}() { return f${i + 1}() && f${i + 1}(); }`,
    );
    const text = rulesFile(
      `${functions.join('\n')} function f20() { return true; } match /c/{id} { allow get: if f0(); }`,
    );
    expect(cpuMilliseconds(() => expect(compileRuleset(text).ruleset).toBeDefined())).toBeLessThan(500);
  });
});
