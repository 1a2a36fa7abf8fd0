/** The body of a request on the forward channel. */
export interface ForwardForm {
    /** Headers that the client encodes in the body to avoid a CORS preflight; names in lower case. */
    readonly headers: ReadonlyMap<string, string>;
    /** The id of the first message (`ofs`). */
    readonly offset: number;
    /** The messages as JSON texts, in order of their ids. */
    readonly messages: readonly string[];
}
/** Parses headers of the form "Name:value\r\nName:value\r\n"; names become lower case. */
export declare function parseFoldedHeaders(block: string): Map<string, string>;
/**
 * Parses `headers=…&count=2&ofs=7&req0___data__=…&req1___data__=…`. Throws INVALID_ARGUMENT for a
 * missing message.
 */
export declare function parseForwardForm(body: string): ForwardForm;
