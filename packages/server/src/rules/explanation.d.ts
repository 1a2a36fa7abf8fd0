/**
 * Explanations of decisions, as plain data, as one log line and as an error detail that fits into
 * the trailers of a gRPC call.
 */
import type { ErrorDetail } from '../core/rpc-error.ts';
/** A source text on one line, truncated when long. */
export declare function singleLine(source: string): string;
/** A sub-expression and its value. */
export interface OperandExplanation {
    readonly source: string;
    readonly line: number;
    readonly column: number;
    readonly type: string;
    /** As a literal of the rules language where there is one; truncated when long. */
    readonly value: string;
}
/** The innermost expression that caused a condition to be false or an error. */
export interface CauseExplanation {
    readonly source: string;
    readonly line: number;
    readonly column: number;
    /** `false`, or the message of the error. */
    readonly result: string;
    readonly operands: readonly OperandExplanation[];
    /** How the author of a query can satisfy the condition. */
    readonly hint?: string;
}
/** An evaluated allow statement, or an evaluated rule of the Realtime Database. */
export interface AllowExplanation {
    /** Of a rule of the Realtime Database: `.write of /users/$uid`. */
    readonly rule?: string;
    readonly line: number;
    readonly column: number;
    readonly condition: string;
    readonly outcome: 'granted' | 'false' | 'error';
    /**
     * Empty when granted. Each operand of `||` has its own causes; comparisons with null come last.
     */
    readonly causes: readonly CauseExplanation[];
}
/** Why a request was granted or denied. */
export interface Explanation {
    readonly allowed: boolean;
    /** The reason on one line, without the request. */
    readonly summary: string;
    readonly method: string;
    /** `/carts/alice` */
    readonly path: string;
    readonly fileName: string;
    readonly statements: readonly AllowExplanation[];
    /**
     * Statements that match the path but apply to other methods; listed only when no statement was
     * evaluated.
     */
    readonly others: readonly {
        readonly line: number;
        readonly methods: string;
    }[];
}
/**
 * Formats an explanation on one line: `get /carts/alice denied: firestore.rules:20:23
 * 'request.auth.uid == userId' is false (...)`.
 */
export declare function explanationLine({ allowed, method, path, summary }: Explanation): string;
/**
 * Summarizes the reason on one line: `firestore.rules:20:23 'request.auth.uid == userId' is false
 * (userId = 'bob')`. `unmatched` is the reason where nothing was evaluated.
 */
export declare function summarize(explanation: Omit<Explanation, 'summary'>, unmatched?: string): string;
/**
 * Comparisons with null last: that something exists tells less about a denial than the values that
 * differ.
 */
export declare function mostTellingFirst(causes: readonly CauseExplanation[]): CauseExplanation[];
/**
 * The message of a PERMISSION_DENIED error: the outcomes as the official emulator lists them,
 * `\nfalse for 'get' @ L5`, and on another line the expressions that decided, with their positions
 * and values.
 */
export declare function deniedMessage(outcomes: string, { summary }: Explanation): string;
/**
 * Converts an explanation to an error detail (a google.protobuf.Struct) for the body of a REST
 * response and for `grpc-status-details-bin`. Statements that exceed the maximum length are
 * omitted.
 */
export declare function explanationDetail(explanation: Explanation): ErrorDetail;
