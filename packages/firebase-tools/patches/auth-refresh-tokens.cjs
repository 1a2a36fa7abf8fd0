// The Auth emulator takes a refresh token for good, whatever has become of the account. In
// production a change of email or password and a revocation end the sessions that began before, so
// refreshing their tokens fails with auth/user-token-expired
// (https://firebase.google.com/docs/auth/admin/manage-sessions). This is for the state of accounts,
// auth-sessions.cjs for what the operations respond with.
exports.module = 'lib/emulator/auth/state.js';

exports.expected = {
  'ProjectState with createRefreshTokenFor(user, provider), validateRefreshToken(token) and updateUserByLocalId(id, fields)':
    ({ ProjectState: { prototype } }) =>
      prototype.createRefreshTokenFor.length === 2 &&
      /encodeRefreshToken\(/.test(prototype.createRefreshTokenFor) &&
      prototype.validateRefreshToken.length === 1 &&
      /const user = this\.getUserByLocalId\(/.test(prototype.validateRefreshToken) &&
      prototype.updateUserByLocalId.length === 2,
  'encodeRefreshToken(record) and decodeRefreshToken(token)': ({ encodeRefreshToken, decodeRefreshToken }) =>
    decodeRefreshToken(encodeRefreshToken({ _AuthEmulatorRefreshToken: 'x', a: 1 })).a === 1,
};

exports.apply = ({ ProjectState, encodeRefreshToken, decodeRefreshToken }, load) => {
  const { createRefreshTokenFor, validateRefreshToken, updateUserByLocalId } = ProjectState.prototype;
  /**
   * How often the sessions of an account have ended: validSince has seconds, too few for a test.
   */
  const revocations = new WeakMap();
  const revocationsOf = (user) => revocations.get(user) ?? 0;

  ProjectState.prototype.updateUserByLocalId = function updateAndRevoke(localId, fields, ...options) {
    const user = this.getUserByLocalId(localId);
    // By a link in an email, too, for which the emulator sets no validSince.
    const hasNewEmail = Boolean(user?.email && fields.email && fields.email !== user.email);
    const validSince = fields.validSince ?? (hasNewEmail ? String(Math.floor(Date.now() / 1000)) : undefined);
    const changes = validSince === undefined ? fields : { ...fields, validSince };
    const updated = updateUserByLocalId.call(this, localId, changes, ...options);
    if (validSince !== undefined) revocations.set(updated, revocationsOf(updated) + 1);
    return updated;
  };

  ProjectState.prototype.createRefreshTokenFor = function createForSession(user, ...options) {
    const token = createRefreshTokenFor.call(this, user, ...options);
    return encodeRefreshToken({ ...decodeRefreshToken(token), revocations: revocationsOf(user) });
  };

  ProjectState.prototype.validateRefreshToken = function validateSession(token) {
    const result = validateRefreshToken.call(this, token);
    const { user } = result;
    const session = decodeRefreshToken(token);
    const validSince = Number(user.validSince ?? 0);
    const isRevoked =
      session.authTime < validSince ||
      (session.authTime === validSince && session.revocations < revocationsOf(user));
    if (isRevoked && !user.disabled) {
      const { BadRequestError } = load('./errors');
      throw new BadRequestError('TOKEN_EXPIRED');
    }
    return result;
  };
};
