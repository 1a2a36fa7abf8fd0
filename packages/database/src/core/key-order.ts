// The order of keys (https://firebase.google.com/docs/database/rest/retrieve-data): 32-bit integers
// first, by number, then all others by UTF-16 code units.

/** Bounds before and after every key, as written by clients. No key contains a bracket. */
export const MIN_KEY = '[MIN_NAME]';
export const MAX_KEY = '[MAX_NAME]';

const INTEGER = /^-?0*\d{1,10}$/;
const MIN_INTEGER = -(2 ** 31);
const MAX_INTEGER = 2 ** 31 - 1;
const DASH = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** The number of a key that sorts as an integer; undefined for other keys. */
function integerOfKey(key: string): number | undefined {
  const first = key.charCodeAt(0);
  // Most keys are names or push ids, which the first two characters reveal.
  const digit = first === DASH ? key.charCodeAt(1) : first;
  if (!(digit >= ZERO && digit <= NINE) || !INTEGER.test(key)) return undefined;
  const number = Number(key);
  return number >= MIN_INTEGER && number <= MAX_INTEGER ? number : undefined;
}

/** Compares two keys; 0 only for the same key. */
export function compareKeys(left: string, right: string): number {
  if (left === right) return 0;
  if (left === MIN_KEY || right === MAX_KEY) return -1;
  if (left === MAX_KEY || right === MIN_KEY) return 1;
  const leftNumber = integerOfKey(left);
  const rightNumber = integerOfKey(right);
  if (leftNumber === undefined && rightNumber === undefined) return left < right ? -1 : 1;
  if (leftNumber === undefined) return 1;
  if (rightNumber === undefined) return -1;
  return leftNumber - rightNumber || left.length - right.length || (left < right ? -1 : 1);
}
