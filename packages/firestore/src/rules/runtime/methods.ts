/** The methods of each type. */
import type { Builtins, Overload } from './builtin.ts';
import { callOverload, overload } from './builtin.ts';
import {
  LIST_METHODS,
  MAP_DIFF_METHODS,
  MAP_METHODS,
  PATH_METHODS,
  SET_METHODS,
} from './collection-methods.ts';
import { impliesElement } from './constraint.ts';
import {
  functionNotFoundError,
  nullValueError,
  unfixedValueError,
  unknownComparisonError,
} from './evaluation-error.ts';
import { BYTES_METHODS, STRING_METHODS } from './string-methods.ts';
import { DURATION_METHODS, LATLNG_METHODS, TIMESTAMP_METHODS } from './time-methods.ts';
import {
  Constraint,
  LiteralMap,
  RulesMapDiff,
  type RulesResult,
  RulesSet,
  type RulesValue,
} from './value.ts';
import { typeName } from './value-equality.ts';

/** The only method of a field that a query restricts by filters other than equality. */
const CONSTRAINT_METHODS: Builtins<Constraint> = new Map([
  [
    'hasAny',
    [
      overload(['list'], (constraint: Constraint, [elements]) =>
        (elements as readonly RulesValue[]).some((element) => impliesElement(constraint, element))
          ? true
          : unknownComparisonError('hasAny'),
      ),
    ],
  ],
]);

const METHODS: ReadonlyMap<string, Builtins<never>> = new Map<string, Builtins<never>>([
  ['string', STRING_METHODS],
  ['bytes', BYTES_METHODS],
  ['list', LIST_METHODS],
  ['set', SET_METHODS],
  ['map', MAP_METHODS],
  ['map_diff', MAP_DIFF_METHODS],
  ['path', PATH_METHODS],
  ['timestamp', TIMESTAMP_METHODS],
  ['duration', DURATION_METHODS],
  ['latlng', LATLNG_METHODS],
  ['constraint', CONSTRAINT_METHODS],
]);

/**
 * True for a value that a query does not fix, or one that contains such a value. Stored values
 * never do.
 */
function containsConstraint(value: RulesValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(containsConstraint);
  if (value instanceof RulesSet) return value.elements.some(containsConstraint);
  if (value instanceof RulesMapDiff) return containsComparedConstraint(value);
  if (value instanceof LiteralMap)
    return value.keys().some((key) => containsConstraint(value.lookup(key) ?? null));
  return value instanceof Constraint;
}

/** `diff()` compares only the keys of both maps. */
function containsComparedConstraint({ newer, older }: RulesMapDiff): boolean {
  return newer
    .keys()
    .some(
      (key) =>
        [newer, older].every((map) => map.lookup(key) !== undefined) &&
        [newer, older].some((map) => containsConstraint(map.lookup(key) ?? null)),
    );
}

/** Calls `receiver.name(args)`. */
export function callMethod(receiver: RulesValue, name: string, args: readonly RulesValue[]): RulesResult {
  if (receiver === null) return nullValueError();
  const type = typeName(receiver);
  const overloads = METHODS.get(type)?.get(name);
  if (overloads === undefined) return functionNotFoundError(name);
  const comparesValues = type === 'set' || type === 'map_diff' || name === 'toSet';
  if (comparesValues && [receiver, ...args].some(containsConstraint)) return unfixedValueError();
  return callOverload(`${type}.${name}`, overloads, receiver as never, args);
}

/** The overloads of a method by type; empty if no type has a method with this name. */
export function methodsNamed(name: string): ReadonlyMap<string, readonly Overload<never>[]> {
  const named = new Map<string, readonly Overload<never>[]>();
  for (const [type, methods] of METHODS) {
    const overloads = type === 'constraint' ? undefined : methods.get(name);
    if (overloads !== undefined) named.set(type, overloads);
  }
  return named;
}
