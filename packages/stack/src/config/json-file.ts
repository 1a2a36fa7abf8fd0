// JSON with comments, as firebase-tools accepts it in firebase.json, with the line of every value
// for error messages.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { UserError } from '../user-error.ts';

/** The path of a value: `['hosting', 0, 'public']`. */
export type JsonPath = (string | number)[];

/** A parsed file. */
export interface JsonFile {
  readonly value: unknown;
  /** The file's text without a byte order mark. */
  readonly text: string;
  /**
   * `firebase.json:12`: the file, relative to the current folder, and the line of the value or its
   * nearest parent.
   */
  locate(path: JsonPath): string;
}

/**
 * Reads a JSON file that may contain comments.
 * @throws UserError with file and line when it is missing or not JSON
 */
export function readJsonFile(
  file: string,
  remedy: string,
  { allowTrailingComma = false }: { readonly allowTrailingComma?: boolean } = {},
): JsonFile {
  const text = readRequiredFile(file, remedy);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma });
  const [first] = errors;
  if (tree === undefined || first !== undefined) {
    const offset = first?.offset ?? 0;
    const problem = first === undefined ? 'it is empty' : sentence(printParseErrorCode(first.error));
    throw new UserError(`${displayPath(file)}:${lineOf(text, offset)} is not valid JSON: ${problem}`, remedy);
  }
  return {
    value: getNodeValue(tree),
    text,
    locate: (path) => `${displayPath(file)}:${lineOf(text, nearestNode(tree, path).offset)}`,
  };
}

/** A missing file, read as an empty object. */
export const NO_FILE: JsonFile = { value: {}, text: '{}', locate: () => 'firebase.json' };

function readRequiredFile(file: string, remedy: string): string {
  if (!existsSync(file)) throw new UserError(`${displayPath(file)} is missing`, remedy);
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UserError(`${displayPath(file)} cannot be read: ${(error as Error).message}`, remedy);
  }
}

/** A path for messages: relative to the current folder if the file is inside it. */
export function displayPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') || path === '' ? file : path;
}

function nearestNode(tree: Node, path: JsonPath): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const found = findNodeAtLocation(tree, path.slice(0, length));
    // A property starts at its name.
    if (found !== undefined) return found.parent?.type === 'property' ? found.parent : found;
  }
  return tree;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Turns `CommaExpected` into `comma expected`. */
function sentence(code: string): string {
  return code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
