/**
 * The operators that always evaluate their operands. `&&`, `||` and `?:` are compiled in
 * compile-expression.ts.
 */
import type { BinaryOperator } from '../syntax/syntax.ts';
import { type RulesResult, type RulesValue } from './value.ts';
/** A binary operation on values. */
export type Operation = (left: RulesValue, right: RulesValue) => RulesResult;
/** A timestamp; an error outside the years 1 to 9999. */
export declare function checkedTimestamp(epochNanos: bigint): RulesResult;
/** A duration; an error beyond 10,000 years. */
export declare function checkedDuration(nanos: bigint): RulesResult;
/** The binary operators that always evaluate both operands. */
export declare const OPERATIONS: Readonly<Record<Exclude<BinaryOperator, '&&' | '||'>, Operation>>;
/** Unary minus. */
export declare function negate(value: RulesValue): RulesResult;
/** Logical negation. */
export declare function not(value: RulesValue): RulesResult;
/** The type names that `is` accepts. */
export declare const TYPE_NAMES: ReadonlySet<string>;
/**
 * `value is type`. False for a set, whatever the type, as in the official emulator. Unsupported for
 * a constraint.
 */
export declare function isOfType(value: RulesValue, type: string): RulesResult;
