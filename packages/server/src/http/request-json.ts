import { type DescMessage, fromJson, type JsonValue, type MessageShape } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { isTimestamp } from '../core/rfc3339.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import { reasonOf } from './parse-json.ts';

/** A field that contains a message, or a list or map of messages. */
interface MessageField {
  readonly message: DescMessage;
  readonly isMany: boolean;
}

const messageFields = new WeakMap<DescMessage, ReadonlyMap<string, MessageField>>();

/** The message-typed fields of a message, by both of their JSON names. */
function messageFieldsOf(schema: DescMessage): ReadonlyMap<string, MessageField> {
  const known = messageFields.get(schema);
  if (known !== undefined) return known;
  const fields = new Map(
    schema.fields.flatMap(({ fieldKind, message, name, jsonName }) => {
      if (message === undefined) return [];
      const field = { message, isMany: fieldKind !== 'message' };
      return [[name, field] as const, [jsonName, field] as const];
    }),
  );
  messageFields.set(schema, fields);
  return fields;
}

/** Throws for a nonexistent time: protobuf's decoder would convert February 30 to March 2. */
function checkTimestamps({ message, isMany }: MessageField, json: JsonValue | undefined): void {
  if (typeof json === 'string' && message.typeName === TimestampSchema.typeName && !isTimestamp(json)) {
    throw new Error(`cannot decode message ${message.typeName} from JSON: there is no time "${json}"`);
  }
  if (typeof json !== 'object' || json === null) return;
  if (isMany) {
    for (const item of Object.values(json)) checkTimestamps({ message, isMany: false }, item);
    return;
  }
  const fields = messageFieldsOf(message);
  for (const [name, value] of Object.entries(json)) {
    const field = fields.get(name);
    if (field !== undefined) checkTimestamps(field, value);
  }
}

/** Decodes a message. Throws INVALID_ARGUMENT that names an invalid field. */
export function requestFromJson<D extends DescMessage>(schema: D, json: JsonValue): MessageShape<D> {
  try {
    checkTimestamps({ message: schema, isMany: false }, json);
    return fromJson(schema, json);
  } catch (error) {
    throw invalidArgument(`Invalid JSON payload received. ${reasonOf(error)}`);
  }
}
