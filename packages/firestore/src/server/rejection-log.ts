import { type RpcError, StatusCode, statusName, toRpcError } from '../core/rpc-error.ts';
import { Firestore } from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext, FirestoreService } from '../rpc/firestore-service.ts';

/**
 * The codes of requests that fail before rules decide. A denial has its own line in the request
 * log, and a missing or changed document is a result.
 */
const REJECTIONS: ReadonlySet<StatusCode> = new Set([
  StatusCode.INVALID_ARGUMENT,
  StatusCode.FAILED_PRECONDITION,
  StatusCode.RESOURCE_EXHAUSTED,
  StatusCode.UNAUTHENTICATED,
  StatusCode.UNIMPLEMENTED,
  StatusCode.INTERNAL,
]);
const MAX_MESSAGE_LENGTH = 500;

type AnyMethod = (request: never, call: CallContext) => unknown;

/** Logs each rejected request once, even if its error passes several layers. */
export class RejectionLog {
  readonly #log: (line: string) => void;
  readonly #reported = new WeakSet<RpcError>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /**
   * Logs the failure of `request`, a method or an HTTP method and path, unless it is a result or
   * already logged.
   */
  report(request: string, error: RpcError): void {
    if (REJECTIONS.has(error.code)) this.#write(request, error);
  }

  #write(request: string, error: RpcError): void {
    if (this.#reported.has(error)) return;
    this.#reported.add(error);
    const message = error.message.trim().replace(/\s+/g, ' ').slice(0, MAX_MESSAGE_LENGTH);
    this.#log(`${request} → rejected: ${statusName(error.code)}: ${message}`);
  }

  /**
   * Wraps `service` to log failed calls, e.g. as `commit (grpc) → rejected: UNAUTHENTICATED: …`.
   */
  observe(service: FirestoreService): FirestoreService {
    const methods = Firestore.methods.map(({ localName, methodKind }) => {
      const method = service[localName as keyof FirestoreService] as AnyMethod;
      const fail = (cause: unknown, { transport }: CallContext): never => {
        const error = toRpcError(cause);
        const request = `${localName} (${transport})`;
        // A denial by rules has an explanation as a detail.
        const isDeniedWithoutRules =
          error.code === StatusCode.PERMISSION_DENIED && error.details.length === 0;
        if (isDeniedWithoutRules) this.#write(request, error);
        else this.report(request, error);
        throw error;
      };
      if (methodKind === 'unary') {
        const unary = async (request: never, call: CallContext): Promise<unknown> => {
          try {
            return await method(request, call);
          } catch (error) {
            return fail(error, call);
          }
        };
        return [localName, unary];
      }
      const streaming = async function* (request: never, call: CallContext): AsyncGenerator<unknown> {
        try {
          yield* method(request, call) as AsyncIterable<unknown>;
        } catch (error) {
          fail(error, call);
        }
      };
      return [localName, streaming];
    });
    return Object.fromEntries(methods) as FirestoreService;
  }
}
