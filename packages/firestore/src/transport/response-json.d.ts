import { type DescMessage, type MessageShape } from '@bufbuild/protobuf';
import { type Json } from './value-json.ts';
/**
 * A message of `schema` in protobuf's canonical JSON mapping; `enumsAsNumbers` encodes enums by
 * number.
 */
export declare function responseToJson<D extends DescMessage>(schema: D, message: MessageShape<D>, enumsAsNumbers?: boolean): Json;
