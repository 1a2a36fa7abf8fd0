/** The methods of each type. */
import type { Builtins } from './builtin.ts';
import { callOverload } from './builtin.ts';
import {
  LIST_METHODS,
  MAP_DIFF_METHODS,
  MAP_METHODS,
  PATH_METHODS,
  SET_METHODS,
} from './collection-methods.ts';
import { functionNotFoundError, nullValueError, unsupportedError } from './evaluation-error.ts';
import { BYTES_METHODS, STRING_METHODS } from './string-methods.ts';
import { DURATION_METHODS, LATLNG_METHODS, TIMESTAMP_METHODS } from './time-methods.ts';
import { Constraint, type RulesResult, type RulesValue } from './value.ts';
import { typeName } from './value-equality.ts';

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
]);

/** Calls `receiver.name(args)`. */
export function callMethod(receiver: RulesValue, name: string, args: readonly RulesValue[]): RulesResult {
  if (receiver === null) return nullValueError();
  const type = typeName(receiver);
  const overloads = METHODS.get(type)?.get(name);
  if (overloads !== undefined) return callOverload(`${type}.${name}`, overloads, receiver as never, args);
  if (receiver instanceof Constraint)
    return unsupportedError(`constraint.${name}(${args.map(typeName).join(', ')})`);
  return functionNotFoundError(name);
}

/** True when any type has a method of this name. */
export function isMethodName(name: string): boolean {
  for (const methods of METHODS.values()) if (methods.has(name)) return true;
  return false;
}
