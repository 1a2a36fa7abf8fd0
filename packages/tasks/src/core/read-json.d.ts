/**
 * The JSON of a body; none is `{}`. Throws INVALID_ARGUMENT for another type than JSON, and for a
 * compressed body.
 */
export declare function readJson(text: string, header: (name: string) => string | undefined): unknown;
