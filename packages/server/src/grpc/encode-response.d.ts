import { type DescMessage, type Message } from '@bufbuild/protobuf';
/** `message` in the protobuf wire format. The message must not be modified afterwards. */
export declare function encodeResponse(schema: DescMessage, message: Message): Buffer;
