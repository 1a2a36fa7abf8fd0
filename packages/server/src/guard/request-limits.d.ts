/** How long the path and the body of a request may be. */
export interface RequestLimits {
    readonly bodyBytes: number;
    /** Of one name between slashes, percent-decoded. */
    readonly segmentBytes: number;
    readonly pathBytes: number;
}
/**
 * Of names, what a file system takes: the Hosting emulator looks for a file of the requested name.
 * Of bodies, what Cloud Functions and Cloud Run accept.
 */
export declare const DEFAULT_LIMITS: RequestLimits;
/** What is wrong with a path or a body, and the error for it. */
export interface RequestProblem {
    readonly reason: string;
    readonly error: {
        readonly code: number;
        readonly status: string;
        readonly phrase: string;
    };
}
/**
 * What is wrong with the target of a request. At a path such as `//`, which is none of a URL, the
 * Hosting emulator would throw, and the whole process end.
 */
export declare function findTargetProblem(target: string, { pathBytes, segmentBytes }: RequestLimits): RequestProblem | undefined;
/** The problem of a body that is larger than the limit. */
export declare function bodyTooLarge({ bodyBytes }: RequestLimits): RequestProblem;
