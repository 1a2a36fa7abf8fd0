// Writes data as JSON text directly. As properties of an object, keys such as `__proto__` would be
// lost.

import type { Node } from './node.ts';

export interface JsonFormat {
  /** Includes priorities; objects stay objects. */
  readonly isExport: boolean;
}

export const EXPORT: JsonFormat = { isExport: true };
export const VALUES: JsonFormat = { isExport: false };

const ARRAY_INDEX = /^(0|[1-9]\d*)$/;

/** The JSON of a node; `null` if it is empty. */
export function writeJson(node: Node, format: JsonFormat): string {
  const hasPriority = format.isExport && node.priority !== null;
  if (node.size === 0) {
    const value = JSON.stringify(node.value);
    return hasPriority ? `{".value":${value},".priority":${JSON.stringify(node.priority)}}` : value;
  }
  const length = format.isExport ? undefined : arrayLength(node);
  if (length !== undefined) return `[${arrayItems(node, length, format).join(',')}]`;
  let text = hasPriority ? `{".priority":${JSON.stringify(node.priority)}` : '';
  for (const [key, child] of node.entries()) {
    text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${writeJson(child, format)}`;
  }
  return `${text}}`;
}

/**
 * The length of the array as which an object is written, if all keys are integers and more than
 * half of them exist; otherwise undefined.
 */
function arrayLength(node: Node): number | undefined {
  let largest = -1;
  for (const [key] of node.entries()) {
    if (!ARRAY_INDEX.test(key)) return undefined;
    largest = Math.max(largest, Number(key));
  }
  return largest < 2 * node.size ? largest + 1 : undefined;
}

function arrayItems(node: Node, length: number, format: JsonFormat): string[] {
  return Array.from({ length }, (_, index) => writeJson(node.child(String(index)), format));
}

/** The response to `shallow=true`: `true` for each child. */
export function writeShallow(node: Node): string {
  if (node.size === 0) return writeJson(node, VALUES);
  return `{${Array.from(node.entries(), ([key]) => `${JSON.stringify(key)}:true`).join(',')}}`;
}

/** JSON on several lines, formatted as in REST responses: `"key" : value`. */
export function prettyJson(json: unknown): string {
  return `${pretty(json, '')}\n`;
}

function pretty(json: unknown, indent: string): string {
  if (json === null || typeof json !== 'object') return JSON.stringify(json);
  if (Array.isArray(json)) return `[ ${json.map((item) => pretty(item, indent)).join(', ')} ]`;
  const inner = `${indent}  `;
  const lines = Object.entries(json).map(
    ([key, value]) => `${inner}${JSON.stringify(key)} : ${pretty(value, inner)}`,
  );
  return lines.length === 0 ? '{ }' : `{\n${lines.join(',\n')}\n${indent}}`;
}
