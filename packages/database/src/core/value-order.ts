// The order of values in an index: nothing, false, true, numbers, strings, objects.

import type { Node, Primitive } from './node.ts';

/** Stands for any node with children. They all compare as equal. */
const OBJECT: unique symbol = Symbol('object');

/** What an index compares. */
export type IndexValue = Primitive | null | typeof OBJECT;

/** The value of a node for an index. */
export function indexValueOf(node: Node): IndexValue {
  return node.size > 0 ? OBJECT : node.value;
}

/** Compares two values of an index. */
export function compareIndexValues(left: IndexValue, right: IndexValue): number {
  const rank = rankOf(left);
  const difference = rank - rankOf(right);
  if (difference !== 0 || rank === RANK_OBJECT || left === right) return difference;
  return (left as number | string) < (right as number | string) ? -1 : 1;
}

const RANK_NUMBER = 3;
const RANK_STRING = 4;
const RANK_OBJECT = 5;

function rankOf(value: IndexValue): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 2 : 1;
  if (typeof value === 'number') return RANK_NUMBER;
  return typeof value === 'string' ? RANK_STRING : RANK_OBJECT;
}
