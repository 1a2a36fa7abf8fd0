/** Returns the headers with which a request continues the trace of the sending code. */
export type TraceHeaders = () => Readonly<Record<string, string>>;
/** @param traceHeaders for HTTP/2, whose requests nothing else records */
export declare function callLocalServices(traceHeaders: TraceHeaders): void;
