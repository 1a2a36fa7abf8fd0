export const IMAGE_URL_LENGTH_MAX = 2000;

/** https, or a path on this origin. Never `javascript:`, `data:`, or another host by `//`. */
const IMAGE_URL = /^(https:\/\/[^\p{Z}\p{Cc}"'<>]+|\/[^/\p{Z}\p{Cc}"'<>\\][^\p{Z}\p{Cc}"'<>\\]*)$/u;
/** Images of an emulator on this machine. */
const LOOPBACK_IMAGE_URL = /^http:\/\/127\.0\.0\.1(:[0-9]{1,5})?\/[^\p{Z}\p{Cc}"'<>]*$/u;

let isLoopbackAllowed = false;

/**
 * Allows or forbids the http images of emulators on this machine. Callers allow them on this
 * machine only: functions for projects whose id starts with `demo-`, which exist in emulators only,
 * the web app on pages of a loopback origin.
 */
export function allowLoopbackImages(isAllowed: boolean): void {
  isLoopbackAllowed = isAllowed;
}

/** Whether an image may have this URL. `isImageUrl` in firestore.rules is the same rule. */
export function isImageUrl(value: string): boolean {
  return IMAGE_URL.test(value) || (isLoopbackAllowed && LOOPBACK_IMAGE_URL.test(value));
}
