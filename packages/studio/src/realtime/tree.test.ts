import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChange,
  type Change,
  compareKeys,
  type Entry,
  keyProblem,
  type Loaded,
  parseTyped,
  pathKey,
  pathOfRow,
  printTyped,
  rowsOf,
} from './tree.ts';

type Json = number | { readonly [key: string]: Json };

const keys = fc.constantFrom('a', 'b', '1', '02', '10');
const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.nat(3),
    fc.dictionary(keys, tie('json'), { minKeys: 1, noNullPrototype: true }),
  ),
})).json;

const at = (tree: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((node, key) => (typeof node === 'object' ? node[key] : undefined), tree);

const entryAt = (tree: Json | undefined, path: readonly string[]): Entry => {
  const node = at(tree, path);
  const size = typeof node === 'object' ? Object.keys(node).length : 0;
  return [path.at(-1) ?? '', size, typeof node === 'number' ? node : null, null];
};

const childrenAt = (tree: Json | undefined, path: readonly string[]): Entry[] => {
  const node = at(tree, path);
  return Object.keys(typeof node === 'object' ? node : {})
    .sort(compareKeys)
    .map((key) => entryAt(tree, [...path, key]));
};

/** Replaces the value at a path. Without a value, removes it and its empty parents. */
function written(
  tree: Json | undefined,
  [key, ...rest]: readonly string[],
  value: Json | undefined,
): Json | undefined {
  if (key === undefined) return value;
  const { [key]: before, ...others } = typeof tree === 'object' ? tree : {};
  const after = written(before, rest, value);
  const node = after === undefined ? others : { ...others, [key]: after };
  return Object.keys(node).length === 0 ? undefined : node;
}

describe('the loaded tree', () => {
  it('equals a fresh load after each change and after reloading stale parts', () => {
    const write = fc.record({
      path: fc.array(keys, { minLength: 1, maxLength: 3 }),
      value: fc.option(json, { nil: undefined }),
    });
    const open = fc.array(fc.array(keys, { maxLength: 2 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(json, open, fc.array(write, { maxLength: 5 }), (start, opened, writes) => {
        let tree: Json | undefined = start;
        let loaded: Loaded = new Map(opened.map((path) => [pathKey(path), childrenAt(start, path)]));
        for (const { path, value } of writes) {
          tree = written(tree, path, value);
          const entries = path.map((_, depth) => entryAt(tree, path.slice(0, depth + 1)));
          const change: Change = { path, entries };
          const result = applyChange(loaded, change);
          const reloaded = new Map(result.loaded);
          for (const key of result.stale) reloaded.set(key, childrenAt(tree, key.split('/').slice(1)));
          loaded = reloaded;
          for (const [key, children] of loaded) {
            expect(children).toEqual(childrenAt(tree, key.split('/').slice(1)));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is shown as rows in key order, open locations with their children', () => {
    const tree = { b: 1, '10': { x: { y: 2 } }, '9': 3 };
    const loaded = new Map([[], ['10']].map((path) => [pathKey(path), childrenAt(tree, path)]));
    const lines = rowsOf(loaded, []).map(({ level, position, siblings, isOpen, ...row }) =>
      [pathOfRow(row).join('/'), level, `${position}/${siblings}`, isOpen].join(' '),
    );
    expect(lines).toEqual(['9 1 1/3 false', '10 1 2/3 true', '10/x 2 1/1 false', 'b 1 3/3 false']);
    expect(rowsOf(loaded, ['10']).map((row) => pathOfRow(row).join('/'))).toEqual(['10/x']);
  });
});

describe('a typed value', () => {
  it.each<[string, unknown]>([
    ['5', 5],
    ['true', true],
    ['hello world', 'hello world'],
    ['"5"', '5'],
    ['{"a": 1}', { a: 1 }],
    ['{a: 1}', '{a: 1}'],
  ])('%s is parsed as %j', (text, value) => expect(parseTyped(text)).toEqual(value));

  it('is formatted so that it is parsed as the same value', () => {
    const values = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
    fc.assert(
      fc.property(values, (value) => {
        const number = Object.is(value, -0) ? 0 : value;
        expect(parseTyped(printTyped(number))).toBe(number);
      }),
    );
  });
});

it('a key without forbidden characters is valid', () => {
  expect([keyProblem('a b-ü'), keyProblem(''), keyProblem('a/b')]).toEqual([
    undefined,
    'Type a key.',
    'A key may not contain . # $ [ ] / or control characters.',
  ]);
});
