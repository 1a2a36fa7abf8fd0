import { RpcError, StatusCode } from '../core/rpc-error.ts';

/**
 * An expression that cannot be evaluated. It fails the request, unless is_error or if_error catches
 * it.
 */
export class EvaluationError extends RpcError {
  constructor(message: string) {
    super(StatusCode.INVALID_ARGUMENT, message);
    this.name = 'EvaluationError';
  }
}

export function invalidExpression(message: string): EvaluationError {
  return new EvaluationError(message);
}
