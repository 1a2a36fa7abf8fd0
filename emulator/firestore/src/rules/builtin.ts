/** How built-in methods and functions are declared, chosen by argument types and refused. Owns overloads, not behaviour. */
import { argumentCountError, unsupportedError } from './evaluation-error.ts';
import type { RulesResult, RulesValue } from './value.ts';
import { typeName } from './value-equality.ts';

/** A declared parameter type; `any` takes every value, `float` also takes an int. */
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

/** One way to call a built-in. Arguments have been checked against `parameters` when `apply` runs. */
export interface Overload<Receiver> {
  readonly parameters: readonly ParameterType[];
  readonly apply: (receiver: Receiver, values: readonly RulesValue[]) => RulesResult;
}

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

/** The signatures of a built-in, for error texts. `name` is qualified: `list.hasAny`, `math.abs`. */
export function signatures<Receiver>(name: string, overloads: readonly Overload<Receiver>[]): string[] {
  return overloads.map((overload) => signature(name, overload.parameters));
}

/** Calls the overload that takes the given values, or tells why none does. */
export function callOverload<Receiver>(
  name: string,
  overloads: readonly Overload<Receiver>[],
  receiver: Receiver,
  values: readonly RulesValue[],
): RulesResult {
  let countFits = false;
  for (const overload of overloads) {
    if (overload.parameters.length !== values.length) continue;
    countFits = true;
    let fits = true;
    for (let i = 0; i < values.length && fits; i++) {
      fits = accepts(overload.parameters[i] ?? 'any', values[i] ?? null);
    }
    if (fits) return overload.apply(receiver, values);
  }
  const expected = signatures(name, overloads);
  return countFits
    ? unsupportedError(signature(name, values.map(typeName)), expected)
    : argumentCountError(values.length, expected);
}

/** Declares a built-in with one overload. */
export function overload<Receiver>(
  parameters: readonly ParameterType[],
  apply: (receiver: Receiver, values: readonly RulesValue[]) => RulesResult,
): Overload<Receiver> {
  return { parameters, apply };
}
