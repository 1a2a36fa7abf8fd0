// The hash with which clients and the server compare their data: SHA-1 over a text that contains
// the hashes of children, so a write changes only the hashes on its path.

import { hash } from 'node:crypto';
import { compareKeys } from './key-order.ts';
import type { Node, Priority } from './node.ts';
import { compareIndexValues } from './value-order.ts';

/** The hash of a node; an empty string if it is empty. */
export function hashOf(node: Node): string {
  if (node.isEmpty) return '';
  const { derived } = node;
  derived.hash ??= digest(priorityText(node.priority) + contentText(node));
  return derived.hash;
}

/** The hash of a query result, which ignores the priority of the queried node. */
export function resultHashOf(node: Node): string {
  if (node.priority === null) return hashOf(node);
  const { derived } = node;
  derived.hashWithoutPriority ??= digest(contentText(node));
  return derived.hashWithoutPriority;
}

/** The base64 SHA-1 of a text. */
export function digest(text: string): string {
  return hash('sha1', text, 'base64');
}

function contentText(node: Node): string {
  if (node.value !== null) return primitiveText(node.value);
  let text = '';
  for (const [key, child] of inPriorityOrder(node)) text += `:${key}:${hashOf(child)}`;
  return text;
}

function inPriorityOrder(node: Node): Iterable<[string, Node]> {
  for (const [, { priority }] of node.entries()) {
    if (priority !== null) {
      return [...node.entries()].sort(
        ([leftKey, left], [rightKey, right]) =>
          compareIndexValues(left.priority, right.priority) || compareKeys(leftKey, rightKey),
      );
    }
  }
  return node.entries();
}

function priorityText(priority: Priority): string {
  return priority === null ? '' : `priority:${primitiveText(priority)}:`;
}

function primitiveText(value: string | number | boolean): string {
  return `${typeof value}:${typeof value === 'number' ? hexOfDouble(value) : value}`;
}

/** The 16 hexadecimal digits of a double, big endian. */
export function hexOfDouble(number: number): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeDoubleBE(number);
  return bytes.toString('hex');
}
