// Owns the one stored value a case cannot write in JSON.
import { create } from '@bufbuild/protobuf';
import { type Value, ValueSchema } from '../../emulator/firestore/src/gen/google/firestore/v1/document_pb.js';

/** A stored timestamp. */
export function storedTimestamp(value: { readonly seconds: bigint; readonly nanos: number }): Value {
  return create(ValueSchema, { valueType: { case: 'timestampValue', value } });
}
