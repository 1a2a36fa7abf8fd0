import { type FieldPath } from '../core/field-path.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { Fields, type FieldValue, ReferenceValue } from '../core/value.ts';
/** The value of an expression; undefined is ABSENT, the value of a field that does not exist. */
export type Result = FieldValue | undefined;
/** The values of variables by name. */
export type Variables = ReadonlyMap<string, Result>;
/** The fields of a row that are no fields of the document: its name and its times. */
declare const METADATA: readonly ["__name__", '__create_time__', '__update_time__'];
type MetadataName = (typeof METADATA)[number];
type Metadata = {
    readonly [name in MetadataName]?: FieldValue;
};
/** One row. It is immutable; stages create others. */
export declare class Row {
    readonly fields: Fields;
    readonly metadata: Metadata;
    readonly variables: Variables;
    constructor(fields: Fields, metadata: Metadata, variables: Variables);
    /** The name, if the row still is a document. */
    get name(): ReferenceValue | undefined;
    /** The row with other variables. */
    withVariables(variables: Variables): Row;
}
/** The row of a stored document. `database` is 'projects/P/databases/D'. */
export declare function documentRow(database: string, document: StoredDocument, variables: Variables): Row;
/** The value of the field at `path`, `__name__` and the times of a document included. */
export declare function readField(row: Row, path: FieldPath): Result;
/** All values of the row as one map: its fields, without name and times. */
export declare function rowMap(row: Row): Fields;
/**
 * A row under construction: fields are set and removed by path, and the result shares what it does
 * not change.
 */
export declare class RowBuilder {
    #private;
    constructor(fields: Fields, metadata: Metadata);
    /**
     * Sets the field at `path`; ABSENT removes it. Throws INVALID_ARGUMENT for a name that is not a
     * reference.
     */
    set(path: FieldPath, value: Result): void;
    build(variables: Variables): Row;
}
export {};
