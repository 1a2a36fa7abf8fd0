import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
/** The reason why a text could not be parsed or decoded, for the client. */
export declare function reasonOf(error: unknown): string;
/**
 * Parses the text of a body. An empty body, which the Emulator UI sends, is `{}`. Throws
 * INVALID_ARGUMENT.
 */
export declare function parseJson(text: string): JsonValue;
/** Parses the text of a body that must be an object. Throws INVALID_ARGUMENT. */
export declare function parseJsonObject(text: string): JsonObject;
