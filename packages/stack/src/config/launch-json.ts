// The configuration with which VS Code attaches to the functions of a running stack.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { applyEdits, type FormattingOptions, modify } from 'jsonc-parser';
import { UserError } from '../user-error.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { DEFAULT_INSPECT_PORT } from './inspect-port.ts';
import { displayPath, type JsonPath, readJsonFile } from './json-file.ts';

/** The configuration's name in the editor. */
export const LAUNCH_NAME = 'Functions (Savepoint)';

const CONFIGURATION = {
  name: LAUNCH_NAME,
  type: 'node',
  request: 'attach',
  address: '127.0.0.1',
  port: Number(DEFAULT_INSPECT_PORT),
  // A reload replaces the worker, which opens its debugger on the same port.
  restart: true,
  sourceMaps: true,
  skipFiles: ['<node_internals>/**', '**/node_modules/**'],
};

const REMEDY = 'Correct it and run the command again.';

/**
 * Adds the configuration to a `launch.json`, keeping comments and entries, or creates the file.
 * Returns false without a change if there already is a configuration with this name.
 * @throws UserError with file and line when the file is not a valid launch.json
 */
export function addLaunchConfiguration(file: string): boolean {
  if (!existsSync(file)) {
    write(file, `${JSON.stringify({ version: '0.2.0', configurations: [CONFIGURATION] }, null, 2)}\n`);
    return true;
  }
  const { value, text, locate } = readJsonFile(file, REMEDY, { allowTrailingComma: true });
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new UserError(`${locate([])} must be an object`, REMEDY);
  }
  const { configurations } = value as { configurations?: unknown };
  if (configurations !== undefined && !Array.isArray(configurations)) {
    throw new UserError(`${locate(['configurations'])}: "configurations" must be an array`, REMEDY);
  }
  if (configurations?.some((each: { name?: unknown } | null) => each?.name === LAUNCH_NAME)) return false;
  const [path, added]: [JsonPath, unknown] =
    configurations === undefined
      ? [['configurations'], [CONFIGURATION]]
      : [['configurations', configurations.length], CONFIGURATION];
  const edits = modify(text, path, added, {
    formattingOptions: layoutOf(text),
    isArrayInsertion: configurations !== undefined,
  });
  write(file, applyEdits(text, edits));
  return true;
}

/** Detects the indentation and line endings of a text. */
function layoutOf(text: string): FormattingOptions {
  const indentation = /^[\t ]+/m.exec(text)?.[0] ?? '  ';
  return {
    insertSpaces: !indentation.startsWith('\t'),
    tabSize: indentation.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function write(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Editor settings are often symbolic links into a dotfiles folder.
    writeFileAtomically(existsSync(file) ? realpathSync(file) : file, text);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new UserError(
      `${displayPath(file)} cannot be written (${code})`,
      'Its folder must be one that you may write to.',
    );
  }
}
