import { RpcError } from '@savepoint/server/core/rpc-error';
/** The fields of a message that are read, ignored (output only) or not supported. */
interface MessageFields<Name extends string> {
    readonly read: readonly Name[];
    readonly ignored?: readonly string[];
    readonly unsupported?: readonly string[];
}
/** The fields of a message by their names; those that are null are absent. */
type Message<Name extends string> = {
    readonly [Each in Name]?: unknown;
};
/**
 * Reads a message of an API of Google's from JSON, where fields have their names in camelCase or
 * those of the .proto file.
 * @throws RpcError INVALID_ARGUMENT for what is no object or has an unknown field, UNIMPLEMENTED
 *   for a field that this emulator does not support
 */
export declare function readMessage<Name extends string>(json: unknown, path: string, { read, ignored, unsupported }: MessageFields<Name>): Message<Name>;
/** UNIMPLEMENTED for a request or a field that this emulator does not support. */
export declare function notSupported(what: string): RpcError;
/** A field that is a text; `fallback` when it is absent. */
export declare function readText(value: unknown, path: string, fallback?: string): string;
/** The seconds of a Duration such as `"1.5s"`; NaN for anything else. */
export declare function durationSeconds(value: unknown): number;
export {};
