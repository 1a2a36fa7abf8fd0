import fc from 'fast-check';
/**
 * Generates text of all code points; `fc.string({ unit: 'binary' })` needs a second to list them
 * first.
 */
export declare function anyText(maxLength?: number): fc.Arbitrary<string>;
