import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runQuery } from './index-order.ts';
import { InvalidDataError } from './invalid-data.ts';
import { compareKeys } from './key-order.ts';
import { nodeOf } from './node.test-support.ts';
import { Node } from './node.ts';
import { hashOf } from './node-hash.ts';
import { parseNode } from './parse-node.ts';
import { PushIds } from './push-id.ts';
import { compareEntries, entryOf, isFromStart, isToEnd, type Query } from './query.ts';
import { EXPORT, prettyJson, VALUES, writeJson } from './write-json.ts';

const parse = (json: unknown, existing = Node.EMPTY) =>
  parseNode(json, { existing, depth: 0, values: { nowMs: 1_000 } });

// Recorded from production: github.com/urish/firebase-server.
it.each<[unknown, string]>([
  [true, 'E5z61QM0lN/U2WsOnusszCTkR8M='],
  [false, 'aSSNoqcS4oQwJ2xxH20rvpp3zP0='],
  [4, 'eVih19a6ZDz3NL32uVBtg9KSgQY='],
  [500, 'Ajg9bohDwTVmqR14o1bVJnneryM='],
  [4.5623, 'vf1CL0tIRwXXunHcG/irRECk3lY='],
  ['hey guys', 'CUNLXWpCVoJE6z7z1vE57lGaKAU='],
  [{ foo: 'bar' }, 'XnLeTeWQmzTHImTbSMDLg/qMrKY='],
  [{ z: 1, a: '2', b: 'true', c: false }, '8qk5vmuZGXWJx+77SGwjYRM0yPA='],
  [{ '.value': 'primitive', '.priority': 200 }, 'R9u8hs9fhRzuQ2M/3BQ0uhxz5ys='],
  [{ '.value': 42, '.priority': 'high' }, 'd/2FMFWchvDsa06RLXZhzvM9aQc='],
  [{ someKey: 'value', '.priority': 128.256 }, 'WYR8kBGna+a7E5x75zvhPhzACOQ='],
  [{ root: { c: { '.value': 99, '.priority': 'abc' }, '.priority': 'def' } }, 'Fm6tzN4CVEu5WxFDZUdTtqbTVaA='],
  [{ root: { c: { '.value': 99, '.priority': 42 }, '.priority': 3.14 } }, 'B15QCqrzCxrI5zz1y00arWqFRFg='],
  [null, ''],
])("the hash of %j equals production's", (json, hash) => {
  expect(hashOf(parse(json))).toBe(hash);
});

it('keys that are 32-bit integers sort first, by number and then length; others sort by code unit', () => {
  const keys = ['b', '10', '2147483648', '-1', '3', '03', '003', '-', 'A', '-0', '00', '0', '9'];
  expect(keys.sort(compareKeys)).toEqual([
    '-1',
    '0',
    '-0',
    '00',
    '3',
    '03',
    '003',
    '9',
    '10',
    '-',
    '2147483648',
    'A',
    'b',
  ]);
});

