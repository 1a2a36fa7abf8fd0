// What every callable does before and after its use case: access control, request validation, and errors as canonical codes.

import { logger } from 'firebase-functions';
import { type CallableFunction, type CallableOptions, HttpsError, onCall } from 'firebase-functions/https';
import type * as z from 'zod/mini';
import { describeIssue } from './describe-issue.ts';
import { httpsError } from './https-error.ts';

/** The identity of a verified token; nothing here comes from the request's data. */
export interface Caller {
  /** Undefined for a visitor who is not signed in. */
  readonly uid: string | undefined;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly isAdmin: boolean;
  /** For rate limits of visitors who are not signed in. */
  readonly ipAddress: string;
}

export type SignedInCaller = Caller & { readonly uid: string };

type Access = 'public' | 'signed-in' | 'admin';

interface Definition<Request, Result, A extends Access> {
  readonly name: string;
  readonly access: A;
  readonly schema: z.ZodMiniType<Request>;
  readonly options?: CallableOptions;
  handle(request: Request, caller: A extends 'public' ? Caller : SignedInCaller): Promise<Result>;
}

/** gRPC status codes of Firestore's errors. */
const ABORTED = 10;
const DEADLINE_EXCEEDED = 4;

/**
 * A callable function that rejects with unauthenticated or permission-denied when the caller lacks access, and with
 * invalid-argument when the data does not match the schema (`details.field` names the field). An HttpsError of `handle` reaches
 * the client; any other error is logged and becomes internal.
 */
export function callable<Request, Result, A extends Access>(
  definition: Definition<Request, Result, A>,
): CallableFunction<unknown, Promise<Result>> {
  return onCall<unknown, Promise<Result>>({ ...definition.options }, async (request) => {
    const token = request.auth?.token;
    const caller: Caller = {
      uid: request.auth?.uid,
      email: token?.email,
      name: typeof token?.name === 'string' ? token.name : undefined,
      isAdmin: token?.admin === true,
      ipAddress: request.rawRequest.ip ?? 'unknown',
    };
    authorize(definition.access, caller);
    const parsed = definition.schema.safeParse(request.data);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw httpsError('invalid-argument', issue ? describeIssue(issue) : 'The request is not valid.', {
        field: issue?.path.map(String).join('.') ?? '',
      });
    }
    try {
      return await definition.handle(parsed.data, caller as SignedInCaller);
    } catch (error) {
      throw toHttpsError(error, definition.name);
    }
  });
}

function authorize(access: Access, caller: Caller): void {
  if (access === 'public') return;
  if (caller.uid === undefined) throw httpsError('unauthenticated', 'Please sign in first.');
  if (access === 'admin' && !caller.isAdmin)
    throw httpsError('permission-denied', 'Only the people who run the shop may do this.');
}

/** Contention in Firestore becomes `aborted`, so that clients may retry. Details of unexpected errors stay in the log. */
function toHttpsError(error: unknown, name: string): HttpsError {
  if (error instanceof HttpsError) return error;
  const code = (error as { code?: unknown }).code;
  if (code === ABORTED || code === DEADLINE_EXCEEDED)
    return httpsError('aborted', 'Many people were faster just now. Please try again.');
  logger.error('callable-failed', { name, cause: error instanceof Error ? error.stack : String(error) });
  return httpsError('internal', 'Something went wrong on our side. Please try again in a minute.');
}
