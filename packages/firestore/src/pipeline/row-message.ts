import { create } from '@bufbuild/protobuf';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { TimestampValue } from '../core/value.ts';
import { toFields } from '../core/value-message.ts';
import { type Document, DocumentSchema } from '../gen/google/firestore/v1/document_pb.js';
import type { Row } from './row.ts';

/** The wire form of a row. It has a name and times only if the row still has them. */
export function rowMessage(row: Row): Document {
  const { __create_time__: createTime, __update_time__: updateTime } = row.metadata;
  const message = create(DocumentSchema, { name: row.name?.name ?? '' });
  message.fields = toFields(row.fields);
  if (createTime instanceof TimestampValue) message.createTime = timestampMessage(createTime);
  if (updateTime instanceof TimestampValue) message.updateTime = timestampMessage(updateTime);
  return message;
}

function timestampMessage({ seconds, nanos }: TimestampValue): Timestamp {
  return { $typeName: 'google.protobuf.Timestamp', seconds: BigInt(seconds), nanos };
}
