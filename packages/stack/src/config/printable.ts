import { printable } from '../../../server/src/core/printable.ts';

export { printable };

const COLOR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/**
 * A line printed by another program, which may quote requests: without colors, with tabs as spaces,
 * and otherwise escaped like `printable`.
 */
export function printableLine(line: string): string {
  return printable(line.replace(COLOR, '').replaceAll('\t', '    '));
}

/**
 * Text of several lines; all but the first are indented so that none looks like a separate message.
 */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printableLine).join('\n    ');
}
