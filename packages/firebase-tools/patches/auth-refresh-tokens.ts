// In production, a change of email or password and a revocation end earlier sessions, so refreshing
// their tokens fails with auth/user-token-expired
// (https://firebase.google.com/docs/auth/admin/manage-sessions). This file handles the state of
// accounts, auth-sessions.ts the responses of operations.
import { hasSource, patchModule } from '../patch.ts';

/** An account. The object stays the same for its lifetime. */
export interface Account {
  readonly email?: string;
  readonly disabled?: boolean;
  /** In seconds since 1970. */
  readonly validSince?: string;
}

/** The content of a refresh token. */
interface RefreshToken {
  readonly authTime?: number;
  readonly revocations?: number;
}

export interface AuthState {
  readonly ProjectState: { readonly prototype: ProjectState };
  encodeRefreshToken(record: object): string;
  decodeRefreshToken(token: string): RefreshToken;
}

export interface ProjectState {
  getUserByLocalId(localId: string): Account | undefined;
  updateUserByLocalId(localId: string, fields: Account, ...options: readonly unknown[]): Account;
  createRefreshTokenFor(user: Account, ...options: readonly unknown[]): string;
  validateRefreshToken(token: string): { readonly user: Account };
}

interface AuthErrors {
  readonly BadRequestError: new (code: string) => Error;
}

export const refreshTokens = patchModule<AuthState>('lib/emulator/auth/state.js', {
  expected: {
    'ProjectState with createRefreshTokenFor(user, provider), validateRefreshToken(token) and updateUserByLocalId(id, fields)':
      ({ ProjectState: { prototype } }) =>
        prototype.createRefreshTokenFor.length === 2 &&
        hasSource(prototype.createRefreshTokenFor, /encodeRefreshToken\(/) &&
        prototype.validateRefreshToken.length === 1 &&
        hasSource(prototype.validateRefreshToken, /const user = this\.getUserByLocalId\(/) &&
        prototype.updateUserByLocalId.length === 2,
    'encodeRefreshToken(record) and decodeRefreshToken(token)': ({
      encodeRefreshToken,
      decodeRefreshToken,
    }) =>
      decodeRefreshToken(encodeRefreshToken({ _AuthEmulatorRefreshToken: 'x', authTime: 1 })).authTime === 1,
  },
  apply({ ProjectState: { prototype }, encodeRefreshToken, decodeRefreshToken }, load) {
    const { createRefreshTokenFor, validateRefreshToken, updateUserByLocalId } = prototype;
    /**
     * The number of revocations per account, because validSince has only a resolution of seconds.
     */
    const revocations = new WeakMap<Account, number>();
    const revocationsOf = (user: Account): number => revocations.get(user) ?? 0;

    prototype.updateUserByLocalId = function updateAndRevoke(localId, fields, ...options) {
      const user = this.getUserByLocalId(localId);
      // Also covers links in emails, for which the emulator sets no validSince.
      const hasNewEmail = Boolean(user?.email && fields.email && fields.email !== user.email);
      const validSince =
        fields.validSince ?? (hasNewEmail ? String(Math.floor(Date.now() / 1000)) : undefined);
      const changes = validSince === undefined ? fields : { ...fields, validSince };
      const updated = updateUserByLocalId.call(this, localId, changes, ...options);
      if (validSince !== undefined) revocations.set(updated, revocationsOf(updated) + 1);
      return updated;
    };

    prototype.createRefreshTokenFor = function createForSession(user, ...options) {
      const token = createRefreshTokenFor.call(this, user, ...options);
      return encodeRefreshToken({ ...decodeRefreshToken(token), revocations: revocationsOf(user) });
    };

    prototype.validateRefreshToken = function validateSession(token) {
      const result = validateRefreshToken.call(this, token);
      const { user } = result;
      const { authTime = Number.NaN, revocations: known = Number.NaN } = decodeRefreshToken(token);
      const validSince = Number(user.validSince ?? 0);
      const isRevoked = authTime < validSince || (authTime === validSince && known < revocationsOf(user));
      if (isRevoked && !user.disabled) {
        const { BadRequestError } = load<AuthErrors>('./errors');
        throw new BadRequestError('TOKEN_EXPIRED');
      }
      return result;
    };
  },
});
