import { type TokenClaims, useGetCallerAccountsQuery } from '../api/caller-endpoints.ts';
import type { Stack } from '../api/stack-api.ts';

/** The sender of a request: signed out, an account, or a typed token. */
export interface Caller {
  /** '' if signed out, 'token' for a typed token, otherwise the uid of an account. */
  readonly choice: string;
  readonly claims: TokenClaims | null;
  /** The typed claims. */
  readonly text: string;
  readonly problem?: string;
}

export const SIGNED_OUT: Caller = { choice: '', claims: null, text: '' };
const TOKEN = 'token';
const EXAMPLE = '{"sub": "alice", "email": "alice@example.com"}';

/** A caller with these claims, which can be edited. */
export function tokenCaller(claims: TokenClaims): Caller {
  return parseToken(JSON.stringify(claims, null, 2));
}

function parseToken(text: string): Caller {
  const caller = { choice: TOKEN, claims: null, text };
  try {
    const claims = JSON.parse(text) as TokenClaims | null;
    const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims);
    const uid = isObject ? (claims.user_id ?? claims.sub) : undefined;
    if (!isObject || typeof uid !== 'string' || uid === '') {
      return { ...caller, problem: `Claims are a JSON object with "sub", such as ${EXAMPLE}.` };
    }
    return { choice: TOKEN, claims: { user_id: uid, sub: uid, ...claims }, text };
  } catch (error) {
    return { ...caller, problem: (error as Error).message };
  }
}

interface CallerFieldProps {
  readonly stack: Stack;
  readonly caller: Caller;
  readonly onChange: (caller: Caller) => void;
}

/** Lets the user choose between signed out, the stack's accounts, and any token. */
export function CallerField({ stack, caller, onChange }: CallerFieldProps) {
  const { data: accounts = [] } = useGetCallerAccountsQuery(stack.projectId, {
    skip: stack.auth === null,
    refetchOnMountOrArgChange: true,
  });
  const choose = (choice: string) => {
    if (choice === '') return onChange(SIGNED_OUT);
    if (choice === TOKEN) return onChange(parseToken(caller.text || EXAMPLE));
    const claims = accounts.find(({ uid }) => uid === choice)?.claims ?? null;
    return onChange({ choice, claims, text: JSON.stringify(claims, null, 2) });
  };
  return (
    <>
      <label className="field">
        As
        <select value={caller.choice} onChange={(event) => choose(event.target.value)}>
          <option value="">Signed out</option>
          {accounts.map(({ uid, label }) => (
            <option key={uid} value={uid}>
              {label}
            </option>
          ))}
          <option value={TOKEN}>Any token …</option>
        </select>
      </label>
      {caller.choice === TOKEN ? (
        <label className="field">
          Claims of the token
          <textarea
            rows={4}
            spellCheck={false}
            aria-invalid={caller.problem !== undefined}
            value={caller.text}
            onChange={(event) => onChange(parseToken(event.target.value))}
          />
          {caller.problem === undefined ? null : <small role="alert">{caller.problem}</small>}
        </label>
      ) : null}
    </>
  );
}
