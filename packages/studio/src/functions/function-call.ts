// Calls a function like the SDKs, in a trace begun by Studio.
import type { TokenClaims } from '../api/caller-endpoints.ts';
import { exchange } from '../api/client.ts';
import type { LoadedFunction } from '../api/functions-endpoints.ts';
import { newTrace } from '../api/trace-parent.ts';

const TOKEN_LIFETIME_S = 3600;
const MAX_PAYLOADS = 10;

/** The target and the caller. */
export interface FunctionCall {
  readonly projectId: string;
  readonly target: Pick<LoadedFunction, 'id' | 'region' | 'kind'>;
  /** Null if signed out. */
  readonly claims: TokenClaims | null;
  /** JSON: the data of a callable, or the body of an HTTP function; empty for none. */
  readonly payload: string;
  /** For HTTP functions. */
  readonly method: string;
  /** If true, the call sends an App Check token, like an app. */
  readonly hasAppCheck: boolean;
  /** The rest of the URL after the function's own, such as `/path?query`. */
  readonly suffix: string;
}

export interface CallResult {
  readonly status: number;
  readonly ms: number;
  readonly traceId: string;
  /** The body; JSON is indented. */
  readonly body: string;
}

/** An unsigned ID token, which the emulators accept. `now` in ms since 1970. */
export function unsignedToken(claims: TokenClaims, projectId: string, now = Date.now()): string {
  const seconds = Math.floor(now / 1000);
  const payload = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    iat: seconds,
    auth_time: seconds,
    exp: seconds + TOKEN_LIFETIME_S,
    ...claims,
  };
  const encode = (value: object) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`;
}

/**
 * Calls a function. An error status is a result.
 * @throws Error for a payload that is not JSON, ApiError if Studio does not respond
 */
export async function callFunction(call: FunctionCall): Promise<CallResult> {
  const { projectId, target, claims, payload, method, suffix, hasAppCheck } = call;
  const isCallable = target.kind === 'callable';
  const data = payload.trim() === '' ? undefined : (JSON.parse(payload) as unknown);
  const body = isCallable ? { data: data ?? null } : data;
  const hasBody = body !== undefined && (isCallable || !['GET', 'HEAD'].includes(method));
  const { traceId, traceparent } = newTrace();
  const start = performance.now();
  const response = await exchange({
    path: `functions/${projectId}/${target.region}/${target.id}${isCallable ? '' : suffix}`,
    method: isCallable ? 'POST' : method,
    headers: {
      traceparent,
      ...(hasAppCheck && (await appCheckHeader(projectId))),
      ...(claims === null ? {} : { authorization: `Bearer ${unsignedToken(claims, projectId)}` }),
    },
    ...(hasBody ? { body } : {}),
  });
  const text = await response.text();
  return { status: response.status, ms: performance.now() - start, traceId, body: indented(text) };
}

/** The web app in the App Check tokens. */
const APP_ID = '1:0:web:0';

/** An App Check token; none if the stack issues none. */
async function appCheckHeader(projectId: string): Promise<Record<string, string>> {
  const response = await exchange({
    path: `functions/v1/projects/${projectId}/apps/${APP_ID}:exchangeDebugToken`,
    method: 'POST',
    headers: {},
    body: { debug_token: 'studio' },
  });
  if (!response.ok) return {};
  const { token } = (await response.json()) as { token: string };
  return { 'x-firebase-appcheck': token };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const keyOf = (projectId: string, id: string) => `studio.payloads ${projectId} ${id}`;

/** The payloads sent to a function from this browser, newest first. */
export function recentPayloads(projectId: string, id: string): readonly string[] {
  return JSON.parse(localStorage.getItem(keyOf(projectId, id)) ?? '[]') as string[];
}

/** Adds a payload to the recent ones, ten of which are kept. */
export function rememberPayload(projectId: string, id: string, payload: string): readonly string[] {
  const payloads = [payload, ...recentPayloads(projectId, id).filter((each) => each !== payload)];
  const stored = payloads.slice(0, MAX_PAYLOADS);
  localStorage.setItem(keyOf(projectId, id), JSON.stringify(stored));
  return stored;
}
