import { printable } from '../../../server/src/core/printable.ts';

export { printable };

const COLOR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/**
 * A line of another program, which may quote requests: without colors, tabs as spaces, and
 * otherwise as `printable`.
 */
export function printableLine(line: string): string {
  return printable(line.replace(COLOR, '').replaceAll('\t', '    '));
}

/**
 * Text of several lines, all but the first of which are indented, so that none passes for another
 * text.
 */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printableLine).join('\n    ');
}
