/** Member access, index access and slices. */
import {
  indexError,
  nullValueError,
  typeError,
  undefinedPropertyError,
  unsupportedError,
} from './evaluation-error.ts';
import { Constraint, RulesError, RulesMap, RulesPath, type RulesResult, type RulesValue } from './value.ts';
import { typeName } from './value-equality.ts';

/** `object.name` */
export function getMember(object: RulesValue, name: string): RulesResult {
  if (object instanceof RulesMap) {
    const value = object.lookup(name);
    return value === undefined ? undefinedPropertyError(name) : value;
  }
  if (object === null) return nullValueError();
  if (object instanceof RulesPath) return object.bindings?.get(name) ?? undefinedPropertyError(name);
  return typeError(object, 'map', 'path');
}

/** `object[key]` */
export function getIndex(object: RulesValue, key: RulesValue): RulesResult {
  if (object === null) return nullValueError();
  if (object instanceof RulesMap) {
    return typeof key === 'string' ? getMember(object, key) : mismatch(object, key, 'map[string]');
  }
  if (typeof object === 'string') {
    if (typeof key !== 'bigint') return mismatch(object, key, 'string[int]');
    return key >= 0n && key < BigInt(object.length)
      ? object.charAt(Number(key))
      : indexError(key, object.length);
  }
  if (Array.isArray(object)) {
    if (typeof key !== 'bigint') return mismatch(object, key, 'list[int]');
    const list: readonly RulesValue[] = object;
    return key >= 0n && key < BigInt(list.length)
      ? (list[Number(key)] ?? null)
      : indexError(key, list.length);
  }
  if (object instanceof RulesPath) return getPathSegment(object, key);
  if (object instanceof Constraint) return unsupportedError(`constraint[${typeName(key)}]`);
  return typeError(object, 'list', 'map', 'path', 'string');
}

function getPathSegment(path: RulesPath, key: RulesValue): RulesResult {
  if (typeof key === 'string') return getMember(path, key);
  if (typeof key !== 'bigint') return mismatch(path, key, 'path[int]', 'path[string]');
  const unbound = path.segments.find((each) => typeof each !== 'string');
  if (unbound !== undefined) return new RulesError(`Unbound path variable: ${unbound.capture}.`);
  const segment = key >= 0n ? (path.segments[Number(key)] as string | undefined) : undefined;
  if (segment !== undefined) return segment;
  return path.isPartial && key >= 0n ? nullValueError() : indexError(key, path.segments.length);
}

function mismatch(object: RulesValue, key: RulesValue, ...expected: string[]): RulesError {
  return unsupportedError(`${typeName(object)}[${typeName(key)}]`, expected);
}

/**
 * `object[from:to]`: both `from` and `to - 1` must be indexes of the object, and `from <= to`. As
 * in Google's emulator, a null `from` is 0, and a null or undefined `to` is the size of the object.
 */
export function getSlice(object: RulesValue, start: RulesValue, end: RulesValue | undefined): RulesResult {
  if (object === null) return nullValueError();
  if (typeof object !== 'string' && !Array.isArray(object)) return typeError(object, 'list', 'string');
  const from = start ?? 0n;
  const to = end ?? BigInt(object.length);
  if (typeof from !== 'bigint' || typeof to !== 'bigint') {
    const name = typeName(object);
    return unsupportedError(`${name}[${typeName(from)}:${typeName(to)}]`, [`${name}[int:int]`]);
  }
  if (start === null && (end ?? null) === null) return object;
  const size = BigInt(object.length);
  if (from < 0n || from >= size) return indexError(from, object.length);
  if (to - 1n < 0n || to - 1n >= size || to < from) return indexError(to - 1n, object.length);
  return object.slice(Number(from), Number(to));
}
