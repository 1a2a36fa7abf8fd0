/** Static types: the known types of an expression before it is evaluated. */
import type { ParameterType } from '../runtime/builtin.ts';

/** The possible types of a value, as named by `is`, and `null`; undefined if nothing is known. */
export type StaticType = readonly string[] | undefined;

/** The union of several types. */
export function unionOf(types: readonly StaticType[]): StaticType {
  const known = types.filter((type) => type !== undefined);
  return known.length === types.length ? [...new Set(known.flat())] : undefined;
}

/**
 * True if a value of the type may have one of the expected types. An int is accepted as a float.
 */
export function mayBe(type: StaticType, expected: readonly string[]): boolean {
  if (type === undefined) return true;
  return type.some((name) => expected.includes(name) || (name === 'int' && expected.includes('float')));
}

const NUMBERS = ['int', 'float'];

/** True if `==` of two types may be true: they share a type, or both may be numbers. */
export function mayBeEqual(a: StaticType, b: StaticType): boolean {
  if (a === undefined || b === undefined) return true;
  return a.some((name) => b.includes(name)) || (mayBe(a, NUMBERS) && mayBe(b, NUMBERS));
}

/** The result type of `left operator right`, by operand types. */
function arithmetic(operator: string, left: string, right: string): string | undefined {
  if (NUMBERS.includes(left) && NUMBERS.includes(right)) return left === right ? left : 'float';
  if (operator === '+') {
    if (left === right && (left === 'string' || left === 'duration')) return left;
    if ([left, right].sort().join() === 'duration,timestamp') return 'timestamp';
  }
  if (operator === '-') {
    if (left === right && (left === 'timestamp' || left === 'duration')) return 'duration';
    if (left === 'timestamp' && right === 'duration') return 'timestamp';
  }
  return undefined;
}

const ORDERED = ['string', 'bytes', 'timestamp', 'duration'];

function comparison(left: string, right: string): string | undefined {
  const isOrdered =
    (left === right && ORDERED.includes(left)) || (mayBe([left], NUMBERS) && mayBe([right], NUMBERS));
  return isOrdered ? 'bool' : undefined;
}

const COMPARISONS = ['<', '<=', '>', '>='];

/**
 * The type of an arithmetic operation or ordering; empty if it fails for all values of the operand
 * types.
 */
export function operationType(operator: string, left: StaticType, right: StaticType): StaticType {
  if (left === undefined || right === undefined) return COMPARISONS.includes(operator) ? ['bool'] : undefined;
  const results = left.flatMap((a) =>
    right.map((b) => (COMPARISONS.includes(operator) ? comparison(a, b) : arithmetic(operator, a, b))),
  );
  return [...new Set(results.filter((result) => result !== undefined))];
}

/** The types that a parameter accepts; undefined for all. */
export function parameterTypes(parameters: readonly (ParameterType | undefined)[]): StaticType {
  const names = parameters.flatMap((type) => (type === 'float' ? NUMBERS : [type ?? 'any']));
  return names.includes('any') ? undefined : [...new Set(names)];
}

/**
 * The result types of built-ins: a type, then the names of the methods or functions that return it.
 */
const RESULTS: Readonly<Record<string, readonly string[]>> = {
  bool: [
    'list.hasAll list.hasAny list.hasOnly set.hasAll set.hasAny set.hasOnly string.matches constraint.hasAny',
    'math.isNaN exists existsAfter',
  ],
  int: [
    'string.size bytes.size list.size set.size map.size math.round int',
    'timestamp.year timestamp.month timestamp.day timestamp.dayOfWeek timestamp.dayOfYear timestamp.hours',
    'timestamp.minutes timestamp.seconds timestamp.nanos timestamp.toMillis duration.seconds duration.nanos',
  ],
  float: ['math.ceil math.floor math.sqrt math.pow latlng.latitude latlng.longitude latlng.distance float'],
  'int float': ['math.abs'],
  string: [
    'string.lower string.upper string.trim string.replace bytes.toHexString bytes.toBase64 list.join string',
  ],
  bytes: ['string.toUtf8 hashing.md5 hashing.sha256 hashing.crc32 hashing.crc32c'],
  list: ['string.split list.concat list.removeAll map.keys map.values'],
  set: [
    'list.toSet set.union set.intersection set.difference',
    'map_diff.addedKeys map_diff.removedKeys map_diff.changedKeys map_diff.unchangedKeys map_diff.affectedKeys',
  ],
  map_diff: ['map.diff'],
  path: ['path.bind path'],
  timestamp: ['timestamp.date timestamp.value'],
  duration: ['duration.value duration.time duration.abs timestamp.time'],
  latlng: ['latlng.value'],
  'map null': ['get getAfter'],
};

const RESULT_TYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(RESULTS).flatMap(([type, names]) =>
    names.flatMap((line) => line.split(' ').map((name): [string, string[]] => [name, type.split(' ')])),
  ),
);

/** The result type of a built-in: `string.size`, `math.abs`, `exists`. */
export function resultType(qualifiedName: string): StaticType {
  return RESULT_TYPES.get(qualifiedName);
}

const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['request.auth', ['map', 'null']],
  ['request.auth.uid', ['string']],
  ['request.auth.token', ['map']],
  ['request.method', ['string']],
  ['request.path', ['path']],
  ['request.query', ['map']],
  ['request.resource', ['map', 'null']],
  ['request.resource.data', ['map']],
  ['request.resource.id', ['string']],
  ['request.time', ['timestamp']],
  ['resource.data', ['map']],
  ['resource.id', ['string']],
]);

/** The type of a member of `request` or `resource`, by its full name. */
export function memberType(qualifiedName: string): StaticType {
  return MEMBERS.get(qualifiedName);
}
