// Texts that people type or paste, which go into pages, emails, CSV files and packing slips.
import * as z from 'zod/mini';

const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g;
/**
 * Control characters apart from tabs and line breaks, and those that change the direction of what
 * follows them. Nobody sees them, so that nobody could remove them if they were refused: they come
 * along with text that is copied from elsewhere.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text with `\n` for every line break, and without control characters and changes of direction.
 */
export function toPlainText(text: string): string {
  return text.replace(LINE_BREAK, '\n').replace(INVISIBLE, '');
}

/** The same on one line: a line break or a tab is a space. */
export function toPlainLine(text: string): string {
  return toPlainText(text).replace(/[\t\n]/g, ' ');
}

/** A text of several lines, without white space around it. */
export const textSchema = (min: number, max: number) =>
  z.string().check(z.overwrite(toPlainText), z.trim(), z.minLength(min), z.maxLength(max));

/** A text of one line, without white space around it. */
export const lineSchema = (min: number, max: number) =>
  z.string().check(z.overwrite(toPlainLine), z.trim(), z.minLength(min), z.maxLength(max));
