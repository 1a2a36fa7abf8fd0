// Checks keys: https://firebase.google.com/docs/database/web/structure-data

import { InvalidDataError } from './invalid-data.ts';
import { MAX_DEPTH, MAX_KEY_BYTES } from './limits.ts';
import { type Path, parsePath } from './path.ts';

/** The control characters from U+0080 to U+009F are allowed. */
const FORBIDDEN = /[.#$/[\]]|(?![\u0080-\u009f])\p{Cc}/u;

/**
 * Checks a key.
 * @throws InvalidDataError
 */
export function checkKey(key: string): void {
  if (key === '' || FORBIDDEN.test(key)) {
    throw new InvalidDataError(
      `The key ${JSON.stringify(key)} is invalid: keys are not empty and contain no ".", "#", "$", "/", "[", "]" or control characters.`,
    );
  }
  if (key.length > MAX_KEY_BYTES / 3 && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw new InvalidDataError(`A key is longer than ${MAX_KEY_BYTES} bytes.`);
  }
}

/** Checks the depth of a path and its keys. */
export function checkPath(path: Path): Path {
  for (const key of path) checkKey(key);
  checkDepth(path.length);
  return path;
}

/**
 * Checks the number of keys above a location.
 * @throws InvalidDataError
 */
export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw new InvalidDataError(`The data is deeper than ${MAX_DEPTH} levels.`);
}

/** A path of a request, which may end in `.priority`. */
export interface WritePath {
  readonly path: Path;
  readonly isPriority: boolean;
}

/**
 * Parses a path such as `/users/ada` or `/users/ada/.priority`.
 * @throws InvalidDataError
 */
export function readWritePath(text: string): WritePath {
  const keys = parsePath(text);
  const isPriority = keys.at(-1) === '.priority';
  return { path: checkPath(isPriority ? keys.slice(0, -1) : keys), isPriority };
}
