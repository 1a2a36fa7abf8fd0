import { RpcError } from '../core/rpc-error.ts';
/**
 * The error of an expression that cannot be evaluated. It fails the request, unless is_error or
 * if_error catches it.
 */
export declare class EvaluationError extends RpcError {
    constructor(message: string);
}
/** An EvaluationError with this message. */
export declare function invalidExpression(message: string): EvaluationError;
