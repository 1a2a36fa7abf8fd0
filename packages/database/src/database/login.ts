// Who asks: the administrator, to whom rules do not apply, or a client with an `auth` variable.

import { readClaims } from '@savepoint/server/core/json-web-token';
import { MAX_DEPTH } from '../core/limits.ts';
import { isDeeperThan } from '../core/nesting.ts';
import type { Auth } from '../rules/ruleset.ts';

/** Who asks. */
export interface Login {
  /** Rules and validations do not apply. */
  readonly isAdmin: boolean;
  /** The variable `auth` of rules. */
  readonly auth: Auth;
  /** When its token expires. */
  readonly expiresMs?: number | undefined;
}

export const SIGNED_OUT: Login = { isAdmin: false, auth: null };
export const ADMIN: Login = { isAdmin: true, auth: null };

/** A credential that is no token, with the text that clients get. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
  constructor() {
    super('Could not parse auth token.');
  }
}

const JWT = /^[^.]+\.[^.]+\.[^.]*$/;

/**
 * Who presents a credential: a JWT is a user, anything else (`owner`, an OAuth token) is the
 * administrator.
 * @throws InvalidTokenError for a JWT that cannot be read
 */
export function loginOf(credential: string): Login {
  if (!JWT.test(credential)) return ADMIN;
  const read = readClaims(credential);
  if ('problem' in read) throw new InvalidTokenError();
  const { claims } = read;
  if (isDeeperThan(MAX_DEPTH, claims)) throw new InvalidTokenError();
  const expiresMs = typeof claims.exp === 'number' ? claims.exp * 1000 : undefined;
  // The tokens of database secrets, before Firebase Authentication.
  if (claims.v === 0) {
    if (claims.admin === true) return ADMIN;
    return { isAdmin: false, auth: isObject(claims.d) ? claims.d : null, expiresMs };
  }
  const uid = claims.user_id ?? claims.sub;
  const firebase = isObject(claims.firebase) ? claims.firebase : {};
  return { isAdmin: false, auth: { uid, provider: firebase.sign_in_provider, token: claims }, expiresMs };
}

/**
 * The administrator as somebody else: rules apply with `auth` as this variable. It changes nothing
 * for others.
 * @throws InvalidTokenError for a variable that is nested too deep
 */
export function overrideLogin(login: Login, auth: unknown): Login {
  if (!login.isAdmin) return login;
  if (isDeeperThan(MAX_DEPTH, auth)) throw new InvalidTokenError();
  return { isAdmin: false, auth: isObject(auth) ? auth : null };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
