import { type FieldPath } from '../core/field-path.ts';
import type { Pipeline, Value } from '../gen/google/firestore/v1/document_pb.js';
import type { Expression } from './expression.ts';
import type { PipelineParser } from './parser.ts';
/** The entries of a map, e.g. the aliases of select with their expressions. */
export declare function readMap(message: Value | undefined, name: string): {
    readonly [key: string]: Value;
};
/** A string. */
export declare function readString(message: Value | undefined, name: string): string;
/** An integer of at least 0. */
export declare function readCount(message: Value | undefined, name: string): number;
/** An integer or a double. */
export declare function readNumber(message: Value | undefined, name: string): number;
/** A path below the database, without the slash before it: 'c/d' for the reference '/c/d'. */
export declare function readPath(message: Value | undefined, name: string): string;
/** A reference to a field. */
export declare function readField(message: Value | undefined, name: string): FieldPath;
/** A field, as a reference or as its name in a string. */
export declare function readFieldOrName(message: Value | undefined, name: string): FieldPath;
/** A pipeline. */
export declare function readPipeline(message: Value | undefined, name: string): Pipeline;
/** Expressions by the field that they are assigned to. */
export declare function readAliases(message: Value | undefined, name: string, parser: PipelineParser): readonly {
    readonly path: FieldPath;
    readonly expression: Expression;
}[];
