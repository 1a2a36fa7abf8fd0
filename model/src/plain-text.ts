// Texts that people type or paste, used in pages, emails, CSV files and packing slips.
import * as z from 'zod/mini';

const LINE_BREAK = /\r\n|[\n\v\f\r\x85\u2028\u2029]/g;
/**
 * Control characters, except tabs and line breaks, and characters that change text direction. They
 * are removed, not rejected: they are invisible and come with copied text, so nobody could delete
 * them.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Converts every line break to `
 * `, and removes control characters and direction changes.
 */
export function toPlainText(text: string): string {
  return text.replace(LINE_BREAK, '\n').replace(INVISIBLE, '');
}

/** The same on one line: line breaks and tabs become spaces. */
export function toPlainLine(text: string): string {
  return toPlainText(text).replace(/[\t\n]/g, ' ');
}

/** A text of several lines, without surrounding white space. */
export const textSchema = (min: number, max: number) =>
  z.string().check(z.overwrite(toPlainText), z.trim(), z.minLength(min), z.maxLength(max));

/** A text of one line, without surrounding white space. */
export const lineSchema = (min: number, max: number) =>
  z.string().check(z.overwrite(toPlainLine), z.trim(), z.minLength(min), z.maxLength(max));
