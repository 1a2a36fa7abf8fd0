import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installCommand } from '../config/install-command.ts';
import { displayPath } from '../config/json-file.ts';

/** firebase-tools prints this line after the output of functions that it could not load. */
export const LOAD_FAILURE = /Failed to load function definition from source/;
/** Lines about functions that cannot be loaded; `describeLoadFailure` says the same in one line. */
export const LOAD_FAILURE_DETAIL =
  /^\s+at |^\w*Error\b.*:|^Failed to generate manifest|Failed to load function definition|^To fix this, add the following|^"runtime": /;

const FRAME = /^\s+at (?:.*\()?((?:file:\/\/)?\/[^()]+):(\d+):\d+\)?$/;
/** The first line of a syntax error: the file and the line, followed by the code. */
const SYNTAX_ERROR_PLACE = /^((?:file:\/\/)?\/[^()]+):(\d+)$/;
const ERROR = /^\w*Error\b.*/;
/** A parameter without a value; firebase-tools would ask for it in a terminal. */
const PARAMETER_QUESTION = /Question "(?:Enter|Select) .* for (.+):" does not have a default/;
const SETTING_NAME = /^[A-Z_][A-Z0-9_]*$/;
/** firebase-tools prints this line with the codebase's folder before loading it. */
const LOADING = /functions: Watching "(.+)" for Cloud Functions/;

/** Node's error for a package that is missing after an interrupted installation. */
const MISSING_PACKAGE = /^Error(?: \[ERR_MODULE_NOT_FOUND\])?: Cannot find (?:module|package) '[^./]/;

/** The remedy for an unexpected exit of firebase-tools, from the lines that it printed. */
export function exitRemedy(lines: readonly string[]): string {
  return lines.some((line) => MISSING_PACKAGE.test(line))
    ? 'The installation is incomplete. Run: rm -rf node_modules && npm install'
    : 'Fix the error above.';
}

/** The reason why functions could not be loaded, and the remedy. */
export interface LoadFailure {
  /** `functions/index.js:3: TypeError: x is not a function` */
  readonly reason: string;
  readonly remedy: string;
}

/**
 * Finds the reason why the functions in a folder could not be loaded, in the lines printed by their
 * process.
 */
export function describeLoadFailure(lines: readonly string[], folder: string): LoadFailure {
  const summary = lines.find((line) => LOAD_FAILURE.test(line))?.replace(/^.*FirebaseError: /, '');
  return settingFailure(summary ?? '', displayPath(folder)) ?? codeFailure(lines, folder, summary);
}

/** The folder of the functions that are loaded next, if a line of firebase-tools names it. */
export function loadedFolder(line: string): string | undefined {
  return LOADING.exec(line)?.[1];
}

/** Finds a failure caused by a missing setting or package rather than by the code. */
function settingFailure(summary: string, folder: string): LoadFailure | undefined {
  const parameter = PARAMETER_QUESTION.exec(summary)?.[1];
  if (parameter !== undefined) {
    // If a parameter has a label, the question shows that instead of the name.
    const setting = SETTING_NAME.test(parameter) ? parameter : 'NAME';
    return {
      reason: `the functions in ${folder} have no value for ${parameter}`,
      remedy: `Add ${setting}=... to ${join(folder, '.env')} or .env.local.`,
    };
  }
  if (/`runtime` field is required/.test(summary)) {
    return {
      reason: `the functions in ${folder} do not declare which version of Node they need`,
      remedy: `Add "engines": { "node": "24" } to ${join(folder, 'package.json')}.`,
    };
  }
  return undefined;
}

/**
 * Finds the error thrown by the code. Its position is the first stack frame outside installed
 * packages.
 */
function codeFailure(lines: readonly string[], folder: string, summary = 'the reason is above'): LoadFailure {
  const remedy = lines.some((line) => MISSING_PACKAGE.test(line.trim()))
    ? `Run: ${installCommand(folder)}`
    : 'Fix the code.';
  const error = lines.map((line) => ERROR.exec(line.trim())?.[0]).find((text) => text !== undefined);
  const place = lines
    .map((line) => SYNTAX_ERROR_PLACE.exec(line) ?? FRAME.exec(line))
    .find((match) => match !== null && !match[1]?.includes('/node_modules/'));
  const reason = error ?? summary;
  if (place === undefined || place === null) return { reason, remedy };
  const [, file, line] = place as unknown as [string, string, string];
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  return { reason: `${displayPath(path)}:${line}: ${reason}`, remedy };
}
