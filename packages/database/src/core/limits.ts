// The limits of the Realtime Database (https://firebase.google.com/docs/database/usage/limits).

export const MAX_DEPTH = 32;
export const MAX_KEY_BYTES = 768;
export const MAX_STRING_BYTES = 10 * 1024 * 1024;
/** The limits of one write, through the SDKs and through REST. */
export const MAX_SOCKET_WRITE_BYTES = 16 * 1024 * 1024;
export const MAX_REST_WRITE_BYTES = 256 * 1024 * 1024;
