// Owns what is the same for every callable: who may call, a request that fits its schema, errors as canonical codes with
// sentences, and silence about our own faults. It knows no use case.

import { logger } from 'firebase-functions';
import { type CallableFunction, type CallableOptions, HttpsError, onCall } from 'firebase-functions/https';
import type * as z from 'zod/mini';
import { describeIssue } from './describe-issue.ts';
import { httpsError } from './https-error.ts';

/** Who calls, from a verified token; never from the request's data. */
export interface Caller {
  /** Undefined for visitors without an account. */
  readonly uid: string | undefined;
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly isAdmin: boolean;
  /** Network address, for rate limits of visitors without an account. */
  readonly ipAddress: string;
}

export type SignedInCaller = Caller & { readonly uid: string };

type Access = 'anyone' | 'shopper' | 'admin';

interface Definition<Request, Answer, W extends Access> {
  readonly name: string;
  readonly access: W;
  readonly schema: z.ZodMiniType<Request>;
  readonly options?: CallableOptions;
  handle(request: Request, caller: W extends 'anyone' ? Caller : SignedInCaller): Promise<Answer>;
}

const ABORTED = 10;
const DEADLINE_EXCEEDED = 4;

export function callable<Request, Answer, W extends Access>(
  definition: Definition<Request, Answer, W>,
): CallableFunction<unknown, Promise<Answer>> {
  return onCall<unknown, Promise<Answer>>({ ...definition.options }, async (request) => {
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
    } catch (thrown) {
      throw toHttpsError(thrown, definition.name);
    }
  });
}

function authorize(who: Access, caller: Caller): void {
  if (who === 'anyone') return;
  if (caller.uid === undefined) throw httpsError('unauthenticated', 'Please sign in first.');
  if (who === 'admin' && !caller.isAdmin)
    throw httpsError('permission-denied', 'Only the people who run the shop may do this.');
}

/** Refusals pass; a crowded database becomes `aborted`; everything else is our fault, logged and not told. */
function toHttpsError(thrown: unknown, name: string): HttpsError {
  if (thrown instanceof HttpsError) return thrown;
  const code = (thrown as { code?: unknown }).code;
  if (code === ABORTED || code === DEADLINE_EXCEEDED)
    return httpsError('aborted', 'Many people were faster just now. Please try again.');
  logger.error('callable-failed', { name, cause: thrown instanceof Error ? thrown.stack : String(thrown) });
  return httpsError('internal', 'Something went wrong on our side. Please try again in a minute.');
}
