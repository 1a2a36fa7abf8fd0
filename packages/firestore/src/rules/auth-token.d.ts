/** The authentication state of a request. */
export type Authorization = 
/** Rules do not apply. */
{
    readonly kind: 'owner';
} | {
    readonly kind: 'anonymous';
} | {
    readonly kind: 'user';
    readonly uid: string;
    readonly token: Readonly<Record<string, unknown>>;
};
/**
 * Parses `Bearer owner`, `Bearer <JWT>` or an absent header. A JWT of the Auth emulator or of
 * `createMockUserToken` identifies a user by `user_id` or `sub`; one that a service account signed
 * for Firestore is the owner's. Throws UNAUTHENTICATED for anything else.
 */
export declare function parseAuthorization(header: string | undefined): Authorization;
