import { type DescMessage, type JsonValue, type MessageShape } from '@bufbuild/protobuf';
/** Decodes a message. Throws INVALID_ARGUMENT with the name of an invalid field. */
export declare function requestFromJson<D extends DescMessage>(schema: D, json: JsonValue): MessageShape<D>;
