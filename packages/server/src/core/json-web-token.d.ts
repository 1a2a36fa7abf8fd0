/** The claims of a token. */
export type Claims = Readonly<Record<string, unknown>>;
/** The claims of a JWT, or what is wrong with it, as the end of a sentence. */
export declare function readClaims(token: string): {
    readonly claims: Claims;
} | {
    readonly problem: string;
};
