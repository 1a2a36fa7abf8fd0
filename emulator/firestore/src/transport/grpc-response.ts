// Owns the bytes of gRPC responses.

import { type DescMessage, type Message, toBinary } from '@bufbuild/protobuf';

/** `message` in the protobuf wire format. */
export function encodeResponse(schema: DescMessage, message: Message): Buffer {
  const bytes = toBinary(schema, message);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
