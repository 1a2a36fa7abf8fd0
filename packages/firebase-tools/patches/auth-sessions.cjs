// A session of production begins with a sign-in and keeps its time, `auth_time`. The Auth emulator
// takes the last sign-in of the account, from whichever device: a sign-in elsewhere made old
// sessions young, and the tokens for a new email or password were older than the change and
// therefore revoked.
exports.module = 'lib/emulator/auth/operations.js';

exports.expected = {
  'authOperations.securetoken.token(state, body) that validates a refresh token': ({ authOperations }) =>
    /validateRefreshToken\(/.test(authOperations.securetoken.token),
  'authOperations.identitytoolkit.accounts.signUp(state, body, context) and update(state, body, context)': ({
    authOperations: {
      identitytoolkit: { accounts },
    },
  }) => accounts.signUp.length === 3 && accounts.update.length === 3,
};

exports.apply = ({ authOperations }, load) => {
  const { encodeRefreshToken, decodeRefreshToken } = load('./state');

  /** A response whose tokens are of a session that began then. */
  const withAuthTime = (response, authTime) => ({
    ...response,
    ...mapPresent(response, ['idToken', 'id_token', 'access_token'], (token) =>
      withClaims(token, { auth_time: authTime }),
    ),
    ...mapPresent(response, ['refreshToken', 'refresh_token'], (token) =>
      encodeRefreshToken({ ...decodeRefreshToken(token), authTime }),
    ),
  });

  const beginSession = (operation) => async (state, body, context) => {
    const startTime = Math.floor(Date.now() / 1000);
    const response = await operation(state, body, context);
    if (response?.idToken === undefined || response.refreshToken === undefined) return response;
    const { auth_time: lastSignIn, iat, user_id: uid } = claimsOf(response.idToken);
    // An operation that is no sign-in goes on with the session of its ID token.
    const isSignIn = lastSignIn >= startTime || typeof body.idToken !== 'string';
    const authTime = isSignIn ? lastSignIn : claimsOf(body.idToken).auth_time;
    // Who has changed the email or password has proven who they are: their tokens are valid.
    const validSince = Number(state.getUserByLocalId(uid)?.validSince ?? 0);
    return withAuthTime(response, Math.max(authTime, Math.min(validSince, iat)));
  };

  const refreshSession = (operation) => async (state, body, context) => {
    const response = await operation(state, body, context);
    const { authTime } = decodeRefreshToken(body.refreshToken);
    return authTime === undefined ? response : withAuthTime(response, authTime);
  };

  authOperations.securetoken.token = refreshSession(authOperations.securetoken.token);
  wrapAll(authOperations.identitytoolkit, beginSession);
};

function wrapAll(operations, wrap) {
  for (const [name, operation] of Object.entries(operations)) {
    if (typeof operation === 'function') operations[name] = wrap(operation);
    else wrapAll(operation, wrap);
  }
}

const mapPresent = (object, names, change) =>
  Object.fromEntries(
    names.flatMap((name) => (object[name] === undefined ? [] : [[name, change(object[name])]])),
  );

function claimsOf(token) {
  return JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
}

/** The emulator's tokens have no signature. */
function withClaims(token, claims) {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...claimsOf(token), ...claims })).toString('base64url');
  return [header, payload, signature].join('.');
}
