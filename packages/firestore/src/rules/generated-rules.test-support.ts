/**
 * Generators for property tests: well-formed rules, most of them ill-typed, and mutations that
 * break them.
 */
import fc from 'fast-check';

const NAMES = [
  'request',
  'resource',
  'id',
  'database',
  'a',
  'b',
  'x',
  'rest',
  'unknown',
  'math',
  'constructor',
  '__proto__',
];
const METHODS = (
  'size keys values get diff hasAll hasAny hasOnly concat removeAll join toSet union matches replace split lower ' +
  'toUtf8 toHexString addedKeys affectedKeys bind year seconds date time toMillis latitude distance toString'
).split(' ');
const FUNCTIONS = 'get exists getAfter string int float path debug f g h unknown'.split(' ');
const NAMESPACED = [
  'math.abs',
  'math.pow',
  'hashing.crc32',
  'timestamp.date',
  'duration.value',
  'latlng.value',
  'math.nope',
];
const TYPES =
  'bool bytes constraint duration float int latlng list map map_diff number path set string timestamp'.split(
    ' ',
  );
const OPERATORS = ['||', '&&', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'];
const LITERALS = [
  'true',
  'false',
  'null',
  '0',
  '1',
  '9223372036854775807',
  '-9223372036854775808',
  '1.5',
  '.5',
  "''",
  "'a'",
  '"é😀\\n\\x41\\u00e9"',
  "'(a+)+'",
  "'data'",
  "b'\\xff\\101'",
  '[]',
  '{}',
  '/databases/$(database)/documents/c/$(id)',
  '/a/{x}/(default)/b-1.c',
];

/** Generates an expression that parses but may fail when evaluated. */
export const expressionText: fc.Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  const values = fc.array(inner, { maxLength: 3 }).map((list) => list.join(', '));
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...LITERALS, ...NAMES.filter((name) => name !== 'math')),
      inner.map((text) => `(${text})`),
      fc.tuple(inner, fc.constantFrom(...OPERATORS), inner).map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc.tuple(fc.constantFrom('!', '-', '!-', '!!'), inner).map(([op, text]) => `${op}(${text})`),
      fc.tuple(inner, fc.constantFrom(...TYPES)).map(([text, type]) => `(${text} is ${type})`),
      fc.tuple(inner, inner, inner).map(([c, a, b]) => `((${c}) ? (${a}) : (${b}))`),
      fc
        .tuple(inner, fc.constantFrom('auth', 'data', 'uid', 'in', 'match', 'x'))
        .map(([a, name]) => `(${a}).${name}`),
      fc.tuple(inner, inner).map(([a, b]) => `(${a})[${b}]`),
      fc.tuple(inner, inner, inner).map(([a, b, c]) => `(${a})[${b} : ${c}]`),
      fc
        .tuple(fc.constantFrom(...FUNCTIONS, ...NAMESPACED), values)
        .map(([name, list]) => `${name}(${list})`),
      fc
        .tuple(inner, fc.constantFrom(...METHODS), values)
        .map(([a, name, list]) => `(${a}).${name}(${list})`),
      values.map((list) => `[${list}]`),
      fc.tuple(inner, inner).map(([key, value]) => `{${key} : ${value}}`),
      inner.map((text) => `/databases/$(${text})/documents`),
    ),
  };
}).expression;

/**
 * Generates a rules file. So that calls nest, its function `h` may call `g` and `f`, and `g` may
 * call `f`.
 */
export const rulesText: fc.Arbitrary<string> = fc
  .record({
    conditions: fc.array(expressionText, { minLength: 1, maxLength: 3 }),
    bodies: fc.tuple(expressionText, expressionText, expressionText),
    binding: expressionText,
    version: fc.constantFrom("rules_version = '2';", ''),
  })
  .map(({ conditions, bodies: [f, g, h], binding, version }) => {
    const unlessCalling = (text: string, ...names: string[]): string =>
      names.some((name) => new RegExp(`\\b${name}\\(`).test(text)) ? 'null' : text;
    return `${version}
service cloud.firestore {
  match /databases/{database}/documents {
    function f(a) { return ${unlessCalling(f, 'f', 'g', 'h')}; }
    function g(a) { ${version === '' ? '' : `let x = ${unlessCalling(binding, 'f', 'g', 'h')};`} return ${unlessCalling(g, 'g', 'h')}; }
    function h(a, b) { return ${unlessCalling(h, 'h')}; }
    match /c/{id} {
${conditions.map((condition) => `      allow read, write: if ${condition};`).join('\n')}
      match /{rest=**} { allow get: if ${conditions[0]}; }
    }
  }
}
`;
  });

/** A change of a text: removes some characters and inserts others. */
export interface Mutation {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const FRAGMENTS =
  '{ } ( ) [ ] / // /* */ \' " \\ $( ; : , . .. ** = == && || ! - 0 9 1e9 0x \u0000 \ud800 😀 \n \t in is let return function match allow if service'.split(
    ' ',
  );

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
  insert: fc.oneof(fc.constant(''), fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 5 })),
});

/** Applies a mutation to a text; `at` is a fraction of its length. */
export function mutate(text: string, { at, remove, insert }: Mutation): string {
  const offset = Math.floor(at * text.length);
  return text.slice(0, offset) + insert + text.slice(offset + remove);
}
