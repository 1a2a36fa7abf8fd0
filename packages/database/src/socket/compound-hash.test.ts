// A client that cuts what it holds into ranges, as the SDKs for Android, iOS and Java do, beside
// the server's comparison.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys } from '../core/key-order.ts';
import { nodeOf } from '../core/node.test-support.ts';
import { Node } from '../core/node.ts';
import { digest, hexOfDouble } from '../core/node-hash.ts';
import { parseNode } from '../core/parse-node.ts';
import { formatPath, type Path, parsePath } from '../core/path.ts';
import { parseCompoundHash, unequalRanges } from './compound-hash.ts';

/** More than this many characters end a range; the SDKs take at least 512. */
const MAX_LENGTH = 40;

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
const leafText = (value: unknown): string => {
  if (typeof value === 'number') return `number:${hexOfDouble(value)}`;
  return typeof value === 'string' ? `string:${quoted(value)}` : `boolean:${value}`;
};

/** Visits leaves, opening and closing brackets as it goes. */
class ClientHash {
  readonly ps: string[] = [];
  readonly hs: string[] = [];
  #path: string[] = [];
  #text: string | undefined;
  #lastLeaf: Path = [];
  #needsComma = false;

  constructor(node: Node) {
    this.#visit(node);
    if (this.#text !== undefined) this.#endRange();
    this.hs.push('');
  }

  #visit(node: Node): void {
    if (node.isLeaf) {
      this.#startRange();
      const priority = node.priority === null ? '' : `priority:${leafText(node.priority)}:`;
      this.#leaf(priority + leafText(node.value));
      return;
    }
    const children = [...node.entries()];
    if (node.priority !== null) children.push(['.priority', Node.leaf(node.priority)]);
    for (const [key, child] of children.sort(([left], [right]) => compareKeys(left, right))) {
      this.#startRange();
      if (this.#needsComma) this.#text += ',';
      this.#text += `${quoted(key)}:(`;
      this.#needsComma = false;
      this.#path.push(key);
      this.#visit(child);
      this.#path.pop();
      if (this.#text !== undefined) this.#text += ')';
      this.#needsComma = true;
    }
  }

  #startRange(): void {
    if (this.#text !== undefined) return;
    this.#text = `(${this.#path.map((key) => `${quoted(key)}:(`).join('')}`;
    this.#needsComma = false;
  }

  #leaf(text: string): void {
    this.#text += text;
    this.#lastLeaf = [...this.#path];
    this.#needsComma = true;
    if ((this.#text?.length ?? 0) > MAX_LENGTH && this.#path.at(-1) !== '.priority') this.#endRange();
  }

  #endRange(): void {
    this.hs.push(digest(`${this.#text}${')'.repeat(this.#path.length)})`));
    this.ps.push(formatPath(this.#lastLeaf));
    this.#text = undefined;
  }
}

/** The leaves by their paths, a priority of an object as a leaf, in the order of ranges. */
function leavesOf(node: Node, path: Path = []): [Path, Node][] {
  if (node.isLeaf) return [[path, node]];
  const leaves = [...node.entries()].flatMap(([key, child]) => leavesOf(child, [...path, key]));
  if (node.priority !== null) leaves.push([[...path, '.priority'], Node.leaf(node.priority)]);
  return leaves;
}

function compare(left: Path, right: Path): number {
  const index = left.findIndex((key, at) => key !== right[at]);
  if (index < 0) return left.length - right.length;
  return right[index] === undefined ? 1 : compareKeys(left[index] as string, right[index]);
}

/** What the client holds once it has replaced the ranges. */
function replaceRanges(node: Node, ranges: readonly { s?: string; e?: string; m: unknown }[]): string[] {
  let leaves = leavesOf(node);
  for (const { s, e, m } of ranges) {
    const kept = leaves.filter(
      ([path]) =>
        (s !== undefined && compare(path, parsePath(s)) <= 0) ||
        (e !== undefined && compare(path, parsePath(e)) > 0),
    );
    leaves = [...kept, ...leavesOf(parseNode(m, { existing: Node.EMPTY, depth: 0, values: { nowMs: 0 } }))];
  }
  return describeLeaves(leaves);
}

const describeLeaves = (leaves: readonly [Path, Node][]): string[] =>
  leaves.map(([path, { value, priority }]) => JSON.stringify([path, value, priority])).sort();

const key = fc.constantFrom('a', 'b', 'c', '1', '10', '-x', 'q"', 'z\\');
const priority = fc.option(fc.constantFrom(1, 'p'));
const { node } = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(fc.oneof(fc.integer(), fc.string({ maxLength: 12 }), fc.boolean()), priority)
      .map(([value, order]) => Node.leaf(value, order)),
    fc
      .tuple(fc.array(fc.tuple(key, tie('node')), { minLength: 1, maxLength: 6 }), priority)
      .map(([entries, order]) => nodeOf(entries, order)),
  ),
}));

describe('a compound hash', () => {
  it('of the same data finds no difference', () => {
    fc.assert(
      fc.property(node, (data) => {
        const { ps, hs } = new ClientHash(data);
        const hash = parseCompoundHash({ ps, hs });
        expect(hash && unequalRanges(data, hash)).toBeUndefined();
      }),
    );
  });

  it('of other data gives ranges that make it the same', () => {
    fc.assert(
      fc.property(node, node, (held, current) => {
        // A leaf in the place of an object is sent whole.
        fc.pre(!held.isLeaf && !current.isLeaf);
        const { ps, hs } = new ClientHash(held);
        const hash = parseCompoundHash({ ps, hs });
        const ranges = hash && unequalRanges(current, hash);
        if (ranges === null) return;
        const result = replaceRanges(held, ranges === undefined ? [] : JSON.parse(ranges));
        expect(result).toEqual(describeLeaves(leavesOf(current)));
      }),
    );
  });

  it.each([undefined, {}, { ps: [], hs: [] }, { ps: ['a'], hs: [''] }])('%j is none', (json) => {
    expect(parseCompoundHash(json)).toBeUndefined();
  });
});
