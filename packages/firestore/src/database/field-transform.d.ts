import type { FieldValue, TimestampValue } from '../core/value.ts';
import type { FieldTransform } from './mutation.ts';
/**
 * The new value of a field and its transform result, as google/firestore/v1/write.proto documents
 * FieldTransform. `current` is undefined for a missing field.
 */
export declare function applyTransform(transform: FieldTransform, current: FieldValue | undefined, requestTime: TimestampValue): {
    value: FieldValue;
    result: FieldValue;
};
