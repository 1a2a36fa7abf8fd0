/**
 * Formats of values: google.firebase.rules.v1 ExpressionValue as proto JSON (coverage, requests
 * monitor, error details), protobuf text format (`debug`) and a short line (explanations).
 */
import { type RulesResult, RulesTimestamp, type RulesValue } from './value.ts';
/** A google.firebase.rules.v1.ExpressionValue as proto JSON. */
export type ExpressionValue = {
    readonly [kind: string]: unknown;
};
/** Formats a timestamp by RFC 3339 with 0, 3, 6 or 9 fractional digits, as needed. */
export declare function formatTimestamp({ epochNanos }: RulesTimestamp): string;
/**
 * Converts a value to ExpressionValue JSON. Recurses into the value, whose depth is limited to 20
 * in documents.
 */
export declare function toExpressionValue(value: RulesValue): ExpressionValue;
/**
 * Formats a value on one line, as a literal of the rules language where there is one; truncated
 * when long.
 */
export declare function formatValue(value: RulesResult): string;
/** A value in protocol text form, as `debug()` prints it. */
export declare function toTextProto(value: RulesValue): string;
