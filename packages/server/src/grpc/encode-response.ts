import { type DescMessage, type Message, toBinary } from '@bufbuild/protobuf';

/**
 * The last encoded messages. Many listeners share one message object, which is then encoded only
 * once.
 */
const CACHE_SIZE = 4;
const cache: { readonly message: Message; readonly bytes: Buffer }[] = [];

/** Encodes a message in the protobuf wire format. The message must not be modified afterwards. */
export function encodeResponse(schema: DescMessage, message: Message): Buffer {
  for (const each of cache) if (each.message === message) return each.bytes;
  const encoded = toBinary(schema, message);
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  if (cache.length >= CACHE_SIZE) cache.shift();
  cache.push({ message, bytes });
  return bytes;
}