const key = fc.oneof(
  fc.constantFrom('0', '1', '2', '3', '01', '-1', 'a', 'b', '__proto__', 'constructor'),
  fc.string({ minLength: 1, maxLength: 4 }).filter((text) => /^[^.#$/[\]\p{Cc}]+$/u.test(text)),
);
const primitive = fc.oneof(
  fc.boolean(),
  fc.string({ maxLength: 5 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const priority = fc.option(fc.oneof(fc.integer(), fc.string({ maxLength: 2 })));
const tree: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(primitive, priority).map(([value, order]) => Node.leaf(value === 0 ? 0 : value, order)),
    fc
      .tuple(fc.array(fc.tuple(key, tie('node')), { maxLength: 6 }), priority)
      .map(([entries, order]) => nodeOf(entries, order)),
  ),
})).node;

describe('data', () => {
  it('is unchanged after being written and read', () => {
    fc.assert(
      fc.property(tree, (node) => {
        expect(parse(JSON.parse(writeJson(node, EXPORT))).equals(node)).toBe(true);
      }),
    );
  });

  it('has the same hash regardless of how it was created', () => {
    fc.assert(
      fc.property(tree, key, tree, (node, name, child) => {
        hashOf(node);
        const changed = node.withChild(name, child);
        expect(hashOf(changed)).toBe(hashOf(parse(JSON.parse(writeJson(changed, EXPORT)))));
        expect(changed.withChild(name, node.child(name)).size).toBe(node.size);
      }),
    );
  });

  it('is an array if more than half of its integer keys exist', () => {
    expect(writeJson(parse({ 0: 'a', 1: 'b', 3: 'd' }), VALUES)).toBe('["a","b",null,"d"]');
    expect(writeJson(parse({ 0: 'a', 2: 'c' }), VALUES)).toBe('["a",null,"c"]');
    expect(writeJson(parse({ 1: 'a', 5: 'c' }), VALUES)).toBe('{"1":"a","5":"c"}');
    expect(writeJson(parse({ '03': 'a', 1: 'c' }), VALUES)).toBe('{"1":"c","03":"a"}');
    expect(writeJson(parse(['a', null, 'c']), EXPORT)).toBe('{"0":"a","2":"c"}');
  });

  it('has no empty parents, and a leaf keeps its priority when it gets a child', () => {
    expect(parse({ a: { b: {}, c: null }, '.priority': 3 }).isEmpty).toBe(true);
    const leaf = parse({ '.value': 1, '.priority': 3 });
    expect(writeJson(leaf.withNode(['a'], Node.leaf(2)), EXPORT)).toBe('{".priority":3,"a":2}');
    expect(leaf.withNode(['a'], Node.EMPTY)).toBe(leaf);
  });

  it('resolves server values', () => {
    const existing = parse({ hits: 2, name: 'a' });
    const json = {
      hits: { '.sv': { increment: 3 } },
      name: { '.sv': { increment: 1 } },
      at: { '.sv': 'timestamp' },
    };
    expect(writeJson(parse(json, existing), VALUES)).toBe('{"at":1000,"hits":5,"name":1}');
  });

  it.each<[unknown]>([
    [{ 'a.b': 1 }],
    [{ '': 1 }],
    [{ 'a/b': 1 }],
    [{ ['k'.repeat(769)]: 1 }],
    [{ '.sv': 'random' }],
    [{ '.value': { a: 1 } }],
    [{ a: 1, '.priority': true }],
    [Number.POSITIVE_INFINITY],
    [JSON.parse(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)],
    [JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
    ['x'.repeat(10 * 1024 * 1024 + 1)],
  ])('rejects invalid data', (json) => {
    expect(() => parse(json)).toThrow(InvalidDataError);
  });

  it('is printed like in REST responses', () => {
    expect(prettyJson({ a: { b: true } })).toBe('{\n  "a" : {\n    "b" : true\n  }\n}\n');
  });
});

describe('a query', () => {
  const bound = fc.record(
    { value: fc.option(fc.oneof(primitive, fc.constant('a'))), isInclusive: fc.boolean(), key },
    { requiredKeys: ['value', 'isInclusive'] },
  );
  const query = fc.record(
    {
      index: fc.constantFrom<Query['index']>(
        { kind: 'value' },
        { kind: 'priority' },
        { kind: 'child', path: ['a'] },
      ),
      start: bound,
      end: bound,
      limit: fc.record({ count: fc.integer({ min: 1, max: 3 }), from: fc.constantFrom('first', 'last') }),
    },
    { requiredKeys: ['index'] },
  ) as fc.Arbitrary<Query>;

  /** Sorts all children, keeps the range, and applies the limit. */
  const naive = (node: Node, asked: Query): string[] => {
    const entries = [...node.entries()].map(([name, child]) => entryOf(asked.index, name, child));
    const found = entries
      .sort(compareEntries)
      .filter((entry) => isFromStart(asked, entry) && isToEnd(asked, entry))
      .map((entry) => entry.key);
    const { count, from } = asked.limit ?? { count: found.length, from: 'first' };
    return from === 'first' ? found.slice(0, count) : found.slice(Math.max(0, found.length - count));
  };

  it('returns the same as sorting, filtering and limiting, even after writes', () => {
    const many = Array.from({ length: 80 }, (_, index) => [`m${index}`, Node.leaf(index % 7)] as const);
    fc.assert(
      fc.property(tree, query, fc.array(fc.tuple(key, tree), { maxLength: 5 }), (node, asked, writes) => {
        let current = nodeOf([...node.entries(), ...many]);
        for (const [name, child] of [...writes, ['m3', Node.EMPTY] as const]) {
          const keys = [...runQuery(current, asked).entries()].map(([found]) => found);
          expect(keys).toEqual(naive(current, asked).sort(compareKeys));
          current = current.withChild(name, child);
        }
        const keys = [...runQuery(current, asked).entries()].map(([found]) => found);
        expect(keys).toEqual(naive(current, asked).sort(compareKeys));
      }),
    );
  });
});

it('push ids sort by time, even within a millisecond and when the clock goes back', () => {
  const ids = new PushIds();
  const made = [5, 5, 5, 6, 4, 7].map((ms) => ids.next(1_700_000_000_000 + ms));
  expect([...made].sort()).toEqual(made);
  expect(made.every((id) => id.length === 20)).toBe(true);
});
