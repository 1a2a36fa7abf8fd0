import { fileURLToPath } from 'node:url';
import { displayPath } from '../config/json-file.ts';

/** firebase-tools' line after the output of functions that it could not load. */
export const LOAD_FAILURE = /Failed to load function definition from source/;
/** Lines about functions that cannot be loaded: the summary below says the same in one line. */
export const LOAD_FAILURE_DETAIL =
  /^\s+at |^\w*Error\b.*:|^Failed to generate manifest|Failed to load function definition/;

const FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?\/[^()]+):(\d+):\d+\)?$/;
/** The first line of a syntax error: the file and the line, followed by the code. */
const SYNTAX_ERROR_PLACE = /^((?:file:\/\/)?\/[^()]+):(\d+)$/;
const ERROR = /^\w*Error\b.*/;

/**
 * Why functions could not be loaded, from the lines that their process printed:
 * `functions/index.js:3: TypeError: x is not a function`. The place is the first one outside of
 * installed packages.
 */
export function describeLoadFailure(lines: readonly string[]): string {
  const error = lines.map((line) => ERROR.exec(line.trim())?.[0]).find((text) => text !== undefined);
  const place = lines
    .map((line) => SYNTAX_ERROR_PLACE.exec(line) ?? FRAME.exec(line))
    .find((match) => match !== null && !match[1]?.includes('/node_modules/'));
  const summary = lines.find((line) => LOAD_FAILURE.test(line))?.replace(/^.*FirebaseError: /, '');
  const reason = error ?? summary ?? 'the reason is above';
  if (place === undefined || place === null) return reason;
  const [, file, line] = place as unknown as [string, string, string];
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return `${displayPath(path)}:${line}: ${reason}`;
}
