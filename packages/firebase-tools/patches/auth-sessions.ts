// In production a session begins with a sign-in and keeps its time, `auth_time`. The Auth emulator
// uses the last sign-in of the account on any device: a sign-in elsewhere made old sessions young,
// and the tokens issued for a new email or password were older than the change and therefore
// revoked.
import { hasSource, patchModule } from '../patch.ts';
import { type AuthState, type ProjectState, refreshTokens } from './auth-refresh-tokens.ts';

/** A request or response of an operation. */
interface Message {
  readonly [name: string]: unknown;
  readonly idToken?: unknown;
  readonly refreshToken?: unknown;
}
type Operation = (state: ProjectState, body: Message, context: unknown) => Message | Promise<Message>;

/** Operations by name, some in groups. */
interface Operations {
  [name: string]: Operation | Operations;
}

interface OperationsModule {
  readonly authOperations: {
    readonly securetoken: { token: Operation };
    readonly identitytoolkit: Operations & {
      readonly accounts: Operations & { readonly signUp: Operation; readonly update: Operation };
    };
  };
}

/** The claims of an ID token that describe its session. */
interface Claims {
  readonly auth_time: number;
  readonly iat: number;
  readonly user_id: string;
}

const sessions = patchModule<OperationsModule>('lib/emulator/auth/operations.js', {
  expected: {
    'authOperations.securetoken.token(state, body) that validates a refresh token': ({ authOperations }) =>
      hasSource(authOperations.securetoken.token, /validateRefreshToken\(/),
    'authOperations.identitytoolkit.accounts.signUp(state, body, context) and update(state, body, context)':
      ({
        authOperations: {
          identitytoolkit: { accounts },
        },
      }) => accounts.signUp.length === 3 && accounts.update.length === 3,
  },
  apply({ authOperations }, load) {
    const { encodeRefreshToken, decodeRefreshToken } = load<AuthState>('./state');

    /** A copy of a response with tokens of a session that began at this time. */
    const withAuthTime = (response: Message, authTime: number): Message => ({
      ...response,
      ...mapTexts(response, ['idToken', 'id_token', 'access_token'], (token) =>
        withClaims(token, { auth_time: authTime }),
      ),
      ...mapTexts(response, ['refreshToken', 'refresh_token'], (token) =>
        encodeRefreshToken({ ...decodeRefreshToken(token), authTime }),
      ),
    });

    const beginSession =
      (operation: Operation): Operation =>
      async (state, body, context) => {
        const startTime = Math.floor(Date.now() / 1000);
        const response = await operation(state, body, context);
        if (typeof response?.idToken !== 'string' || response.refreshToken === undefined) return response;
        const { auth_time: lastSignIn, iat, user_id: uid } = claimsOf(response.idToken);
        // An operation that is not a sign-in continues the session of its ID token.
        const authTime =
          lastSignIn >= startTime || typeof body.idToken !== 'string'
            ? lastSignIn
            : claimsOf(body.idToken).auth_time;
        // A user who has changed the email or password has proven their identity, so their tokens
        // are valid.
        const validSince = Number(state.getUserByLocalId(uid)?.validSince ?? 0);
        return withAuthTime(response, Math.max(authTime, Math.min(validSince, iat)));
      };

    const refreshSession =
      (operation: Operation): Operation =>
      async (state, body, context) => {
        const response = await operation(state, body, context);
        const { authTime } =
          typeof body.refreshToken === 'string' ? decodeRefreshToken(body.refreshToken) : {};
        return authTime === undefined ? response : withAuthTime(response, authTime);
      };

    authOperations.securetoken.token = refreshSession(authOperations.securetoken.token);
    wrapAll(authOperations.identitytoolkit, beginSession);
  },
});

export const authSessions = [refreshTokens, sessions];

function wrapAll(operations: Operations, wrap: (operation: Operation) => Operation): void {
  for (const [name, operation] of Object.entries(operations)) {
    if (typeof operation === 'function') operations[name] = wrap(operation);
    else wrapAll(operation, wrap);
  }
}

/** Replaces string fields with these names. */
function mapTexts(
  message: Readonly<Record<string, unknown>>,
  names: readonly string[],
  change: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = message[name];
      return typeof value === 'string' ? [[name, change(value)]] : [];
    }),
  );
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** The emulator's tokens are unsigned. */
function withClaims(token: string, claims: Partial<Claims>): string {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...claimsOf(token), ...claims })).toString('base64url');
  return [header, payload, signature].join('.');
}
