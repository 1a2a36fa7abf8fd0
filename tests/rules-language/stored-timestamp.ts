import { create } from '@bufbuild/protobuf';
import { type Value, ValueSchema } from '../../packages/firestore/src/gen/google/firestore/v1/document_pb.js';

/** A stored timestamp, which the JSON of a case cannot express. */
export function storedTimestamp(value: { readonly seconds: bigint; readonly nanos: number }): Value {
  return create(ValueSchema, { valueType: { case: 'timestampValue', value } });
}
