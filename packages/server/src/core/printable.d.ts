/**
 * Text of a request, as one line of a terminal: what a terminal would interpret is escaped as in
 * JSON, which stays JSON. A page of any site can have a link to a server of this machine, and its
 * path is printed.
 */
export declare function printable(text: string): string;
/** An error with its stack. Its message, which may quote a request, is one line. */
export declare function printableError(error: unknown): string;
