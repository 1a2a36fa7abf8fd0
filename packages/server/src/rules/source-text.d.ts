/** A half-open range of UTF-16 offsets into a source. */
export interface SourceRange {
    readonly start: number;
    readonly end: number;
}
/** A google.firebase.rules.v1.SourcePosition. */
export interface SourcePosition {
    readonly fileName: string;
    /** 1-based. */
    readonly line: number;
    /** 1-based, counted in Unicode scalar values. */
    readonly column: number;
    /** 0-based, counted in Unicode scalar values. */
    readonly currentOffset: number;
    /** 0-based and inclusive: the offset of the last character of the range. */
    readonly endOffset: number;
}
/**
 * The text of a rules file with a line table. Offsets count UTF-16 units; the positions returned
 * count scalar values.
 */
export declare class SourceText {
    #private;
    readonly text: string;
    readonly fileName: string;
    constructor(text: string, fileName: string);
    /** The 1-based line of an offset. */
    lineAt(offset: number): number;
    /** The 1-based column of an offset. */
    columnAt(offset: number): number;
    /** The text of a range. */
    slice(range: SourceRange): string;
    /** Converts a range to a SourcePosition. */
    position(range: SourceRange): SourcePosition;
}
