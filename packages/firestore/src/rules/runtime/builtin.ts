/** Declaration and overload resolution of built-in methods and functions. */
import { argumentCountError, unsupportedError } from './evaluation-error.ts';
import type { RulesResult, RulesValue } from './value.ts';
import { typeName } from './value-equality.ts';

/** A declared parameter type. `any` accepts every value, `float` also accepts an int. */
export type ParameterType =
  | 'any'
  | 'bytes'
  | 'duration'
  | 'float'
  | 'int'
  | 'latlng'
  | 'list'
  | 'map'
  | 'null'
  | 'bool'
  | 'path'
  | 'set'
  | 'string';

/** One overload of a built-in. `apply` runs only with arguments that match `parameters`. */
export interface Overload<Receiver> {
  readonly parameters: readonly ParameterType[];
  readonly apply: (receiver: Receiver, args: readonly RulesValue[]) => RulesResult;
}

/** The overloads of built-ins by name. */
export type Builtins<Receiver> = ReadonlyMap<string, readonly Overload<Receiver>[]>;

function accepts(type: ParameterType, value: RulesValue): boolean {
  if (type === 'any') return true;
  const actual = typeName(value);
  return actual === type || (type === 'float' && actual === 'int');
}

/** `set.difference(set)`, `math.pow(float, float)` */
function signature(name: string, parameters: readonly string[]): string {
  return `${name}(${parameters.join(', ')})`;
}

/**
 * The signatures of a built-in, for error messages. `name` is qualified: `list.hasAny`, `math.abs`.
 */
function signatures<Receiver>(name: string, overloads: readonly Overload<Receiver>[]): string[] {
  return overloads.map((overload) => signature(name, overload.parameters));
}

/**
 * Calls the overload that accepts the arguments. If there is none, returns an error with the
 * available signatures.
 */
export function callOverload<Receiver>(
  name: string,
  overloads: readonly Overload<Receiver>[],
  receiver: Receiver,
  args: readonly RulesValue[],
): RulesResult {
  let hasArity = false;
  for (const overload of overloads) {
    if (overload.parameters.length !== args.length) continue;
    hasArity = true;
    let matches = true;
    for (let i = 0; i < args.length && matches; i++) {
      matches = accepts(overload.parameters[i] ?? 'any', args[i] ?? null);
    }
    if (matches) return overload.apply(receiver, args);
  }
  const expected = signatures(name, overloads);
  return hasArity
    ? unsupportedError(signature(name, args.map(typeName)), expected)
    : argumentCountError(args.length, expected);
}

/** Declares one overload of a built-in. */
export function overload<Receiver>(
  parameters: readonly ParameterType[],
  apply: (receiver: Receiver, args: readonly RulesValue[]) => RulesResult,
): Overload<Receiver> {
  return { parameters, apply };
}
