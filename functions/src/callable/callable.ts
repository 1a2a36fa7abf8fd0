// Shared behavior of all callables around their use case: access control, request validation, and
// errors as canonical codes.

import { toPlainLine } from '@savepoint/model/plain-text';
import { may, type Permission, type Role, roleOf } from '@savepoint/model/roles';
import { logger } from 'firebase-functions';
import {
  type CallableFunction,
  type CallableOptions,
  type Request as HttpRequest,
  HttpsError,
  onCall,
} from 'firebase-functions/https';
import type * as z from 'zod/mini';
import { functionSettings } from '../config/function-settings.ts';
import { clientNetwork } from './client-network.ts';
import { describeIssue } from './describe-issue.ts';
import { findJsonProblem, type JsonProblem } from './find-json-problem.ts';
import { httpsError } from './https-error.ts';

/**
 * The identity of a verified token, and the origin of the request; nothing here comes from the
 * request's data.
 */
export interface Caller {
  /** Undefined for a visitor who is not signed in. */
  readonly uid: string | undefined;
  readonly email: string | undefined;
  /** True if the address was verified when the token was issued, up to an hour ago. */
  readonly isVerified: boolean;
  /** The beginning of the session: the last proof of identity (`auth_time`). */
  readonly authTime: Date | undefined;
  readonly name: string | undefined;
  /** The role, for members of staff. */
  readonly role: Role | undefined;
  /** The client's network, for rate limits; see `clientNetwork`. */
  readonly network: string | undefined;
  /** The Origin header: trustworthy from browsers only. */
  readonly origin: string | undefined;
}

export type SignedInCaller = Caller & { readonly uid: string };

/** Anybody, any account, or the roles with a permission. */
type Access = 'public' | 'signed-in' | Permission;

interface Definition<Request, Result, A extends Access> {
  readonly name: string;
  readonly access: A;
  readonly schema: z.ZodMiniType<Request>;
  readonly options?: CallableOptions;
  handle(request: Request, caller: A extends 'public' ? Caller : SignedInCaller): Promise<Result>;
}

/** gRPC status codes of Firestore's errors. */
const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const ABORTED = 10;

/** Requests with a body that firebase-functions could not decode; it was replaced with null. */
const problems = new WeakMap<object, JsonProblem>();

/**
 * A callable function. It rejects with unauthenticated or permission-denied if the caller lacks
 * access, and with invalid-argument if the data is not storable JSON or does not match the schema
 * (`details.field` names the field). An HttpsError of `handle` reaches the client; any other error
 * is logged and becomes internal.
 */
export function callable<Request, Result, A extends Access>(
  definition: Definition<Request, Result, A>,
): CallableFunction<unknown, Promise<Result>> {
  const respond = onCall<unknown, Promise<Result>>(
    { ...functionSettings(definition.name), ...definition.options },
    async (request) => {
      const token = request.auth?.token;
      const caller: Caller = {
        uid: request.auth?.uid,
        email: token?.email,
        isVerified: token?.email_verified === true,
        authTime: token?.auth_time === undefined ? undefined : new Date(token.auth_time * 1000),
        name: typeof token?.name === 'string' ? toPlainLine(token.name).trim() : undefined,
        role: roleOf(token ?? {}),
        network: clientNetwork(forwardedFor(request.rawRequest)),
        origin: request.rawRequest.headers?.origin,
      };
      authorize(definition.access, caller);
      const problem = problems.get(request.rawRequest);
      if (problem !== undefined)
        throw httpsError('invalid-argument', problem.message, { field: problem.field });
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
    },
  );
  return rejectUnreadableJson(respond);
}

/**
 * The same function with undecodable bodies replaced: firebase-functions recurses into deep JSON
 * and throws for unknown `@type`s, which would be a 500. The handler rejects these requests like
 * any others that do not match its schema.
 */
function rejectUnreadableJson<F extends CallableFunction<unknown, unknown>>(respond: F): F {
  return new Proxy(respond, {
    apply(target, self, [request, ...rest]: [HttpRequest, ...unknown[]]) {
      const body = request.body as { data?: unknown } | undefined;
      const problem = findJsonProblem(body?.data === undefined ? body : body.data);
      if (problem !== undefined) {
        problems.set(request, problem);
        request.body = { data: null };
      }
      return Reflect.apply(target, self, [request, ...rest]);
    },
  });
}

/** Several headers of this name form one list. */
function forwardedFor({ headers }: HttpRequest): string | undefined {
  const header = headers?.['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : header;
}

function authorize(access: Access, caller: Caller): void {
  if (access === 'public') return;
  if (caller.uid === undefined) throw httpsError('unauthenticated', 'Please log in first.');
  if (access !== 'signed-in') requirePermission(caller, access);
}

/**
 * Throws permission-denied unless the caller's role has the permission, for checks that depend on
 * the request. Members of staff are told which role is required.
 */
export function requirePermission({ role }: Pick<Caller, 'role'>, permission: Permission): void {
  if (may(role, permission)) return;
  throw httpsError(
    'permission-denied',
    role === undefined
      ? 'Only shop staff can do this.'
      : `Your role, ${role}, does not allow this. Ask a shop owner for access.`,
  );
}

/**
 * Contention in Firestore becomes `aborted`, so that clients may retry. Details of unexpected
 * errors stay in the log.
 */
function toHttpsError(error: unknown, name: string): HttpsError {
  if (error instanceof HttpsError) return error;
  const code = (error as { code?: unknown }).code;
  if (code === ABORTED || code === DEADLINE_EXCEEDED)
    return httpsError('aborted', 'The shop is very busy right now. Please try again.');
  if (code === INVALID_ARGUMENT) {
    logger.warn('callable-not-stored', { name, cause: String(error) });
    return httpsError('invalid-argument', 'The request has a value that cannot be stored, or is too large.');
  }
  logger.error('callable-failed', { name, cause: error instanceof Error ? error.stack : String(error) });
  return httpsError('internal', 'Something went wrong on our side. Please try again in a minute.');
}
