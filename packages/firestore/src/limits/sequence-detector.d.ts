import type { Fields } from '../core/value.ts';
/**
 * Finds the top-level fields of a collection whose values increase or decrease with nearly every
 * write. It samples only while the collection is written at a tenth of the limit or more.
 */
export declare class SequenceDetector {
    #private;
    /** Counts writes of the collection in `second`. */
    count(second: number, count: number): void;
    /** Whether a write is to be sampled, of which `count` are not counted yet. */
    isDue(second: number, count: number): boolean;
    /** Compares the fields of a written document with those of the sample before. */
    sample(fields: Fields): void;
    /** The fields that are written in sequence. */
    fields(): string[];
}
