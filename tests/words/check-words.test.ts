import { expect, it } from 'vitest';
import { findRetiredWords } from './check-words.ts';
import type { RetiredWord } from './retired-words.ts';

const WORDS: readonly RetiredWord[] = [
  { pattern: /\bdesks?\b/, use: 'context' },
  { pattern: /\bletters?\b/, use: 'email', scope: 'names' },
  { pattern: /\bledgers?\b/, use: 'store', allowedIn: ['docs/accounting'] },
  {
    pattern: /\bstripe\b/,
    use: 'the configuration',
    onlyIn: ['packages/savepoint/', 'packages/stack/', 'packages/firebase-tools/'],
  },
];
const linesOf = (path: string, text: string) => findRetiredWords(path, text, WORDS).map(({ line }) => line);

it.each([
  'const orderDesk = 1;',
  'interface OrderDesk {',
  'const ORDER_DESK = 1;',
  '// at the desk',
  "import './desk.ts';",
])('findRetiredWords finds a retired word in %s', (line) => {
  expect(linesOf('functions/src/orders/context.ts', `\n${line}`)).toEqual([2]);
});

it('findRetiredWords finds a retired word in the path of a file', () => {
  expect(linesOf('functions/src/order-desk.ts', '')).toEqual([0]);
});

it('findRetiredWords does not find a word inside a longer word', () => {
  expect(linesOf('a.ts', 'const desktop = "desktop";')).toEqual([]);
});

it('findRetiredWords finds a word of scope "names" in declarations and members, not in prose', () => {
  const text = '// small letters\nconst welcomeLetter = 1;\ninterface A {\n  readonly letter: string;\n}';
  expect(linesOf('a.ts', text)).toEqual([2, 4]);
  expect(linesOf('a.md', text)).toEqual([]);
});

it('findRetiredWords finds a word that only some folders may not use there alone', () => {
  expect(linesOf('packages/stack/src/stack.ts', 'start(stripe);')).toEqual([1]);
  expect(linesOf('functions/src/payments.ts', 'start(stripe);')).toEqual([]);
});

it('findRetiredWords ignores a word where it is allowed', () => {
  expect(linesOf('docs/accounting.md', 'The ledger.')).toEqual([]);
  expect(linesOf('docs/orders.md', 'The ledger.')).toEqual([1]);
});
