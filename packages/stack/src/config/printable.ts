import { createRequire } from 'node:module';
import { bundlePath } from './bundles.ts';

interface Printable {
  /**
   * Text as one line, in which what a terminal would interpret is escaped as in JSON
   * (packages/server/src/core/printable.ts).
   */
  printable(text: string): string;
}

/** That of the emulators, which the preloads have, too. */
export const { printable } = createRequire(import.meta.url)(bundlePath('inbound-guard')) as Printable;

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
