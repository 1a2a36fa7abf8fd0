// Lets a client with much data find out which parts differ: it splits its data into ranges in key
// order and sends the hash of each, with the path of its last leaf.

import { compareKeys } from '../core/key-order.ts';
import { Node, type Primitive } from '../core/node.ts';
import { digest, hexOfDouble } from '../core/node-hash.ts';
import { formatPath, type Path, parsePath } from '../core/path.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';

/** The hashes sent by a client. */
export interface CompoundHash {
  /** The last leaf of each range except the last one. */
  readonly paths: readonly Path[];
  /** One hash per range; the last is empty. */
  readonly hashes: readonly string[];
}

/** Parses `{ps: [...], hs: [...]}`. Undefined for anything else, as if the client had no data. */
export function parseCompoundHash(json: unknown): CompoundHash | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { ps, hs } = json as { ps?: unknown; hs?: unknown };
  if (!Array.isArray(ps) || !Array.isArray(hs) || hs.length !== ps.length + 1) return undefined;
  return { paths: ps.map((path) => parsePath(String(path))), hashes: hs.map(String) };
}

/** The leaves of a node, with priorities as leaves, in the order of the ranges. */
function* leavesOf(node: Node, path: Path): Generator<readonly [Path, Node]> {
  if (node.isLeaf) {
    yield [path, node];
    return;
  }
  let priority = node.priority;
  for (const [key, child] of node.entries()) {
    if (priority !== null && compareKeys('.priority', key) < 0) {
      yield [[...path, '.priority'], Node.leaf(priority)];
      priority = null;
    }
    yield* leavesOf(child, [...path, key]);
  }
  if (priority !== null) yield [[...path, '.priority'], Node.leaf(priority)];
}

/** Compares paths in leaf order. */
function comparePaths(left: Path, right: Path): number {
  for (const [index, key] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareKeys(key, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/**
 * The ranges in which a node differs from the client's data, as JSON text. Undefined if there are
 * none, null if ranges cannot express the difference: a range would contain the priority of an
 * object and nothing else of it.
 */
export function unequalRanges(node: Node, { paths, hashes }: CompoundHash): string | null | undefined {
  const ranges: (readonly [Path, Node])[][] = hashes.map(() => []);
  let range = 0;
  for (const leaf of leavesOf(node, [])) {
    while (range < paths.length && comparePaths(leaf[0], paths[range] as Path) > 0) range += 1;
    ranges[range]?.push(leaf);
  }
  const unequal = ranges
    .map((leaves, index) => ({ leaves, index }))
    .filter(({ leaves, index }) => hashOfRange(leaves) !== hashes[index]);
  if (unequal.length === 0) return undefined;
  const texts: string[] = [];
  for (const { leaves, index } of unequal) {
    const part = nodeOf(leaves);
    if ([...leavesOf(part, [])].length < leaves.length) return null;
    const [start, end] = [paths[index - 1], paths[index]];
    const members = [
      ...(start === undefined ? [] : [`"s":${JSON.stringify(formatPath(start))}`]),
      ...(end === undefined ? [] : [`"e":${JSON.stringify(formatPath(end))}`]),
      `"m":${writeJson(part, EXPORT)}`,
    ];
    texts.push(`{${members.join(',')}}`);
  }
  return `[${texts.join(',')}]`;
}

function nodeOf(leaves: readonly (readonly [Path, Node])[]): Node {
  let node = Node.EMPTY;
  const priorities: (readonly [Path, Node])[] = [];
  for (const [path, leaf] of leaves) {
    if (path.at(-1) === '.priority') priorities.push([path.slice(0, -1), leaf]);
    else node = node.withNode(path, leaf);
  }
  for (const [path, { value }] of priorities) {
    node = node.withNode(path, node.at(path).withPriority(typeof value === 'boolean' ? null : value));
  }
  return node;
}

/** The hash of a range: SHA-1 of its leaves, each within the brackets of its parent keys. */
function hashOfRange(leaves: readonly (readonly [Path, Node])[]): string {
  if (leaves.length === 0) return '';
  let text = '(';
  let open: Path = [];
  let isFirst = true;
  for (const [path, leaf] of leaves) {
    const shared = open.findIndex((key, index) => key !== path[index]);
    const depth = shared < 0 ? open.length : shared;
    text += ')'.repeat(open.length - depth);
    for (const [index, key] of path.slice(depth).entries()) {
      text += `${index === 0 && !isFirst ? ',' : ''}${quoted(key)}:(`;
    }
    text += leafText(leaf);
    open = path;
    isFirst = false;
  }
  return digest(`${text}${')'.repeat(open.length + 1)}`);
}

function leafText({ priority, value }: Node): string {
  const prefix = priority === null ? '' : `priority:${primitiveText(priority)}:`;
  return prefix + primitiveText(value as Primitive);
}

function primitiveText(value: Primitive): string {
  if (typeof value === 'number') return `number:${hexOfDouble(value)}`;
  return typeof value === 'string' ? `string:${quoted(value)}` : `boolean:${value}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
