import fc from 'fast-check';
import { condition, FUNCTIONS } from '../generators/rule-expressions.ts';
import { type ParityCase, rulesRequest } from '../parity-case.ts';

const FRAGMENTS = [
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  '/',
  '//',
  '/*',
  '*/',
  "'",
  '"',
  '\\',
  '$(',
  ';',
  ':',
  ',',
  '.',
  '**',
  '=**',
  '=',
  '==',
  '&&',
  '||',
  '!',
  '-',
  '+',
  '++',
  '0',
  '9',
  '1e9',
  '0x1',
  '1.',
  '.5',
  ' ',
  '\n',
  'in',
  'is',
  'let',
  'return',
  'function',
  'match',
  'allow',
  'if',
  'service',
  'true',
  'null',
  'import',
  'let x = 1;',
  "rules_version = '2';",
  "rules_version = '1';",
  'allow read;',
  'read',
  'raed',
  '{x}',
  '{x=**}',
  '/{x}',
  '/a',
  '?',
  ' is int',
  ' is foo',
  'b',
  '#',
  '@',
  '😀',
  'é',
  '\u0000',
];

const rules = fc
  .tuple(
    fc.constantFrom("rules_version = '2';\n", "rules_version = '1';\n", '', 'rules_version = "2"\n'),
    condition,
    condition,
    fc.constantFrom('/c/{id}', '/c/{id}/s/{x}', '/{path=**}/c/{id}', '/{rest=**}', '/c/x'),
    fc.constantFrom('read', 'get, list', 'write', 'create, update, delete'),
  )
  .map(
    ([version, first, second, path, methods]) => `${version}service cloud.firestore {
  match /databases/{database}/documents {
${FUNCTIONS}
    function g(a) { return a == ${second}; }
    match ${path} {
      allow ${methods}: if ${first};
      match /n/{other} { allow read; }
    }
  }
}
`,
  );

interface Mutation {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat(3) }, fc.nat(30)),
  insert: fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) },
  ),
});

function mutate(text: string, { at, remove, insert }: Mutation): string {
  const offset = Math.floor(at * text.length);
  return text.slice(0, offset) + insert + text.slice(offset + remove);
}

const damaged = fc
  .tuple(rules, fc.array(mutation, { minLength: 1, maxLength: 2 }))
  .map(([text, mutations]) => rulesRequest(mutations.reduce(mutate, text)));

/** Rules with a few characters removed or inserted, to compare whether they compile. */
export const damagedRuleCases: fc.Arbitrary<ParityCase> = fc
  .array(damaged, { minLength: 1, maxLength: 8 })
  .map((steps) => ({ area: 'damaged-rules', steps }));
