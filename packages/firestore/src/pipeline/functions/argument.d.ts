import { type Fields, type FieldValue, TimestampValue } from '../../core/value.ts';
/** The name of a value's type, as type() gives it: 'int64', 'float64', 'string' ... */
export declare function typeName(value: FieldValue): string;
/** The error of an argument of the wrong type. */
export declare function typeError(functionName: string, expected: string, value: FieldValue | undefined): import("../evaluation-error.ts").EvaluationError;
/** A boolean. */
export declare function asBoolean(functionName: string, value: FieldValue): boolean;
/** An integer or a double. */
export declare function asNumber(functionName: string, value: FieldValue): number | bigint;
/** An integer; a double without a fraction is one too. */
export declare function asInteger(functionName: string, value: FieldValue): number;
/** A string. */
export declare function asString(functionName: string, value: FieldValue): string;
/** An array. */
export declare function asArray(functionName: string, value: FieldValue): readonly FieldValue[];
/** A map. */
export declare function asMap(functionName: string, value: FieldValue): Fields;
/** A timestamp. */
export declare function asTimestamp(functionName: string, value: FieldValue): TimestampValue;
