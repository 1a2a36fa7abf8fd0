// The caller: the administrator, to whom rules do not apply, or a client with an `auth` variable.

import { readClaims } from '@savepoint/server/core/json-web-token';
import { MAX_DEPTH } from '../core/limits.ts';
import { isDeeperThan } from '../core/nesting.ts';
import type { Auth } from '../rules/ruleset.ts';

export interface Login {
  /** If true, rules and validations do not apply. */
  readonly isAdmin: boolean;
  /** The variable `auth` of rules. */
  readonly auth: Auth;
  /** The expiry time of its token. */
  readonly expiresMs?: number | undefined;
}

export const SIGNED_OUT: Login = { isAdmin: false, auth: null };
export const ADMIN: Login = { isAdmin: true, auth: null };

/** A credential that is not a valid token, with the message for clients. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
  constructor() {
    super('Could not parse auth token.');
  }
}

const JWT = /^[^.]+\.[^.]+\.[^.]*$/;

/**
 * Identifies the caller by a credential: a JWT is a user, anything else (`owner`, an OAuth token)
 * is the administrator.
 * @throws InvalidTokenError for a JWT that cannot be read
 */
export function loginOf(credential: string): Login {
  if (!JWT.test(credential)) return ADMIN;
  const read = readClaims(credential);
  if ('problem' in read) throw new InvalidTokenError();
  const { claims } = read;
  if (isDeeperThan(MAX_DEPTH, claims)) throw new InvalidTokenError();
  const expiresMs = typeof claims.exp === 'number' ? claims.exp * 1000 : undefined;
  // Legacy tokens of database secrets, from before Firebase Authentication.
  if (claims.v === 0) {
    if (claims.admin === true) return ADMIN;
    return { isAdmin: false, auth: isObject(claims.d) ? claims.d : null, expiresMs };
  }
  const uid = claims.user_id ?? claims.sub;
  const firebase = isObject(claims.firebase) ? claims.firebase : {};
  return { isAdmin: false, auth: { uid, provider: firebase.sign_in_provider, token: claims }, expiresMs };
}

/**
 * The administrator acting as another user: rules apply with this value of `auth`. Other callers
 * are not affected.
 * @throws InvalidTokenError if the value is nested too deeply
 */
export function overrideLogin(login: Login, auth: unknown): Login {
  if (!login.isAdmin) return login;
  if (isDeeperThan(MAX_DEPTH, auth)) throw new InvalidTokenError();
  return { isAdmin: false, auth: isObject(auth) ? auth : null };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
